"""Pack a word list as the package carries it: upper case, sorted, one a line, gzip.

    python -m tools.pack_word_list SOURCE OUTPUT.txt.gz [--add WORD ...]

SOURCE is a text with one word a line or a JSON list of words.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--add", nargs="*", default=[], help="words the source lacks")
    args = parser.parse_args()

    text = args.source.read_text(encoding="utf-8")
    found = json.loads(text) if args.source.suffix == ".json" else text.split()
    words = sorted({word.upper() for word in [*found, *args.add]})
    packed = ("\n".join(words) + "\n").encode()
    # No time stamp inside: the same words give the same file.
    args.output.write_bytes(gzip.compress(packed, 9, mtime=0))
    print(f"{len(words)} words, sha256 of the text {hashlib.sha256(packed).hexdigest()}")


if __name__ == "__main__":
    main()
