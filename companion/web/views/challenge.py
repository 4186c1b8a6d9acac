"""What the word list says of a word, challenges, and the household's own words."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.errors import DependencyMissing, InputError
from companion.lexicon import Lexicon
from companion.rules.engine.messages import Challenge
from companion.web.definitions import meaning_of, why_none
from companion.web.desk import Desk
from companion.web.requests import schemas
from companion.web.requests.forms import judged
from companion.web.views.submit import submitter

MAX_WORD = 45
"""Longest word looked up; no board holds a longer one."""


def blueprint(desk: Desk) -> Blueprint:
    """Return the routes of verdicts."""
    views = Blueprint("challenge", __name__)
    submit = submitter(desk)

    @views.get("/api/verdicts")
    def verdict() -> Response:
        word = _word(request.args.get("word", ""))
        return jsonify(ok=True, verdict=_verdict(word, desk))

    @views.post("/api/challenges")
    def doubt() -> Response:
        body = schemas.json_body(request)
        words = judged(body.get("words"), desk.playing.lexicon)
        turn = schemas.number_field(body, "turn", least=1, most=1000)
        by = body.get("by")
        if by is not None:
            by = schemas.number_field(body, "by", least=0, most=9)
        verdicts = [_verdict(word.word, desk) for word in words]
        return submit(Challenge(words, by, turn), verdicts=verdicts)

    @views.post("/api/words")
    def keep() -> Response:
        body = schemas.json_body(request)
        word, known = _word(body.get("word")), body.get("known")
        if not isinstance(known, bool):
            raise InputError("`known` must be true or false.")
        house = desk.playing.house
        if house is None:
            raise DependencyMissing("There is no house list here.")
        house.keep(word, known=known)
        return jsonify(ok=True, verdict=_verdict(word, desk))

    return views


def _lexicon(desk: Desk) -> Lexicon:
    if desk.playing.lexicon is None:
        raise DependencyMissing("There is no word list; choose one with --lexicon.")
    return desk.playing.lexicon


def _word(value: object) -> str:
    word = value.strip() if isinstance(value, str) else ""
    if not word or len(word) > MAX_WORD or not word.replace("·", "").isalpha():
        raise InputError("Ask for one word, made of letters only.")
    return word


def _verdict(word: str, desk: Desk) -> dict[str, object]:
    found = _lexicon(desk).judge(word)
    meaning = meaning_of(found, desk.playing)
    return {
        "word": found.word,
        "known": found.known,
        "lexicon": found.lexicon_title,
        "sentence": found.sentence,
        "definition": meaning[0],
        "source": meaning[1],
        "why": "" if meaning[0] else why_none(desk.playing),
    }
