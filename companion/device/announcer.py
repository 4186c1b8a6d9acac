"""Says on the screens when buttons come and go."""

from __future__ import annotations

from companion.device.desk import ACTOR, Game
from companion.session.messages import ShowMessage
from companion.session.order import ordered
from companion.text import Said


class Announcer:
    """Tells of one source of presses: when it comes, and each trouble once in between."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._is_ready = False
        self._said: set[type[Exception]] = set()

    def tell(self, sentence: Said, *, ready: bool, trouble: Exception | None) -> None:
        """Say how it stands now, if that is news."""
        kind = type(trouble) if trouble is not None else None
        if ready:
            if self._is_ready:
                return
            self._said.clear()
        elif kind is None or kind in self._said:
            return
        else:
            self._said.add(kind)
        self._is_ready = ready
        self._game.submit(ordered(ShowMessage(sentence, "box"), ACTOR))
