from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import tilesets
from companion.board.tiles import Tile
from companion.cli import main
from companion.synth.face_style import FaceStyle
from companion.synth.faces import render_face
from companion.synth.fonts import bundled_fonts
from companion.vision.reading.letters import PATCH_PX, Window, cut, read_crops, windows_of
from companion.vision.recognisers.api import BLANK_TOKEN, CLASSES, LetterPosteriors
from companion.vision.recognisers.cnn import NetworkRecogniser
from tools.synth.crops import CROP_PX, TILE_PX, TileSurroundings

ENGLISH = tilesets.load("english")
PLAIN = FaceStyle(
    font=bundled_fonts()[0].path,
    digit_font=bundled_fonts()[0].path,
    face=(170.0, 205.0, 225.0),
    ink=(25.0, 20.0, 30.0),
)


def tile(token: str, side: int = 60, seed: int = 2) -> np.ndarray:
    face = render_face(PLAIN, token, 1, side, np.random.default_rng(seed))
    part = face.alpha[..., None] / 255
    return (face.bgr * part + 70 * (1 - part)).astype(np.uint8)


@pytest.fixture(scope="module")
def network() -> NetworkRecogniser:
    return NetworkRecogniser()


def test_square_crops_of_any_size_are_read(network: NetworkRecogniser) -> None:
    crops = [tile("K", side) for side in (24, 40, 61, 130, 300)]
    assert [t for t, _ in read_crops(crops, network, ENGLISH).best()] == ["K"] * 5


@pytest.mark.parametrize("shape", ["below", "above", "left", "right"])
def test_a_tile_at_one_end_of_a_long_crop_is_found(network, shape: str) -> None:
    crop = tile("R", 50)
    side = np.full((50, 40, 3), (90, 120, 140), np.uint8)
    joined = {
        "right": np.hstack([side, crop]),
        "left": np.hstack([crop, side]),
        "above": np.vstack([crop, side.transpose(1, 0, 2)]),
        "below": np.vstack([side.transpose(1, 0, 2), crop]),
    }[shape]
    assert read_crops([joined], network, ENGLISH).best()[0][0] == "R"


def test_crops_of_one_call_do_not_influence_each_other(network: NetworkRecogniser) -> None:
    crops = [tile(t) for t in "SCRABL"]
    together = read_crops(crops, network, ENGLISH).probabilities
    alone = np.vstack([read_crops([c], network, ENGLISH).probabilities for c in crops])
    assert np.allclose(together, alone, atol=1e-5)


def test_no_crops_give_no_rows(network: NetworkRecogniser) -> None:
    assert len(read_crops([], network, ENGLISH)) == 0


def test_a_tiny_or_grey_crop_is_refused() -> None:
    with pytest.raises(ValueError, match="too small"):
        windows_of(np.zeros((40, 5, 3), np.uint8))
    with pytest.raises(ValueError, match="H, W, 3"):
        windows_of(np.zeros((40, 40), np.uint8))


def test_a_window_is_cut_where_it_lies() -> None:
    crop = np.zeros((80, 80, 3), np.uint8)
    crop[40:, :40] = 200
    patch = cut(crop, Window(0, 40, 40, 40))
    assert patch.shape == (PATCH_PX, PATCH_PX, 3)
    assert patch.min() == 200
    assert cut(crop, Window(40, 0, 40, 40)).max() == 0


def test_beyond_the_crop_lies_its_mirror_image_or_its_mean_colour() -> None:
    crop = np.zeros((40, 40, 3), np.uint8)
    crop[30:] = 200
    mirrored = cut(crop, Window(0, 20, 40, 40))
    bare = cut(crop, Window(0, 20, 40, 40, mirrored=False))
    assert np.array_equal(mirrored[:20], bare[:20])
    assert (mirrored[20:30] == 200).all()
    assert mirrored[30:].max() == 0
    assert (bare[20:] == 100).all()


@pytest.mark.slow
def test_tiles_cut_far_beside_their_middle_are_mostly_read(network: NetworkRecogniser) -> None:
    chance = np.random.default_rng((92, 3))
    crops, tokens = [], []
    for k in range(60):
        face = tile("AEINORSTLD"[k % 10], 60, seed=k)
        ground = np.full((110, 110, 3), (90, 120, 100), np.uint8)
        ground[25:85, 25:85] = face
        top, left = 25 + chance.integers(-15, 16, 2)
        crops.append(ground[top : top + 60, left : left + 60])
        tokens.append("AEINORSTLD"[k % 10])
    best = read_crops(crops, network, ENGLISH).best()
    assert np.mean([a == t for (a, _), t in zip(best, tokens, strict=True)]) > 0.93


class Sabotage:
    """Returns nonsense of the right shape."""

    name = "sabotage"
    version = "1"

    def read(self, patches: np.ndarray) -> LetterPosteriors:
        rows = np.zeros((len(patches), len(CLASSES)))
        rows[:, CLASSES.index("Ł")] = 1.0
        return LetterPosteriors(rows, CLASSES)


def test_a_recogniser_that_sees_impossible_letters_leaves_it_to_the_bag() -> None:
    seen = read_crops([tile("A")], Sabotage(), ENGLISH)
    counts = np.array([ENGLISH.count(Tile(token)) for token in seen.classes[:26]])
    assert seen.classes[26] == BLANK_TOKEN
    assert np.allclose(seen.probabilities[0, :26], 26 / 27 * counts / counts.sum())
    assert np.isclose(seen.probabilities[0, 26], 1 / 27)


def test_the_command_answers_each_picture_in_order(tmp_path: Path, capsys) -> None:
    names = []
    for k, token in enumerate("WORD"):
        names.append(str(tmp_path / f"{k}.png"))
        cv2.imwrite(names[-1], tile(token))
    bad = tmp_path / "text.jpg"
    bad.write_text("this is not a picture")
    names.insert(2, str(bad))
    names.append(str(tmp_path / "gone.png"))
    assert main(["letters", *names, "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["image"] for line in lines] == names
    assert [line.get("letter") for line in lines] == ["W", "O", None, "R", "D", None]
    assert "not a picture" in lines[2]["detail"]
    assert "does not exist" in lines[5]["detail"]
    assert all(0 < line["probability"] <= 1 for line in lines if "letter" in line)


def test_the_command_reads_another_language(tmp_path: Path, capsys) -> None:
    name = str(tmp_path / "a.png")
    cv2.imwrite(name, tile("Ä"))
    assert main(["letters", name, "--json", "--language", "german"]) == 0
    assert json.loads(capsys.readouterr().out)["letter"] == "Ä"
    assert main(["letters", name, "--language", "klingon"]) != 0
    assert "klingon" in capsys.readouterr().err


@pytest.mark.parametrize("token", ["A", "Ä", "O", "Ö", "Q", "U", "Ü"])
@pytest.mark.parametrize("seed", [2, 7])
def test_case_29_letters_with_and_without_dots_are_told_apart(
    network: NetworkRecogniser, token: str, seed: int
) -> None:
    german = tilesets.load("german")
    value = next(kind.value for kind in german.kinds if kind.token == token)
    face = render_face(PLAIN, token, value, 60, np.random.default_rng(seed))
    part = face.alpha[..., None] / 255
    crop = (face.bgr * part + 70 * (1 - part)).astype(np.uint8)
    assert read_crops([crop], network, german).best()[0][0] == token


@pytest.mark.data
def test_real_board_crops_are_read(shared_data: Path, network: NetworkRecogniser) -> None:
    files = sorted((shared_data / "tiles").glob("*/*.png"))
    files = [f for f in files if "rack" not in f.name]
    assert files, "the measuring data holds no tiles"
    crops = [np.asarray(cv2.imread(str(f)), dtype=np.uint8) for f in files]
    best = read_crops(crops, network, ENGLISH).best()
    labels = ["?" if f.parent.name == "BLANK" else f.parent.name for f in files]
    right = np.mean([t == label for (t, _), label in zip(best, labels, strict=True)])
    assert right >= 0.993, f"{right:.4f} of {len(files)} board crops"


@pytest.mark.slow
def test_set_after_set_is_read_through_shifts(network: NetworkRecogniser) -> None:
    chance = np.random.default_rng((91, 3))
    crops, tokens = [], []
    for _ in range(40):
        around = TileSurroundings(chance)
        for token in chance.choice(list(ENGLISH.letters), 5):
            shift = chance.integers(-4, 5, 2)
            top, left = (CROP_PX - TILE_PX) // 2 + shift
            crop = around.tile(str(token), ENGLISH.value_of(str(token)))
            crops.append(crop[top : top + TILE_PX, left : left + TILE_PX])
            tokens.append(str(token))
    best = read_crops(crops, network, ENGLISH).best()
    assert np.mean([a == t for (a, _), t in zip(best, tokens, strict=True)]) > 0.94
