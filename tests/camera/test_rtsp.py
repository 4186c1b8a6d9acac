"""RTSP from a real server in a process of its own; skipped, and told, without GStreamer's."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.camera import LatestFrame, open_source
from companion.errors import CameraError

PYTHON = "/usr/bin/python3"
SERVER = Path(__file__).parents[1] / "doubles" / "rtsp_server.py"
NEEDS = "import gi; gi.require_version('GstRtspServer', '1.0')"


def has_server() -> bool:
    asked = [PYTHON, "-c", NEEDS]
    return (
        Path(PYTHON).exists() and not subprocess.run(asked, stderr=-3, check=False).returncode
    )


pytestmark = pytest.mark.skipif(
    not has_server(), reason="needs python3-gi and gir1.2-gst-rtsp-server-1.0"
)


class Served:
    def __init__(self) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [PYTHON, str(SERVER), str(self.port)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def served() -> Iterator[Served]:
    server = Served()
    yield server
    server.stop()


def test_rtsp_gives_pictures_is_lost_and_comes_back(served: Served) -> None:
    address = f"rtsp://ann:p%40ss@127.0.0.1:{served.port}/board"
    latest = LatestFrame(lambda: open_source(address))
    try:
        before = [latest.take(20) for _ in range(5)]
        assert all(f is not None and f.image.shape == (240, 320, 3) for f in before)
        assert latest.live
        served.stop()
        end = time.monotonic() + 30
        while not latest.trouble:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert "p%40ss" not in str(latest.trouble)
        served.start()
        while (after := latest.take(30)) is not None and latest.trouble:
            assert time.monotonic() < end + 30
        assert after is not None
        assert before[-1] is not None
        assert after.t_s > before[-1].t_s
    finally:
        latest.close()


def test_a_wrong_password_is_refused_and_never_told(served: Served) -> None:
    with pytest.raises(CameraError, match="gives no pictures") as refused:
        open_source(f"rtsp://ann:hunter2@127.0.0.1:{served.port}/board")
    assert "hunter2" not in str(refused.value)
