from __future__ import annotations

import struct
from pathlib import Path

import pytest

from companion.camera.video_devices import _understand, list_video_devices

CAPTURE, METADATA, PER_NODE = 0x1, 0x00800000, 0x80000000


def _answer(device_wide: int, this_node: int) -> bytes:
    return struct.pack(
        "=16s32s32sIII12x", b"uvcvideo", b"Desk Camera", b"usb", 1, device_wide, this_node
    )


@pytest.mark.parametrize(
    ("device_wide", "this_node", "captures"),
    [
        (CAPTURE | METADATA | PER_NODE, CAPTURE, True),
        (CAPTURE | METADATA | PER_NODE, METADATA, False),
        (CAPTURE, 0, True),
    ],
    ids=["picture node", "metadata node", "old driver"],
)
def test_a_node_of_a_camera_gives_frames_or_not(
    device_wide: int, this_node: int, captures: bool
) -> None:
    device = _understand(Path("/dev/video0"), _answer(device_wide, this_node))
    assert device.captures is captures
    assert device.card == "Desk Camera"


def test_what_cannot_be_asked_says_why_and_the_order_is_by_number(tmp_path: Path) -> None:
    for name in ("video10", "video2", "videotape", "null"):
        (tmp_path / name).write_bytes(b"")
    devices = list_video_devices(tmp_path)
    assert [device.path.name for device in devices] == ["video2", "video10"]
    assert all(device.trouble and not device.captures for device in devices)


def test_a_machine_without_cameras_has_none(tmp_path: Path) -> None:
    assert list_video_devices(tmp_path) == ()
