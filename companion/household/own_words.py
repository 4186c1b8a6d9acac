"""The household's own words: kept in a file beside the games, read by whoever plays next."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from weakref import WeakValueDictionary

from companion.errors import InputError
from companion.household.files import write_whole
from companion.lexicon import Verdict, WordList
from companion.lexicon import load as load_lexicon
from companion.lexicon.anagrams import Anagrams
from companion.lexicon.house import HouseList

log = logging.getLogger(__name__)

MOST_WORDS = 5000


class HouseWords:
    """A word list with the household's changes; a change counts at once and is kept.

    Thread-safe: a change puts another immutable list in the place of the old one.
    """

    def __init__(self, base: WordList, file: Path | None, *, anagrams: bool = False) -> None:
        """Read the changes of a list.

        Args:
            base: The list.
            file: A word a line, with `+` or `-` before it; None keeps nothing.
            anagrams: Whether anagrams of the list's words count too.
        """
        self._anagrams = Anagrams(base) if anagrams else None
        self._file = file
        self._lock = threading.Lock()
        self._list = _read(HouseList(base), file)

    @property
    def lexicon_id(self) -> str:
        """Name that is stored in logs."""
        return self._list.lexicon_id

    @property
    def title(self) -> str:
        """Name that is shown."""
        return self._list.title

    def __contains__(self, word: object) -> bool:
        return word in self._list or (
            self._anagrams is not None and isinstance(word, str) and self.judge(word).known
        )

    def has_prefix(self, prefix: str) -> bool:
        """Whether any word that counts begins so."""
        return self._anagrams is not None or self._list.has_prefix(prefix)

    def judge(self, word: str) -> Verdict:
        """What to show, and to store, about a word."""
        verdict = self._list.judge(word)
        return self._anagrams.judged(verdict) if self._anagrams else verdict

    def keep(self, word: str, *, known: bool) -> None:
        """Add a word, or take it off, from now on.

        Raises:
            InputError: There are too many, or they cannot be written.
        """
        with self._lock:
            changed = self._list.with_word(word) if known else self._list.without_word(word)
            if len(changed.added) + len(changed.removed) > MOST_WORDS:
                raise InputError(
                    "A house list holds at most {most_words} words.", most_words=MOST_WORDS
                )
            if self._file is not None:
                lines = [f"+{w}" for w in sorted(changed.added)]
                lines += [f"-{w}" for w in sorted(changed.removed)]
                write_whole(self._file, "".join(f"{line}\n" for line in lines).encode())
            self._list = changed
        log.info("the house list %s %s", "takes in" if known else "leaves out", word)


_bases: WeakValueDictionary[object, WordList] = WeakValueDictionary()
_shared: WeakValueDictionary[object, HouseWords] = WeakValueDictionary()
_sharing = threading.Lock()


def house_words(lexicon: str, folder: Path | None, *, anagrams: bool = False) -> HouseWords:
    """Return a word list with the household's own words.

    Tables that play by the same list share it: a word that is added at one counts at all.

    Args:
        lexicon: Name or path of the list.
        folder: The data folder; None keeps nothing, and shares no changes.
        anagrams: Whether anagrams of the list's words count too.
    """
    path = Path(lexicon)
    # A list that was brought anew in the place of another is another.
    key = (lexicon, path.stat().st_mtime_ns if path.is_file() else 0)
    with _sharing:
        base = _bases.get(key)
        if base is None:
            base = _bases[key] = load_lexicon(lexicon)
        if folder is None:
            return HouseWords(base, None, anagrams=anagrams)
        words = _shared.get((*key, folder, anagrams))
        if words is None:
            file = folder / "words" / f"{base.title}.house"
            words = HouseWords(base, file, anagrams=anagrams)
            _shared[(*key, folder, anagrams)] = words
        return words


def _read(words: HouseList, file: Path | None) -> HouseList:
    if file is None or not file.is_file():
        return words
    try:
        lines = file.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        log.warning("the house list %s is passed over: %s", file, error)
        return words
    for line in lines[:MOST_WORDS]:
        if line[:1] == "+":
            words = words.with_word(line[1:])
        elif line[:1] == "-":
            words = words.without_word(line[1:])
    return words
