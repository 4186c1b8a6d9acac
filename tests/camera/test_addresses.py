"""Cameras behind addresses: MJPEG over HTTP for real, RTSP and devices through a double."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from companion.camera import LatestFrame, open_source
from companion.camera.sources import without_password
from companion.errors import CameraError

PICTURES = 12


class Stream(BaseHTTPRequestHandler):
    """Sends pictures that grow brighter, as phones used as webcams do, then hangs up."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        for k in range(PICTURES):
            _, jpeg = cv2.imencode(".jpg", np.full((48, 64, 3), 20 * k, np.uint8))
            head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            self.wfile.write(head.encode() + jpeg.tobytes() + b"\r\n")

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/video.mjpg"
    server.shutdown()
    server.server_close()


def test_a_stream_of_jpegs_gives_its_frames_and_its_end_is_a_loss(address: str) -> None:
    source = open_source(address)
    assert source.live
    seen: list[float] = []

    def watch() -> None:
        while (frame := source.read()) is not None:
            seen.append(float(frame.image.mean()))

    with pytest.raises(CameraError, match="gives no more pictures"):
        watch()
    source.close()
    assert len(seen) >= PICTURES - 2
    assert seen == sorted(seen)


def test_a_stream_that_hangs_up_is_opened_again(address: str) -> None:
    opened = []

    def reopen() -> Any:
        opened.append(address)
        return open_source(address)

    latest = LatestFrame(reopen, wait=lambda _: None)
    while len(opened) < 3:
        assert latest.take(20) is not None
    latest.close()


def test_an_address_without_a_camera_is_refused_in_a_sentence() -> None:
    with pytest.raises(CameraError, match="gives no pictures; check the address"):
        open_source("http://127.0.0.1:9/video")


class Capture:
    """OpenCV's capture, of which the first opens and the next are gone."""

    opened: ClassVar[list[tuple[Any, ...]]] = []
    alive = True

    def __init__(self, *args: Any) -> None:
        self.opened.append(args)
        self.settings: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.alive

    def read(self) -> tuple[bool, Any]:
        return self.alive, np.zeros((48, 64, 3), np.uint8)

    def set(self, prop: int, value: float) -> bool:
        self.settings[prop] = value
        return True

    def get(self, prop: int) -> float:
        return self.settings.get(prop, 0.0)

    def release(self) -> None:
        pass


@pytest.fixture
def captures(monkeypatch: pytest.MonkeyPatch) -> type[Capture]:
    monkeypatch.setattr(Capture, "opened", [])
    monkeypatch.setattr(Capture, "alive", True)
    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    return Capture


@pytest.mark.parametrize("scheme", ["rtsp", "rtsps", "http", "https", "rtmp", "udp"])
def test_every_kind_of_address_is_opened_as_a_live_camera(
    captures: type[Capture], scheme: str
) -> None:
    source = open_source(f"{scheme}://box.local:554/board")
    target, backend, patience = captures.opened[0]
    assert target == f"{scheme}://box.local:554/board"
    assert backend == cv2.CAP_FFMPEG
    assert dict(zip(patience[::2], patience[1::2], strict=True)) == {
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC: 8000,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC: 8000,
    }
    assert source.live
    first, second = source.read(), source.read()
    assert first is not None
    assert second is not None
    assert second.seq == first.seq + 1


def test_a_password_in_an_address_is_used_and_never_told(
    captures: type[Capture], monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "rtsp://ann:hunter2@box.local/board"
    source = open_source(secret)
    assert captures.opened[0][0] == secret
    assert source.name == "rtsp://box.local/board"
    monkeypatch.setattr(captures, "alive", False)
    with pytest.raises(CameraError) as lost:
        source.read()
    with pytest.raises(CameraError) as closed:
        open_source(secret)
    assert "hunter2" not in f"{lost.value} {closed.value}"
    assert without_password("http://1.2.3.4/a@b") == "http://1.2.3.4/a@b"


@pytest.mark.parametrize(("text", "target"), [("2", 2), ("/dev/video2", "/dev/video2")])
def test_a_camera_by_number_or_path_is_told_what_to_send(
    captures: type[Capture], text: str, target: object
) -> None:
    source: Any = open_source(f"{text}?focus=30")
    assert captures.opened == [(target,)]
    told = source._capture.settings
    assert told[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert (told[cv2.CAP_PROP_FRAME_WIDTH], told[cv2.CAP_PROP_FRAME_HEIGHT]) == (1280, 720)
    assert told[cv2.CAP_PROP_FOCUS] == 30
    assert list(told).index(cv2.CAP_PROP_FOURCC) < list(told).index(cv2.CAP_PROP_FRAME_WIDTH)
