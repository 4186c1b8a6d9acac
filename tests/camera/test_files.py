"""Picture files: decoded whole and upright, or refused in one sentence."""

from __future__ import annotations

import io
import tracemalloc
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.camera import list_frames, load_image
from companion.camera.files import decode_image
from companion.errors import ImageError, InputError


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    pixels = np.random.default_rng(0).integers(0, 255, (60, 80, 3), dtype=np.uint8)
    path = tmp_path / "board.jpg"
    Image.fromarray(pixels).save(path, quality=90)
    return path


def test_colours_come_as_blue_green_red(tmp_path: Path) -> None:
    path = tmp_path / "red.png"
    Image.new("RGB", (4, 3), (250, 10, 20)).save(path)
    image = load_image(path)
    assert image.shape == (3, 4, 3)
    assert image[0, 0].tolist() == [20, 10, 250]


def test_the_orientation_in_the_file_is_applied(tmp_path: Path) -> None:
    pixels = np.zeros((40, 60, 3), np.uint8)
    pixels[:, :30] = 255
    path = tmp_path / "turned.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(pixels).save(path, exif=exif)
    image = load_image(path)
    assert image.shape == (60, 40, 3)
    assert image[:20].mean() > 200
    assert image[40:].mean() < 50


def test_text_named_as_a_picture_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.jpg"
    path.write_text("not pixels", encoding="utf-8")
    with pytest.raises(ImageError, match=r"notes\.jpg is not a picture"):
        load_image(path)


def test_a_cut_jpeg_is_refused_not_half_read(picture: Path) -> None:
    data = picture.read_bytes()
    picture.write_bytes(data[: len(data) // 2])
    with pytest.raises(ImageError, match="damaged or cut off"):
        load_image(picture)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="does not exist"):
        load_image(tmp_path / "none.png")
    with pytest.raises(ImageError, match="is a folder"):
        load_image(tmp_path)


def test_a_huge_picture_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    Image.new("1", (20_000, 9_000)).save(path)
    with pytest.raises(ImageError, match="pixels"):
        load_image(path)


def test_a_folder_gives_its_pictures_by_name(tmp_path: Path, picture: Path) -> None:
    other = tmp_path / "a.png"
    Image.new("RGB", (4, 4)).save(other)
    (tmp_path / "readme.txt").write_text("x", encoding="utf-8")
    assert list_frames([tmp_path]) == [other, picture]
    assert list_frames([picture, other]) == [picture, other]


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no pictures"):
        list_frames([tmp_path])


def test_a_telephones_heic_is_read_as_the_same_picture(tmp_path: Path) -> None:
    steps = np.linspace(0, 255, 64).astype(np.uint8)
    pixels = np.stack([*np.meshgrid(steps, steps), np.full((64, 64), 90, np.uint8)], axis=-1)
    path = tmp_path / "board.heic"
    Image.fromarray(pixels).save(path, quality=95)
    seen = load_image(path).astype(int)
    assert np.abs(seen - pixels[..., ::-1].astype(int)).mean() < 3
    assert list_frames([tmp_path]) == [path]
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(ImageError):
        load_image(path)


def test_sixteen_bits_of_grey_are_scaled_and_not_clipped(tmp_path: Path) -> None:
    path = tmp_path / "grey.png"
    values = np.linspace(0, 65535, 256).astype(np.uint16).reshape(16, 16)
    Image.fromarray(values).save(path)
    seen = load_image(path)
    assert seen[..., 0].ravel().tolist() == pytest.approx(list(range(256)), abs=1)


def png_header(width: int, height: int) -> bytes:
    """A PNG that says how large it is, and holds next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    parts = chunk(b"IHDR", size + b"\x08\x02\0\0\0") + chunk(b"IDAT", zlib.compress(b"\0" * 99))
    return b"\x89PNG\r\n\x1a\n" + parts + chunk(b"IEND", b"")


@pytest.mark.parametrize("side", [5_001, 9_000, 40_000, 2**31 - 1])
def test_a_small_file_of_very_many_pixels_is_refused_by_its_header(side: int) -> None:
    tracemalloc.start()
    with pytest.raises(ImageError, match="pixels"):
        decode_image(png_header(side, side))
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_a_large_photo_is_halved_and_upright() -> None:
    photo = Image.new("RGB", (5000, 4000), (250, 10, 20))
    exif = Image.Exif()
    exif[0x0112] = 6
    for form in ("JPEG", "PNG", "WEBP"):
        out = io.BytesIO()
        photo.save(out, form, exif=exif)
        pixels = decode_image(out.getvalue())
        assert pixels.shape == (2500, 2000, 3), form
        assert np.abs(pixels[9, 9].astype(int) - [20, 10, 250]).max() < 8


def test_a_cut_heic_is_a_sentence() -> None:
    out = io.BytesIO()
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), dtype=np.uint8)
    Image.fromarray(noise).save(out, "HEIF")
    for most in range(len(out.getvalue()) - 400, len(out.getvalue()) - 10, 50):
        with pytest.raises(ImageError):
            decode_image(out.getvalue()[:most])
