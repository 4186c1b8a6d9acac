"""What the page makes of the rules' sentences: the same as static/js/say.js, to be tested."""

from __future__ import annotations

import re
from collections.abc import Mapping

GAP = re.compile(r"\{(\d)\}")


class Say:
    """Says a sentence of the rules in another language."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._exact = {e: o for e, o in texts.items() if not GAP.search(e)}
        self._patterns = [
            (
                re.compile("(.+?)".join(map(re.escape, re.split(r"\{\d\}", english))) + r"\Z"),
                GAP.findall(english),
                other,
            )
            for english, other in sorted(
                texts.items(), key=lambda pair: -len(GAP.sub("", pair[0]))
            )
            if GAP.search(english)
        ]

    def knows(self, sentence: str) -> bool:
        """Whether a sentence, or each of its sentences, is in the catalogue."""
        if self._known(sentence):
            return True
        parts = re.split(r"(?<=[.!?]) (?=\S)", sentence)
        if len(parts) > 1:
            return all(map(self.knows, parts))
        items = sentence.split(", ")
        return len(items) > 1 and all(map(self._known, items))

    def _known(self, sentence: str) -> bool:
        return sentence in self._exact or any(p.match(sentence) for p, _, _ in self._patterns)

    def __call__(self, sentence: str) -> str:
        if sentence in self._exact:
            return self._exact[sentence]
        for pattern, order, other in self._patterns:
            found = pattern.match(sentence)
            if found:
                groups = dict(zip(order, found.groups(), strict=True))
                return GAP.sub(lambda gap: self(groups[gap.group(1)]), other)  # noqa: B023
        parts = re.split(r"(?<=[.!?]) (?=\S)", sentence)
        if len(parts) > 1:
            return " ".join(map(self, parts))
        items = sentence.split(", ")
        return ", ".join(map(self, items)) if len(items) > 1 else sentence
