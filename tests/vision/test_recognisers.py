from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import tilesets
from companion.board.tiles import Tile
from companion.errors import ConfigError, DependencyMissing
from companion.vision.recognisers.api import BLANK_TOKEN, CLASSES, NOT_A_TILE, LetterPosteriors
from companion.vision.recognisers.cnn import NetworkRecogniser
from companion.vision.recognisers.registry import RECOGNISERS, open_recogniser
from tools.synth.crops import CROP_PX, TILE_PX, TileSurroundings
from tools.synth.wear import wear

EDGE = (CROP_PX - TILE_PX) // 2


def rendered(count: int, seed: int, classes: tuple[str, ...], *, worn: bool = True):
    """Patches of fresh random sets in the package's fonts, with their tokens."""
    chance = np.random.default_rng((seed, 77))
    patches, tokens = [], []
    while len(patches) < count:
        around = TileSurroundings(chance)
        for _ in range(10):
            token = classes[int(chance.integers(len(classes)))]
            crop = around.tile(token, None if token == BLANK_TOKEN else 1)
            crop = wear(crop, chance) if worn else crop
            patches.append(crop[EDGE : EDGE + TILE_PX, EDGE : EDGE + TILE_PX])
            tokens.append(token)
    return np.stack(patches[:count]), tokens[:count]


@pytest.fixture(scope="module")
def network() -> NetworkRecogniser:
    return NetworkRecogniser()


@pytest.mark.parametrize("name", ["network", "null"])
def test_rows_are_probabilities_in_the_order_of_the_patches(name: str) -> None:
    recogniser = open_recogniser(name)
    patches, _ = rendered(12, 5, CLASSES[:26])
    seen = recogniser.read(patches)
    assert seen.probabilities.shape == (12, len(seen.classes))
    assert seen.probabilities.dtype == np.float64
    assert np.allclose(seen.probabilities.sum(axis=1), 1)
    assert (seen.probabilities >= 0).all()
    turned = recogniser.read(patches[::-1])
    assert np.allclose(turned.probabilities[::-1], seen.probabilities, atol=1e-5)
    assert np.array_equal(recogniser.read(patches).probabilities, seen.probabilities)
    assert recogniser.version


@pytest.mark.parametrize("name", ["network", "null"])
def test_no_patches_give_no_rows(name: str) -> None:
    seen = open_recogniser(name).read(np.zeros((0, 40, 40, 3), np.uint8))
    assert len(seen) == 0


def test_the_network_knows_every_token_of_every_tile_set(network: NetworkRecogniser) -> None:
    for name in tilesets.names():
        assert set(tilesets.load(name).letters) <= set(network.classes), name
    assert network.classes == CLASSES


def test_fresh_rendered_english_tiles_are_read(network: NetworkRecogniser) -> None:
    english = tilesets.load("english")
    patches, tokens = rendered(300, 31, (*english.letters, BLANK_TOKEN))
    best = network.read(patches).masked(english).best()
    right = np.mean([letter == token for (letter, _), token in zip(best, tokens, strict=True)])
    assert right > 0.93, f"{right:.3f} of worn rendered tiles"


def test_fresh_rendered_polish_tiles_are_read(network: NetworkRecogniser) -> None:
    polish = tilesets.load("polish")
    patches, tokens = rendered(300, 32, (*polish.letters, BLANK_TOKEN), worn=False)
    best = network.read(patches).masked(polish).best()
    right = np.mean([letter == token for (letter, _), token in zip(best, tokens, strict=True)])
    assert right > 0.95, f"{right:.3f} of rendered tiles"


def test_empty_squares_are_told_from_letters(network: NetworkRecogniser) -> None:
    chance = np.random.default_rng(41)
    crops = [TileSurroundings(chance).empty() for _ in range(120)]
    patches = np.stack([c[EDGE : EDGE + TILE_PX, EDGE : EDGE + TILE_PX] for c in crops])
    seen = network.read(patches)
    letters = [token not in (NOT_A_TILE, BLANK_TOKEN) for token, _ in seen.best()]
    assert np.mean(letters) < 0.06


def test_patches_of_another_size_are_read_alike(network: NetworkRecogniser) -> None:
    patches, _ = rendered(40, 6, CLASSES[:26], worn=False)
    doubled = patches.repeat(2, axis=1).repeat(2, axis=2)
    small, large = network.read(patches), network.read(doubled)
    assert [t for t, _ in small.best()] == [t for t, _ in large.best()]


def test_patches_of_a_wrong_shape_are_refused(network: NetworkRecogniser) -> None:
    with pytest.raises(ValueError, match="N, S, S, 3"):
        network.read(np.zeros((2, 40, 40), np.uint8))


def test_a_model_that_is_not_the_card_s_is_refused() -> None:
    with pytest.raises(DependencyMissing, match="not the file its card describes"):
        NetworkRecogniser(model=b"not these weights")


def test_missing_weights_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.vision.recognisers.cnn.MODEL", "gone.onnx")
    with pytest.raises(DependencyMissing, match="install the package"):
        NetworkRecogniser()


def test_an_unknown_recogniser_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="network, tesseract, null"):
        open_recogniser("crystal-ball")
    assert set(RECOGNISERS) == {"network", "tesseract", "null"}


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(tilesets.names()), keep=st.booleans())
def test_a_mask_keeps_the_set_and_the_odds_between_its_tokens(
    seed: int, name: str, keep: bool
) -> None:
    rows = np.random.default_rng(seed).dirichlet(np.full(len(CLASSES), 0.3), size=4)
    tiles = tilesets.load(name)
    seen = LetterPosteriors(rows, CLASSES)
    masked = seen.masked(tiles, keep_not_a_tile=keep)
    wanted = {*tiles.letters, BLANK_TOKEN} | ({NOT_A_TILE} if keep else set())
    assert set(masked.classes) == wanted
    assert np.allclose(masked.probabilities.sum(axis=1), 1)
    a, b = (CLASSES.index(masked.classes[k]) for k in (0, 1))
    assert np.allclose(
        masked.probabilities[:, 0] * rows[:, b], masked.probabilities[:, 1] * rows[:, a]
    )


def test_a_mask_on_a_row_without_any_odds_says_that_nothing_is_known() -> None:
    rows = np.zeros((1, len(CLASSES)))
    rows[0, CLASSES.index("Ł")] = 1.0
    masked = LetterPosteriors(rows, CLASSES).masked(tilesets.load("english"))
    assert np.allclose(masked.probabilities, 1 / 27)


def test_posteriors_cannot_be_written_to_or_misshapen() -> None:
    rows = np.full((2, len(CLASSES)), 1 / len(CLASSES))
    seen = LetterPosteriors(rows, CLASSES)
    rows[0, 0] = 9
    assert seen.probabilities[0, 0] < 1
    with pytest.raises(ValueError, match="read-only"):
        seen.probabilities[0, 0] = 0.5
    with pytest.raises(ValueError, match="classes"):
        LetterPosteriors(rows[:, :5], CLASSES)


@pytest.mark.tesseract
def test_tesseract_reads_a_plain_tile_as_a_baseline() -> None:
    try:
        baseline = open_recogniser("tesseract")
    except DependencyMissing as missing:
        pytest.skip(str(missing))
    patches, tokens = rendered(12, 7, ("A", "B", "E", "H", "R", "S"), worn=False)
    seen = baseline.read(patches)
    assert np.allclose(seen.probabilities.sum(axis=1), 1)
    assert any(t == token for (t, _), token in zip(seen.best(), tokens, strict=True))


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(tilesets.names()))
def test_weighing_follows_the_bag_and_leaves_blanks_their_odds(seed: int, name: str) -> None:
    rows = np.random.default_rng(seed).dirichlet(np.full(len(CLASSES), 0.3), size=4)
    tiles = tilesets.load(name)
    masked = LetterPosteriors(rows, CLASSES).masked(tiles)
    weighed = masked.weighed(tiles)
    assert np.allclose(weighed.probabilities.sum(axis=1), 1)
    blank = masked.classes.index(BLANK_TOKEN)
    assert np.allclose(weighed.probabilities[:, blank], masked.probabilities[:, blank])
    a, b = (k for k in range(2))
    counts = [max(tiles.count(Tile(masked.classes[k])), 0.5) for k in (a, b)]
    assert np.allclose(
        weighed.probabilities[:, a] * masked.probabilities[:, b] * counts[1],
        weighed.probabilities[:, b] * masked.probabilities[:, a] * counts[0],
    )
    assert np.allclose(masked.weighed(tiles, trust=0).probabilities, masked.probabilities)


def test_the_commoner_letter_wins_where_the_picture_leaves_two() -> None:
    english = tilesets.load("english")
    rows = np.zeros((2, len(CLASSES)))
    rows[0, [CLASSES.index("I"), CLASSES.index("J")]] = 0.3, 0.7
    rows[1, [CLASSES.index("O"), CLASSES.index("Q")]] = 0.01, 0.99
    seen = LetterPosteriors(rows, CLASSES).weighed(english).best()
    assert [letter for letter, _ in seen] == ["I", "Q"]
