"""Speech of the host's computer: one argument, never a shell; a sentence when it is absent."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.app.speech import LONGEST, HostVoice
from companion.errors import DependencyMissing, InputError


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program that writes down what it was called with."""
    path = tmp_path / "voice"
    said = tmp_path / "said.txt"
    path.write_text(
        f"#!{sys.executable}\nimport sys\n"
        f"open({str(said)!r}, 'a').write('|'.join(sys.argv[1:]) + '\\n')\n",
        encoding="utf-8",
    )
    path.chmod(0o755)
    return path


def test_case_65_a_name_that_is_a_command_is_only_said(program: Path, tmp_path: Path) -> None:
    voice = HostVoice(str(program))
    name = f'"; touch {tmp_path / "x"}; "'
    voice.say(f"{name} plays QUIET", "en")
    voice.say("-w danger.wav", "de")
    voice.close()
    lines = (tmp_path / "said.txt").read_text(encoding="utf-8").splitlines()
    assert lines == [f"-v|en-gb|--|{name} plays QUIET", "-v|de|--|-w danger.wav"]
    assert not (tmp_path / "x").exists()


def test_without_the_program_there_is_one_sentence() -> None:
    with pytest.raises(DependencyMissing, match="install espeak-ng"):
        HostVoice("no-such-program").say("hello", "en")


@pytest.mark.parametrize(
    ("sentence", "language"), [("", "en"), ("x" * (LONGEST + 1), "en"), ("hello", "xx")]
)
def test_what_cannot_be_said(program: Path, sentence: str, language: str) -> None:
    with pytest.raises(InputError):
        HostVoice(str(program)).say(sentence, language)


def test_a_program_that_fails_is_passed_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "voice"
    path.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    path.chmod(0o755)
    voice = HostVoice(str(path))
    voice.say("hello", "en")
    voice.close()
    assert "could not be said" in caplog.text
