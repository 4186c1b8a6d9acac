"""`companion cards`: which cards lie in a photo, and what a hand of the card game is worth."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion import gamedata
from companion.app.terminal import json_line, t, tell, write
from companion.errors import ImageError, InputError
from companion.text import Argument, listed, said, said_n

if TYPE_CHECKING:
    from companion.household.card_lists import CardList
    from companion.vision.cards.types import CardReading, HandReading


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "cards",
        help=t("read cards laid on a table"),
        description=t(
            "Finds the cards in each photo and tells which they are by their titles."
        ),
    )
    parser.add_argument("photos", nargs="+", metavar="PHOTO")
    parser.add_argument(
        "--deck",
        metavar="NAME_OR_FILE",
        help=t(
            "{games}, or a data file of one of them (default: the one whose hands "
            "are reckoned)",
            games=listed(gamedata.games(), "comma"),
        ),
    )
    parser.add_argument("--titles", metavar="FILE", help=t("what your own cards have printed"))
    parser.add_argument(
        "--value",
        action="store_true",
        help=t("reckon up each photo as a hand of the card game"),
    )
    parser.add_argument("--json", action="store_true", help=t("one JSON object per photo"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read each photo; return 1 if any was refused."""
    from companion.camera import load_image
    from companion.household.card_lists import load_card_list
    from companion.rules.registry import GAMES
    from companion.vision.cards.read import CardReader
    from companion.vision.cards.types import HandUnreadable

    counted = [key for key, game in GAMES.items() if game.hands]
    known = load_card_list(args.deck or counted[0], args.titles)
    if args.value and known.game.hands is None:
        raise InputError(
            "--value reckons hands of {counted}, not of {key}.",
            counted=listed(counted, "comma"),
            key=known.game.key,
        )
    reader = CardReader(known.cards)
    status = 0
    for name in args.photos:
        try:
            seen = reader.read(load_image(name))
        except ImageError as fault:
            answer = _refusal(name, "not-a-picture", fault.said)
        else:
            if isinstance(seen, HandUnreadable):
                answer = _refusal(name, seen.reason.value, seen.detail)
            else:
                answer = as_json(name, seen, known)
                if args.value and known.game.hands is not None:
                    keys = [card.key for card in seen.cards]
                    answer["value"] = value_json(known.game.hands.worth(known.text, keys))
        if answer["status"] != "ok":
            status = 1
        _print(answer, json_lines=args.json)
    return status


def as_json(name: str, reading: HandReading, known: CardList) -> dict[str, Any]:
    """Return a reading in the form that `docs/commands.md` describes."""
    names = {card.key: card.name for card in known.cards}
    doubtful = sum(card.doubtful for card in reading.cards)
    return {
        "image": name,
        "status": "ok",
        "detail": said_n(
            "{n} card, {doubtful} doubtful",
            "{n} cards, {doubtful} doubtful",
            len(reading.cards),
            doubtful=doubtful,
        ),
        "cards": [_card(card, names) for card in reading.cards],
    }


def _card(card: CardReading, names: dict[str, str]) -> dict[str, Any]:
    return {
        "corners": [[round(x, 1), round(y, 1)] for x, y in card.corners_px],
        "card": card.key,
        "title": names[card.key],
        "probability": round(card.probability, 4),
        "candidates": [[names[key], round(p, 4)] for key, p in card.candidates if p >= 0.005],
        "doubtful": card.doubtful,
    }


def value_json(worth: dict[str, Any]) -> dict[str, Any]:
    """Return what a hand is worth, as its game reckons it, with a sentence on that."""
    if worth["excess"]:
        return {
            "total": None,
            "detail": said(
                "More cards {card} were read than the deck has: correct them first.",
                card=worth["excess"],
            ),
            "lines": [],
        }
    total = worth["total"]
    way = (
        said("${total}, going out", total=total)
        if worth["goes_out"]
        else said("${total}, as it lies; it cannot go out", total=total)
    )
    if not worth["official"]:
        way = said("{worth}; the values of the groups are placeholders", worth=way)
    return {
        "total": total,
        "detail": way,
        "goes_out": worth["goes_out"],
        "lines": worth["lines"],
        "left": worth["left"],
    }


def _refusal(name: str, status: str, detail: Argument) -> dict[str, Any]:
    return {"image": name, "status": status, "detail": detail, "cards": []}


def _print(answer: dict[str, Any], *, json_lines: bool) -> None:
    if json_lines:
        print(json_line(answer), flush=True)
    if answer["status"] != "ok" or not json_lines:
        tell(said("{file}: {detail}", file=answer["image"], detail=answer["detail"]))
    if json_lines:
        return
    for card in answer["cards"]:
        mark = " ?" if card["doubtful"] else ""
        tell(f"  {write(card['title'])} ({card['probability']:.2f}){mark}")
    if "value" in answer:
        tell(said("  Value: {worth}", worth=answer["value"]["detail"]))
        for line in answer["value"]["lines"]:
            tell(f"    {write(line['text'])}: ${line['amount']}")
