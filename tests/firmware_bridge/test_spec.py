"""One description, and everything that follows from it."""

from __future__ import annotations

from dataclasses import fields
from enum import IntEnum
from importlib import resources
from pathlib import Path

import pytest

from firmware_bridge.messages import MESSAGES, Button, Feature, Kind, Light, Reason
from firmware_bridge.spec import load_spec, parse_spec
from tools import codegen


def test_the_python_messages_are_those_of_the_description() -> None:
    described = {m.name: [f.name for f in m.fields] for m in load_spec().messages}
    assert {kind.__name__: [f.name for f in fields(kind)] for kind in MESSAGES} == described


def test_the_python_numbers_are_those_of_the_description() -> None:
    enums: dict[str, type[IntEnum]] = {
        "button": Button,
        "kind": Kind,
        "light": Light,
        "feature": Feature,
        "reason": Reason,
    }
    described = {choice.name: dict(choice.values) for choice in load_spec().choices}
    assert {n: {m.name.lower(): m.value for m in e} for n, e in enums.items()} == described


def test_the_generated_files_are_up_to_date() -> None:
    assert codegen.differing() == ()
    assert len(codegen.outputs()) == 2


def test_a_stale_file_is_found_and_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = tmp_path / "wire_gen.h"
    header.write_text("old", encoding="utf-8")
    monkeypatch.setattr(codegen, "HEADER", header)
    assert codegen.differing() == (header,)
    assert codegen.write() == (header,)
    assert codegen.differing() == ()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('tag = "E"', 'tag = "H"', "share a letter"),
        ('type = "hex32"', 'type = "float"', "unknown type"),
        (
            '"seq", type = "u8", doc = "of the query; 0',
            '"seq", type = "text16", doc = "0',
            "last",
        ),
    ],
)
def test_a_description_that_contradicts_itself_is_refused(
    old: str, new: str, sentence: str
) -> None:
    text = (resources.files("firmware_bridge") / "protocol.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(ValueError, match=sentence):
        parse_spec(text.replace(old, new))
