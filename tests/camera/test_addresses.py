"""Cameras behind addresses: MJPEG over HTTP for real, RTSP and devices through a double."""

from __future__ import annotations

import base64
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from companion.camera import LatestFrame, open_source
from companion.camera.addresses import PACE_S, is_address, without_password
from companion.errors import CameraError, InputError
from companion.vision.types import Frame
from companion.watching.cameras import Cameras

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


@pytest.mark.parametrize("scheme", ["rtsp", "rtsps", "rtmp", "udp"])
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


class Single(BaseHTTPRequestHandler):
    """Gives one picture whenever it is asked, to those who know the password."""

    asked: ClassVar[list[float]] = []
    seen: ClassVar[list[str]] = []
    answers: ClassVar[list[tuple[int, bytes]]] = []

    def do_GET(self) -> None:
        self.asked.append(time.monotonic())
        self.seen.append(self.path)
        known = (
            self.headers.get("Authorization")
            == "Basic " + base64.b64encode(b"ann:p@ss/w").decode()
        )
        _, jpeg = cv2.imencode(".jpg", np.full((48, 64, 3), len(self.asked), np.uint8))
        code, data = self.answers.pop(0) if self.answers else (200, jpeg.tobytes())
        code = code if known else 401
        self.send_response(code)
        if code == 401:
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
        self.send_header("Content-Type", "image/jpeg" if code == 200 else "text/html")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def single(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name in ("asked", "seen", "answers"):
        monkeypatch.setattr(Single, name, [])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Single)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}/shot.jpg?channel=1"
    server.shutdown()
    server.server_close()


def test_an_address_of_single_pictures_is_asked_again_at_a_sensible_pace(single: str) -> None:
    latest = LatestFrame(lambda: open_source(f"http://ann:p%40ss%2Fw@{single}"))
    frames = [latest.take(10) for _ in range(4)]
    latest.close()
    assert all(frame is not None and frame.image.shape == (48, 64, 3) for frame in frames)
    times = [frame.t_s for frame in frames if frame is not None]
    assert times == sorted(times)
    given = Single.asked
    assert len(given) <= 2 * (4 + 1)
    assert given[-1] - given[0] >= 2 * PACE_S


def test_a_damaged_picture_or_an_error_is_told_and_the_next_one_is_taken(single: str) -> None:
    latest = LatestFrame(lambda: open_source(f"http://ann:p%40ss%2Fw@{single}"))
    assert latest.take(10) is not None
    Single.answers.extend([(200, b"\xff\xd8 cut off"), (503, b"busy")])
    said: set[str] = set()
    end = time.monotonic() + 20
    while Single.answers or not latest.take(0.1):
        said.add(str(latest.trouble))
        assert time.monotonic() < end
    latest.close()
    assert any("not a picture" in text or "damaged" in text for text in said)


@pytest.mark.parametrize("who", ["", "ann:wrong@"])
def test_a_camera_that_asks_for_a_password_says_how_to_give_it(single: str, who: str) -> None:
    with pytest.raises(CameraError, match="lets nobody in") as refused:
        open_source(f"http://{who}{single}")
    assert "wrong" not in str(refused.value)


def test_a_camera_that_dies_after_each_first_picture_is_not_hammered() -> None:
    waited: list[float] = []
    opened: list[int] = []

    class Dying:
        name, live = "dying", True

        def __init__(self) -> None:
            opened.append(1)
            self.left = 1

        def read(self) -> Any:
            if not self.left:
                raise CameraError("gone")
            self.left -= 1
            return Frame(np.full((8, 8, 3), len(opened) % 250, np.uint8), 0.0, 0, "dying")

        def close(self) -> None:
            pass

    latest = LatestFrame(Dying, wait=waited.append)
    for _ in range(5):
        assert latest.take(10) is not None
    latest.close()
    assert len(waited) >= len(opened) - 1
    assert min(waited) >= 0.5


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("rtsp://ann:hun@ter2@box.local:554/a@b", "rtsp://box.local:554/a@b"),
        ("rtsp://ann:hun/ter2@box.local/board", "rtsp://box.local/board"),
        ("http://box/shot.jpg?user=ann&pwd=hunter2&c=1", "http://box/shot.jpg?user=&pwd=&c=1"),
        ("http://box/v?loginpas=hunter2", "http://box/v?loginpas="),
        ("http://box/v?access_token=hunter2#x", "http://box/v?access_token=#x"),
        ("rtsp://box/user=ann&password=hunter2&channel=1",
         "rtsp://box/user=&password=&channel=1"),
        ("RTSP://ann:hunter2@[fe80::1]:554/", "RTSP://[fe80::1]:554/"),
        ("rtsp://[fe80::1]:554/x@y", "rtsp://[fe80::1]:554/x@y"),
        ("http://box:8080/video", "http://box:8080/video"),
        ("/dev/video0?focus=30", "/dev/video0?focus=30"),
        ("synthetic:?seed=3", "synthetic:?seed=3"),
    ],
)  # fmt: skip
def test_a_source_has_a_name_without_secrets(address: str, name: str) -> None:
    assert without_password(address) == name
    assert without_password(name) == name
    assert is_address(address) == ("://" in address)
    with pytest.raises(InputError) as refused:
        open_source("odd+" + address)
    assert "hunter2" not in str(refused.value)


def test_a_camera_is_known_by_its_name_and_opened_by_its_address(single: str) -> None:
    cameras = Cameras(f"http://ann:p%40ss%2Fw@{single}&token=hunter2")
    (name,) = [offer for offer in cameras.offered() if offer.startswith("http")]
    assert name == f"http://{single}&token="
    shared = cameras.open(name)
    assert shared.source == name
    assert shared.newest().image.shape == (48, 64, 3)
    cameras.close()
    assert any(path.endswith("token=hunter2") for path in Single.seen)
    with pytest.raises(InputError):
        cameras.open(f"http://ann:p%40ss%2Fw@{single}&token=hunter2")
