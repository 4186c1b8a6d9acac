"""What the word list says of a word."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.errors import DependencyMissing, InputError
from companion.web.port import Desk

MAX_WORD = 45
"""Longest word looked up; no board holds a longer one."""


def blueprint(desk: Desk) -> Blueprint:
    """Return the routes of verdicts."""
    views = Blueprint("challenge", __name__)

    @views.get("/api/verdicts")
    def verdict() -> Response:
        word = request.args.get("word", "").strip()
        if not word or len(word) > MAX_WORD or not word.replace("·", "").isalpha():
            raise InputError("Ask for one word, made of letters only.")
        if desk.lexicon is None:
            raise DependencyMissing("There is no word list; choose one with --lexicon.")
        found = desk.lexicon.judge(word)
        return jsonify(
            ok=True,
            verdict={
                "word": found.word,
                "known": found.known,
                "lexicon": found.lexicon_title,
                "sentence": found.sentence,
                "definition": found.definition,
            },
        )

    return views
