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

_C_TYPES = {
    "u8": "B", "u16": "H", "u32": "L", "raw16": "R", "i16": "h", "hex32": "X", "text16": "T",
}  # fmt: skip

_MEANING = {
    "u8": "one byte, 0 to 255",
    "u16": "whole number, 0 to 65535, in 1 to 3 bytes of seven bits, the lowest first, as few "
    "as will do; all but the last have the highest bit set",
    "u32": "the same up to 4294967295, in 1 to 5 bytes",
    "raw16": "whole number, 0 to 65535, in two bytes, the lower first",
    "i16": "whole number, -32768 to 32767, in two bytes, the lower first",
    "hex32": "four bytes, the lowest first; written as eight hexadecimal digits",
    "text16": "up to 16 printable ASCII characters, to the end of the message",
}


_PROSE = """\
{baud} baud, eight bits, no parity, one stop bit. A message is a letter, its fields and a
checksum, between two flags:

    {flag:02X} | LETTER | fields | CHECKSUM | {flag:02X}

The checksum is {crc} (as in zip and PNG) over letter and fields, four bytes, the lowest
first; that of `123456789` is `CBF43926`. A byte {flag:02X} or {escape:02X} between the flags
is sent as {escape:02X} followed by itself exclusive-or {flip:02X}, as in RFC 1662, and no other
byte is. One flag may end a message and begin the next. A message has at most {most} bytes
between its flags, before any is escaped, and exactly one form.

## How nothing is lost or doubled

The box keeps every event in a queue that survives a reset. It sends the oldest {window} and
repeats them every {resend} ms, as long as it takes and never more rarely, until they are
acknowledged: noise spoils single bytes, and what gets a press through is another try, soon.
The computer takes events in their order only, and acknowledges one after it is in the game's
journal; that acknowledges all before it too, so a lost acknowledgement costs nothing if a later
one arrives. An event is known by the box, the time it was switched on and its number, so one
that comes again is acknowledged again and otherwise ignored. A full queue drops the newest
event and counts it; every pulse tells the count. Commands carry whole states (all lights, all
scores), so any may be repeated and the last one wins. At most one command waits for its answer.

## When it happened

An event tells how old it is. It may have lain on its way as well, in a driver or a bridge: so
it tells when it was sent, by the box's clock, and the computer takes off by how much it came
later than others did.

## Versions

Every hello begins with `H` and the version. A box that speaks another one is shown as such and
left alone. Version 1 was lines of text that begin with `$`, and is known by that. A message of
an unknown kind is ignored by the computer and refused by the box.

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
        f"#define WIRE_FLAG 0x{spec.flag:02X}",
        f"#define WIRE_ESCAPE 0x{spec.escape:02X}",
        f"#define WIRE_FLIP 0x{spec.flip:02X}",
        f"#define WIRE_MAX_BODY {spec.longest_bytes}",
        f"#define WIRE_MAX_FRAME {2 + 2 * spec.longest_bytes}",
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
        "/* All messages as X(letter, types of the fields). B u8, H u16, L u32, R raw16,",
        "   h i16, X four bytes, T text (always the last field). */",
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
        _PROSE.format(
            baud=spec.baud,
            crc=spec.crc,
            flag=spec.flag,
            escape=spec.escape,
            flip=spec.flip,
            most=spec.longest_bytes,
            window=spec.constant("window"),
            resend=spec.constant("resend_ms"),
        ),
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
    rows = [(f"`{f.name}`", f"`{f.type}`", f.doc) for f in message.fields]
    return (
        f"#### {message.name} (`{message.tag}`)\n\n{message.doc} At most "
        f"{message.longest_bytes} bytes.\n\n{_table(('field', 'type', 'meaning'), rows)}"
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
