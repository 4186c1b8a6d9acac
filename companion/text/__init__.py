"""What is said to people, as a template with arguments until the last moment.

`said` and its kin make a text, `companion.text.languages` writes it in a language. Between the
two nobody compares, splits or searches a sentence. Rules and all other parts of the mind import
from here alone; what writes texts opens files and stays at the edge.
"""

from __future__ import annotations

from companion.text.said import (
    NOTHING,
    Argument,
    Said,
    from_file,
    listed,
    plain,
    said,
    said_in,
    said_n,
    sentences,
    verbatim,
)

__all__ = [
    "NOTHING",
    "Argument",
    "Said",
    "from_file",
    "listed",
    "plain",
    "said",
    "said_in",
    "said_n",
    "sentences",
    "verbatim",
]
