from __future__ import annotations

import json
import logging
import subprocess
import sys
from types import SimpleNamespace

import pytest

from companion import __version__, cli
from companion.errors import CompanionError, ImageError, InputError, exit_status, http_status


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """`doctor` with another inside: set `.act` to what it does."""
    module = SimpleNamespace(act=lambda: 0)

    def add_parser(subparsers: object) -> None:
        subparsers.add_parser("doctor").set_defaults(run=lambda args: module.act())  # type: ignore[attr-defined]

    module.add_parser = add_parser
    monkeypatch.setattr(
        cli,
        "importlib",
        SimpleNamespace(
            import_module=lambda name: module,
        ),
    )
    return module


def _raises(fault: BaseException) -> object:
    def act() -> int:
        raise fault

    return act


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_status_is_the_commands(command: SimpleNamespace, status: int) -> None:
    command.act = lambda: status
    assert cli.main(["doctor"]) == status


def test_a_fault_is_one_sentence_and_its_status(
    command: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    command.act = _raises(ImageError("x.jpg is no picture;\n  give a JPEG or PNG."))
    assert cli.main(["doctor"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "companion: x.jpg is no picture; give a JPEG or PNG.\n"


def test_the_unexpected_is_one_sentence_with_a_hint(
    command: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    command.act = _raises(ZeroDivisionError("by zero"))
    assert cli.main(["doctor"]) == 1
    err = capsys.readouterr().err
    assert err == (
        "companion: unexpected ZeroDivisionError: by zero "
        "(run again with --verbose to see where)\n"
    )


@pytest.mark.parametrize("words", [["-v", "doctor"], ["doctor", "--verbose"]])
def test_verbose_shows_the_traceback(
    command: SimpleNamespace, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    command.act = _raises(ZeroDivisionError("by zero"))
    assert cli.main(words) == 1
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert err.endswith("companion: unexpected ZeroDivisionError: by zero\n")


@pytest.mark.parametrize(
    "name", ["companion.web", "calibration.profile", "stl_meta", "firmware_bridge.link"]
)
def test_verbose_shows_what_all_four_packages_log(
    command: SimpleNamespace, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    def act() -> int:
        logging.getLogger(name).debug("looking")
        logging.getLogger(name).warning("odd")
        return 0

    command.act = act
    assert cli.main(["doctor", "--verbose"]) == 0
    assert capsys.readouterr().err == f"DEBUG {name}: looking\nWARNING {name}: odd\n"
    assert cli.main(["doctor"]) == 0
    assert capsys.readouterr().err == f"WARNING {name}: odd\n"


def test_ctrl_c_is_quiet(command: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    command.act = _raises(KeyboardInterrupt())
    assert cli.main(["doctor"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("words", [[], ["dance"], ["doctor", "--dance"]])
def test_wrong_usage_has_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    assert ended.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"companion {__version__}\n"


def test_help_lists_the_commands_in_menu_order() -> None:
    text = cli.build_parser().format_help()
    places = [text.index(f"\n    {name} ") for name in cli.COMMANDS]
    assert places == sorted(places)


def test_a_reader_that_goes_away_is_no_fault() -> None:
    program = (
        "import sys; from companion import cli; from types import SimpleNamespace as N\n"
        "def run(args):\n"
        "    print('x' * 1_000_000)\n"
        "    return 0\n"
        "add = lambda subs: subs.add_parser('doctor').set_defaults(run=run)\n"
        "cli.importlib = N(import_module=lambda name: N(add_parser=add))\n"
        "sys.exit(cli.main(['doctor']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_a_light_command_does_not_load_opencv_or_flask(name: str) -> None:
    program = (
        "import sys; from companion.cli import build_parser\n"
        f"build_parser([{name!r}])\n"
        "print([m for m in ('cv2', 'numpy', 'flask', 'sqlalchemy') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_doctor_prints_json_lines_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.main(["doctor", "--json"])
    out, err = capsys.readouterr()
    findings = [json.loads(line) for line in out.splitlines()]
    assert err == ""
    assert {"name", "found", "essential", "detail", "remedy"} == set(findings[0])
    whole = all(finding["found"] or not finding["essential"] for finding in findings)
    assert status == (0 if whole else 1)


def test_doctor_tells_a_person_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["doctor"])
    out, err = capsys.readouterr()
    assert out == ""
    assert "ENABLE, 172,823 words" in err
    assert "essential" in err.splitlines()[-1]


def test_a_fault_without_a_row_counts_as_its_base() -> None:
    class OddInput(InputError):
        pass

    assert exit_status(OddInput("x")) == exit_status(InputError("x"))
    assert http_status(OddInput("x")) == http_status(InputError("x")) == 400
    assert http_status(CompanionError("x")) == 500


@pytest.mark.parametrize("words", [["score", b"caf\xe9.gcg"], ["read", b"\xff"], [b"\xe9"]])
def test_an_argument_that_is_no_text_is_a_sentence(words: list[str | bytes]) -> None:
    command = [sys.executable, "-m", "companion", *words]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"is no text in UTF-8" in done.stderr
