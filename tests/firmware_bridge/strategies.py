"""Messages of all kinds, for hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from firmware_bridge.messages import MESSAGES, PROTOCOL
from firmware_bridge.spec import RANGES, load_spec

TEXT = "".join(map(chr, range(32, 127)))


def fields_of(type_: str, name: str = "") -> st.SearchStrategy[int | str]:
    if name == "protocol":
        return st.just(PROTOCOL)
    if type_ == "hex32":
        return st.integers(0, 2**32 - 1).map(lambda n: f"{n:08x}")
    if type_ == "text16":
        return st.text(TEXT, max_size=16)
    return st.integers(*RANGES[type_])


MESSAGE: st.SearchStrategy[Any] = st.one_of(
    [
        st.builds(
            kind,
            **{
                f.name: fields_of(f.type, f.name)
                for f in load_spec().by_name()[kind.__name__].fields
            },
        )
        for kind in MESSAGES
    ]
)
