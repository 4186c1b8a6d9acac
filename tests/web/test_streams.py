"""Event streams: who is told what, how often it is written, and who has to wait outside."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from companion.session.snapshot import Snapshot
from companion.text.languages import language
from companion.web.port import OneGame, Playing
from companion.web.serving.limits import LIMITS
from companion.web.serving.streams import Stream, Streams, Ticket, Viewer
from companion.web.views.stream import writer
from tests.doubles.fake_loop import FakeLoop

SOON_S = 5.0
HOST, GUEST = Viewer(True, "en"), Viewer(False, "en")


class Table:
    """A game with its streams; counts what is written."""

    def __init__(self, **changes: Any) -> None:
        self.loop = FakeLoop()
        self.room = OneGame(Playing(self.loop, self.loop.setup.tiles))
        self.streams = Streams(replace(LIMITS, **changes))
        self.written: list[tuple[Viewer, int]] = []

    def ticket(self, viewer: Viewer = HOST, **more: Any) -> Ticket:
        write = writer(host=viewer.host, speaks=language(viewer.language))

        def counted(snapshot: Snapshot, playing: Playing) -> str:
            self.written.append((viewer, snapshot.version))
            return write(snapshot, playing)

        return Ticket(self.room, viewer, counted, **more)

    def join(self, client: str = "a", *, own: bool = False, **more: Any) -> Stream | None:
        return self.streams.join(self.ticket(**more), client, own=own)

    def follow(self, client: str = "a", **more: Any) -> AsyncIterator[str]:
        stream = self.join(client, **more)
        assert stream is not None
        return listening(stream)


async def listening(stream: Stream) -> AsyncIterator[str]:
    async for block in stream.blocks():
        yield block.decode()


async def after(blocks: AsyncIterator[str]) -> str:
    async with asyncio.timeout(SOON_S):
        return await anext(blocks)


async def versions(blocks: AsyncIterator[str], count: int) -> list[int]:
    return [int((await after(blocks)).split("\n")[0][4:]) for _ in range(count)]


@asynccontextmanager
async def open_table(**changes: Any) -> AsyncIterator[Table]:
    table = Table(**changes)
    try:
        yield table
    finally:
        table.streams.close()


def looped(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def run() -> None:
        # The tests of the browser leave a loop in this thread until the session ends.
        with ThreadPoolExecutor(1) as beside:
            beside.submit(lambda: asyncio.run(test())).result()

    run.__name__ = test.__name__
    return run


@looped
async def test_it_starts_at_once_with_the_full_state() -> None:
    async with open_table() as table:
        table.loop.play("8D", "QUIET")
        blocks = table.follow()
        assert (await after(blocks)).startswith("retry: ")
        first = await after(blocks)
        assert first.startswith("id: 1\nevent: state\ndata: ")
        assert json.loads(first.split("data: ")[1])["players"][0]["total"] == 48


@looped
async def test_it_keeps_alive_and_then_tells_news() -> None:
    async with open_table() as table:
        blocks = table.follow(keepalive_s=0.01)
        await after(blocks), await after(blocks)
        assert (await after(blocks)).startswith(": keepalive\n")
        table.loop.play("8D", "QUIET")
        while (told := await after(blocks)).startswith(": keepalive"):
            pass
        assert told.startswith("id: 1\n")


@looped
async def test_it_replays_what_a_sleeper_missed() -> None:
    async with open_table() as table:
        for at, word in (("8D", "QUIET"), ("F8", "IVORY"), ("12D", "MAYBE")):
            table.loop.play(at, word)
        blocks = table.follow(after=1)
        await after(blocks)
        assert await versions(blocks, 2) == [2, 3]


@looped
async def test_after_a_restart_it_sends_the_newest() -> None:
    async with open_table() as table:
        blocks = table.follow(after=500)
        await after(blocks)
        assert await versions(blocks, 1) == [0]
        table.loop.play("8D", "QUIET")
        assert await versions(blocks, 1) == [1]


@looped
async def test_a_state_is_written_once_for_all_of_one_kind() -> None:
    async with open_table() as table:
        all_blocks = [
            table.follow(f"{kind}{n}", viewer=kind) for kind in (HOST, GUEST) for n in range(30)
        ]
        for blocks in all_blocks:
            await after(blocks), await after(blocks)
        for at, word in (("8D", "QUIET"), ("F8", "IVORY")):
            table.loop.play(at, word)
        for blocks in all_blocks:
            assert await versions(blocks, 2) == [1, 2]
        wanted = [(kind, version) for kind in (HOST, GUEST) for version in (0, 1, 2)]
        assert sorted(table.written, key=str) == sorted(wanted, key=str)


@looped
async def test_one_that_takes_nothing_gets_the_newest_in_the_end() -> None:
    async with open_table(waiting=2) as table:
        slow, quick = table.follow("slow"), table.follow("quick")
        for blocks in (slow, quick):
            await after(blocks)
            assert await versions(blocks, 1) == [0]
        for turn, (at, word) in enumerate(
            (("8D", "QUIET"), ("F8", "IVORY"), ("12D", "MAYBE")), 1
        ):
            table.loop.play(at, word)
            assert await versions(quick, 1) == [turn]
        assert await versions(slow, 1) == [3]


@looped
async def test_one_address_gets_its_share_and_no_more() -> None:
    async with open_table(streams=6, streams_each=3, streams_own=4) as table:
        assert [table.join("a") is not None for _ in range(4)] == [True, True, True, False]
        assert table.join("b") is not None
        own = [table.join("127.0.0.1", own=True) is not None for _ in range(5)]
        assert own == [True, True, False, False, False]  # all places are taken, evenly
        assert len(table.streams) == 6


@looped
async def test_who_has_most_makes_room_when_all_places_are_taken() -> None:
    async with open_table(streams=4, streams_each=4) as table:
        first = table.join("greedy")
        assert first is not None
        for _ in range(3):
            table.join("greedy")
        late = table.follow("late")
        await after(late)
        assert await versions(late, 1) == [0]
        assert [block async for block in first.blocks()][0:1] == [b"retry: 2000\n\n"]
        assert len(table.streams) == 4


@looped
async def test_one_that_made_room_and_then_leaves_by_itself_is_let_go_once() -> None:
    async with open_table(streams=2, streams_each=3) as table:
        oldest, second = table.join("a"), table.join("a", viewer=GUEST)
        assert oldest is not None
        assert second is not None
        assert table.join("b", viewer=GUEST) is not None  # in the oldest's place
        table.streams.leave(second)
        later = table.follow("a")
        await after(later), await after(later)
        table.streams.leave(oldest)  # its connection ends at last
        table.loop.play("8D", "QUIET")
        assert await versions(later, 1) == [1]
        assert len(table.streams) == 2
        table.streams.close()
        assert [block async for block in later] == []


@looped
async def test_the_host_with_a_pin_always_has_a_place() -> None:
    async with open_table(streams=2, streams_each=1) as table:
        host = [table.join("a", kept=True), table.join("a", kept=True)]
        assert None not in host
        assert table.join("b") is None
        assert len(table.streams) == 2


@looped
async def test_all_end_when_the_server_does() -> None:
    async with open_table() as table:
        blocks = table.follow()
        await after(blocks), await after(blocks)
        table.streams.close()
        assert [block async for block in blocks] == []
        assert table.join("b") is None
