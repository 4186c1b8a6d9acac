"""The `>` lines of a GCG file: a play, an exchange, a pass, a withdrawal or an adjustment."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.export.gcg.types import (
    GcgChallenge,
    GcgEndRack,
    GcgEvent,
    GcgExchange,
    GcgPass,
    GcgPlay,
    GcgTime,
    GcgWithdrawal,
)

UNKNOWN_RACK = "~"
"""Stands for a rack of which nothing is known: readers want something there, and no tile."""

_COORDINATE = re.compile(r"(?:\d{1,2}[A-Za-z]|[A-Za-z]\d{1,2})\Z")
_NUMBER = re.compile(r"\+?-?\d{1,6}\Z")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-")


def event_of(number: int, text: str) -> tuple[str, GcgEvent | None]:
    """Return the nick as a line writes it, and the event; None if it is none."""
    nick, tokens = _split_nick(text.translate(_DASHES))
    parsers = (_bracketed, _play, _dashed)
    return nick, next((e for parse in parsers if (e := parse(number, nick, tokens))), None)


def _split_nick(text: str) -> tuple[str, list[str]]:
    """The nick and the tokens after it; the colon may be missing or stand apart."""
    body = text[1:].strip()
    match = re.match(r"(\S*?):(?:\s|\Z)(.*)\Z", body)
    if match:
        return match[1], match[2].split()
    head, *tokens = body.split() or [""]
    if tokens and tokens[0] == ":":
        tokens = tokens[1:]
    return head.rstrip(":"), tokens


def _numbers(tokens: list[str]) -> tuple[int | None, int | None, str]:
    """The score, the total and what follows; a number missing is None."""
    found: list[int] = []
    rest = list(tokens)
    while rest and len(found) < 2 and _NUMBER.match(rest[0]):
        found.append(int(rest.pop(0).replace("+-", "-")))
    score, total = [*found, None, None][:2]
    return score, total, " ".join(rest)


def _rack(tokens: list[str]) -> str:
    """A rack, or nothing where something stands for an unknown one."""
    text = "".join(tokens)
    return text if any(c.isalnum() or c in "?_" for c in text) else ""


def _at(tokens: list[str], fits: Callable[[str], bool]) -> int | None:
    """Where the deciding token stands: first, or second after the rack."""
    return next((i for i, token in enumerate(tokens[:2]) if fits(token)), None)


def _bracketed(number: int, nick: str, tokens: list[str]) -> GcgEvent | None:
    i = _at(tokens, lambda part: len(part) > 1 and part[0] == "(" and part[-1] == ")")
    if i is None:
        return None
    rack, held = _rack(tokens[:i]), tokens[i][1:-1]
    score, total, rest = _numbers(tokens[i + 1 :])
    if held.lower() == "challenge":
        rack = "" if rack == "UNKNOWN" else rack  # as Quackle writes it
        return GcgChallenge(nick, rack, score, total, number, rest)
    if held.lower() == "time":
        return GcgTime(nick, rack, score, total, number, rest)
    if score is None:
        return None
    return GcgEndRack(nick, rack, held, score, total, number, rest)


def _dashed(number: int, nick: str, tokens: list[str]) -> GcgEvent | None:
    i = _at(tokens, lambda t: t.startswith("-"))
    if i is None:
        return None
    rack, what = _rack(tokens[:i]), tokens[i][1:]
    score, total, rest = _numbers(tokens[i + 1 :])
    if what == "-":
        return GcgWithdrawal(nick, rack, score, total, number, rest)
    if what in ("", "0"):
        return GcgPass(nick, rack, score, total, number, rest)
    if what.isascii() and what.isdigit():
        return GcgExchange(nick, rack, "", int(what[:6]), score, total, number, rest)
    return GcgExchange(nick, rack, what, None, score, total, number, rest)


def _play(number: int, nick: str, tokens: list[str]) -> GcgEvent | None:
    i = _at(tokens, lambda t: bool(_COORDINATE.match(t)))
    if i == 0 and len(tokens) > 2 and _COORDINATE.match(tokens[1]):
        i = 1  # a rack such as 2A, with a digit for a tile of two letters
    if i is None or len(tokens) < i + 2 or _NUMBER.match(tokens[i + 1]):
        return None
    score, total, rest = _numbers(tokens[i + 2 :])
    rack, where, word = _rack(tokens[:i]), tokens[i].upper(), tokens[i + 1]
    return GcgPlay(nick, rack, where, word, score, total, number, rest)
