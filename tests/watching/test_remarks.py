"""Glare and a bending lens are told to people; nothing of it stops the game."""

from __future__ import annotations

from dataclasses import replace

from companion.board.position import Position
from companion.board.reading import BoardReading
from companion.watching.remarks import BENT, BENT_S, GLARE_READINGS, Remarks
from tests.doubles.readings import laid, reading_of

HUT = reading_of(Position(laid("8G", "HUT")))
GLARING = replace(HUT, glare=(5, 7))
ROWS = "Glare hides squares in rows 5 to 7; move the lamp or the camera."


def told(remarks: Remarks, reading: BoardReading) -> str:
    remark, _ = remarks.after(reading)
    return str(remark)


def test_glare_that_stays_is_told_by_its_rows_until_it_is_gone() -> None:
    remarks = Remarks()
    said = [told(remarks, GLARING) for _ in range(GLARE_READINGS + 2)]
    assert said[:-3] == [""] * (GLARE_READINGS - 1)
    assert said[-3:] == [ROWS] * 3
    gone = [told(remarks, HUT) for _ in range(GLARE_READINGS)]
    assert gone == [ROWS] * (GLARE_READINGS - 1) + [""]


def test_a_flash_is_not_worth_a_word() -> None:
    remarks = Remarks()
    assert {told(remarks, r) for r in (GLARING, HUT, GLARING, HUT, HUT)} == {""}


def test_rows_that_flicker_are_one_spot() -> None:
    remarks = Remarks()
    for k in range(20):
        said = told(remarks, replace(HUT, glare=(5, 6) if k % 2 else (6, 7)))
    assert said == ROWS


def test_one_row_is_one_row() -> None:
    remarks = Remarks()
    for _ in range(GLARE_READINGS):
        said = told(remarks, replace(HUT, glare=(9, 9)))
    assert said == "Glare hides squares in row 9; move the lamp or the camera."


def test_a_lens_that_bends_is_mentioned_once_and_for_a_while() -> None:
    remarks = Remarks()
    bent = replace(HUT, bent=True)
    assert told(remarks, bent) == str(BENT)
    assert told(remarks, replace(bent, t_s=BENT_S - 1)) == str(BENT)
    assert told(remarks, replace(bent, t_s=BENT_S + 1)) == ""
    assert told(remarks, replace(bent, t_s=BENT_S + 500)) == ""
    assert told(Remarks(), HUT) == ""
