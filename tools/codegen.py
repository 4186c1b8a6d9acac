"""Writes the C header and the page of documentation from `protocol.toml`.

python -m tools.codegen            write both
python -m tools.codegen --check    only say whether they are as they should be
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from firmware_bridge.spec import WIDEST, MessageSpec, Spec, load_spec

CHECKOUT = Path(__file__).resolve().parents[1]
HEADER = CHECKOUT / "firmware_bridge" / "firmware" / "lib" / "wire" / "wire_gen.h"
PAGE = CHECKOUT / "docs" / "protocol.md"

_NOTE = "Written by `python -m tools.codegen` from protocol.toml; do not edit."

_C_TYPES = {"u8": "B", "u16": "H", "u32": "L", "i16": "h", "hex32": "X", "text16": "T"}

_MEANING = {
    "u8": "whole number, 0 to 255",
    "u16": "whole number, 0 to 65535",
    "u32": "whole number, 0 to 4294967295",
    "i16": "whole number, -32768 to 32767",
    "hex32": "eight hexadecimal digits, small letters",
    "text16": "up to 16 printable ASCII characters, none of `$`, `*` and comma",
}


_PROSE = """\
{baud} baud, eight bits, no parity, one stop bit. A message is one line of ASCII text,
readable in any serial monitor:

    $LETTER,field,field*CHECKSUM

The checksum is {crc} over what stands between `$` and `*`, as four hexadecimal
digits in capitals; that of `123456789` is `6F91`. A `$` always starts a message anew, and
what lies outside of messages is passed over. A line ends with a line feed (a carriage
return is taken for one), has at most {most} bytes and otherwise exactly one form: numbers are
decimal without leading zeros or blanks.

## How nothing is lost or doubled

The box keeps every event in a queue that survives a reset and repeats the oldest one until
it is acknowledged. The computer acknowledges it only after it is in the game's journal. An
event is known by the box, the start of the box and its number, so one that comes again
because an acknowledgement was lost is acknowledged again and otherwise ignored. A full queue
drops the newest event and counts it; every pulse tells the count. Commands carry whole states
(all lights, all scores), so any may be repeated and the last one wins. At most one command
waits for its answer.

A box that speaks another version is shown as such and left alone. A message of an unknown
kind is ignored by the computer and refused by the box.

## Messages
"""


def outputs() -> Mapping[Path, str]:
    """Return what the generated files should hold, by path."""
    spec = load_spec()
    return {HEADER: header(spec), PAGE: page(spec)}


def differing() -> tuple[Path, ...]:
    """Return the generated files that are not as they should be."""
    return tuple(
        path
        for path, text in outputs().items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    )


def write() -> tuple[Path, ...]:
    """Bring the generated files up to date and return those that were not."""
    stale = differing()
    for path, text in outputs().items():
        if path in stale:
            path.write_text(text, encoding="utf-8")
    return stale


def header(spec: Spec) -> str:
    """Return the C header."""
    lines = [
        f"/* {_NOTE} */",
        "#ifndef WIRE_GEN_H",
        "#define WIRE_GEN_H",
        "",
        f"#define WIRE_PROTOCOL {spec.version}",
        f"#define WIRE_BAUD {spec.baud}UL",
        f"#define WIRE_MAX_FRAME {spec.max_frame_bytes}",
        f"#define WIRE_MAX_FIELDS {max(len(m.fields) for m in spec.messages)}",
        f"#define WIRE_TEXT_MAX {WIDEST['text16']}",
        "",
    ]
    for constant in (*spec.times, *spec.numbers):
        lines.append(f"/* {constant.doc} */")
        lines.append(f"#define WIRE_{constant.name.upper()} {constant.value}")
    for choice in spec.choices:
        lines += ["", f"/* {choice.doc} */"]
        prefix = f"WIRE_{choice.name.upper()}"
        lines += [f"#define {prefix}_{name.upper()} {value}" for name, value in choice.values]
    for message in spec.messages:
        lines += ["", f"/* From the {message.sender}. {message.doc} */"]
        name = f"WIRE_{message.name.upper()}"
        lines.append(f"#define {name} '{message.tag}'")
        lines += [
            f"#define {name}_{field.name.upper()} {index}"
            for index, field in enumerate(message.fields)
        ]
    lines += [
        "",
        "/* All messages as X(letter, types of the fields). B u8, H u16, L u32, h i16,",
        "   X eight hexadecimal digits, T text (always the last field). */",
        "#define WIRE_MESSAGES(X) \\",
        " \\\n".join(f'    X({_letter(m)}, "{_types(m)}")' for m in spec.messages),
        "",
        "#endif",
        "",
    ]
    return "\n".join(lines)


def page(spec: Spec) -> str:
    """Return the page of documentation, in Markdown."""
    parts = [
        f"# The protocol of the button box ({spec.name}{spec.version})\n",
        f"<!-- {_NOTE} -->\n",
        _PROSE.format(baud=spec.baud, crc=spec.crc, most=spec.max_frame_bytes),
    ]
    for sender in ("box", "computer"):
        parts.append(f"### From the {sender}\n")
        parts += [_section(m) for m in spec.messages if m.sender == sender]
    parts.append("## Numbers with names\n")
    for choice in spec.choices:
        parts.append(f"### {choice.name.capitalize()}\n\n{choice.doc}\n")
        rows = [(str(value), f"`{name}`") for name, value in choice.values]
        parts.append(_table(("number", "name"), rows))
    parts.append("### Times and sizes\n")
    rows3 = [(f"`{c.name}`", str(c.value), c.doc) for c in (*spec.times, *spec.numbers)]
    parts.append(_table(("name", "value", "meaning"), rows3))
    parts.append("### Types of fields\n")
    used = [t for t in _MEANING if any(f.type == t for m in spec.messages for f in m.fields)]
    parts.append(_table(("type", "meaning"), [(f"`{t}`", _MEANING[t]) for t in used]))
    return "\n".join(parts)


def _section(message: MessageSpec) -> str:
    shape = ",".join([message.tag, *(field.name for field in message.fields)])
    rows = [(f"`{f.name}`", f"`{f.type}`", f.doc) for f in message.fields]
    return (
        f"#### {message.name}\n\n{message.doc} At most {message.longest_frame_bytes} bytes.\n\n"
        f"    ${shape}*CHECKSUM\n\n{_table(('field', 'type', 'meaning'), rows)}"
    )


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def _letter(message: MessageSpec) -> str:
    return f"WIRE_{message.name.upper()}"


def _types(message: MessageSpec) -> str:
    return "".join(_C_TYPES[field.type] for field in message.fields)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.codegen", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    check = parser.parse_args(argv).check
    stale = differing() if check else write()
    for path in stale:
        print(f"{path}: {'is stale; run codegen' if check else 'written'}")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
