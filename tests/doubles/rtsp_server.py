"""An RTSP server by GStreamer, for Debian's own Python: python3 rtsp_server.py PORT."""

from __future__ import annotations

import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service(sys.argv[1])
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
    "( videotestsrc is-live=true pattern=ball ! video/x-raw,format=I420,width=320,height=240,"
    "framerate=10/1 ! jpegenc ! rtpjpegpay name=pay0 pt=26 )"
)
auth = GstRtspServer.RTSPAuth()
token = GstRtspServer.RTSPToken()
token.set_string("media.factory.role", "viewer")
permissions = GstRtspServer.RTSPPermissions()
permissions.add_role("viewer")
permissions.add_permission_for_role("viewer", "media.factory.access", True)
permissions.add_permission_for_role("viewer", "media.factory.construct", True)
factory.set_permissions(permissions)
auth.add_basic(GstRtspServer.RTSPAuth.make_basic("ann", "p@ss"), token)
server.set_auth(auth)
server.get_mount_points().add_factory("/board", factory)
server.attach(None)
print("ready", flush=True)  # noqa: T201
GLib.MainLoop().run()
