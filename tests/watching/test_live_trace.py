"""What the eyes that follow a board do is written down, in a table and in pictures."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from companion.app.watched import watching
from companion.board.position import Position
from companion.watching.following import trace as live_trace
from companion.watching.following.eyes import LiveEyes
from companion.watching.following.trace import LiveTrace
from tests.doubles.readings import laid
from tests.doubles.rendered_table import RenderedTable, noisy, reader, scene_of

HUT = Position(laid("8G", "HUT"))


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "frames.csv").open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def test_frames_and_stages_are_written_under_the_same_numbers(tmp_path: Path) -> None:
    trace = LiveTrace(tmp_path)
    eyes = watching(reader(), trace)
    assert eyes is trace
    table = RenderedTable(eyes=eyes)
    table.show(np.zeros((600, 800, 3), np.uint8), 2)
    table.show(scene_of(HUT).image, 20)
    table.show(scene_of(HUT, hand=(8.0, 8.0)).image, 2)
    trace.close()
    told = rows(tmp_path)
    assert [int(row["number"]) for row in told] == list(range(1, 25))
    assert told[0]["came"] == "too-dark"
    assert {row["came"] for row in told[2:22]} >= {"read", "told again"}
    assert told[21]["tiles"] == "3"
    assert told[22]["came"] == "hand-over-board"
    assert float(told[22]["moved"]) > 0.01 > float(told[21]["moved"])
    assert float(told[21]["ms"]) > 0
    names = {path.name for path in tmp_path.glob("*.png")}
    assert {"000001-0-refused.png", "000023-0-refused.png"} <= names
    assert "000002-0-refused.png" not in names, "the same refusal once"
    first = next(row["number"] for row in told if row["came"] == "read")
    assert f"{int(first):06d}-3-letters.png" in names


def test_the_disk_is_not_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_trace, "MOST_SETS", 1)
    trace = LiveTrace(tmp_path)
    trace.around(LiveEyes(reader(), trace=trace.stages))
    scene = scene_of(HUT)
    for k in range(3):
        trace.read(noisy(scene.image, k), t_s=20.0 * k)
    trace.close()
    assert len(rows(tmp_path)) == 3
    assert {path.name[:6] for path in tmp_path.glob("*.png")} == {"000001"}
