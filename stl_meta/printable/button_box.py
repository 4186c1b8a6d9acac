"""The box for the buttons as docs/device.md has it: board, buttons, lights and displays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from manifold3d import Manifold

from stl_meta.faults import MeshError
from stl_meta.printable.part import PrintPart, Volume
from stl_meta.printable.shapes import box, mesh_of, profile, rounded, tube, union

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Board:
    """A microcontroller's board, its sockets to the left; from its lower left corner.

    Attributes:
        size: Length and width.
        holes: Middles of the holes for screws; none for a board that lies between rails.
        sockets: (middle, width, height) of each along the left edge, above the board.
    """

    size: Place
    holes: tuple[Place, ...]
    sockets: tuple[tuple[float, float, float], ...]


_UNO_HOLES = ((13.97, 2.54), (15.24, 50.8), (66.04, 7.62), (66.04, 35.56))
_USB_B, _MICRO_USB, _POWER = (38.0, 12.0, 11.0), (38.0, 7.5, 3.2), (8.1, 9.0, 11.0)

BOARDS: Mapping[str, Board] = MappingProxyType(
    {
        "uno": Board((68.6, 53.4), _UNO_HOLES, (_USB_B, _POWER)),
        "leonardo": Board((68.6, 53.4), _UNO_HOLES, (_MICRO_USB, _POWER)),
        "mega": Board(
            (101.6, 53.4), ((13.97, 2.54), (15.24, 50.8), (96.52, 2.54), (90.17, 50.8)),
            (_USB_B, _POWER),
        ),
        "nano": Board((45.0, 18.0), (), ((9.0, 7.8, 4.0),)),
    }
)  # fmt: skip
"""Sources: Arduino's drawings of the boards."""

DISPLAYS: Mapping[str, tuple[Place, Place, Place]] = MappingProxyType(
    {
        "lcd": ((72.0, 25.0), (80.0, 36.0), (75.0, 31.0)),
        "oled": ((24.0, 13.0), (27.3, 27.8), (23.5, 23.8)),
    }
)
"""Window, board, and distances of the holes: HD44780 with 16 by 2, SSD1306 of 0.96 inches."""

DIGITS: tuple[Place, Place] = ((30.6, 14.6), (42.0, 24.0))
"""Window and board of a TM1637 with four digits; its board is glued."""

WALL, FLOOR, LID = 2.4, 2.4, 3.0
INSIDE = 42.0
"""Free height: a board with its plugs below, a display with its backpack above."""
STAND = 6.0
PCB = 1.6
LIGHT_MM = 5.2
POST_MM = 9.0
EDGE = 8.0
BUTTON_DEEP = 30.0
"""A button with its contacts reaches so far below the lid."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is, seen from above; from the lower left corner of the box.

    Attributes:
        size: Of the box.
        buttons: Middle of each, by name.
        lights: Middle of each, by name.
        windows: Middle, window, board and distances of the holes of each display, by name.
        board: Lower left corner of the board.
        posts: Middles of the posts that the lid is screwed to.
    """

    size: Place
    buttons: Mapping[str, Place]
    lights: Mapping[str, Place]
    windows: Mapping[str, tuple[Place, Place, Place, Place | None]]
    board: Place
    posts: tuple[Place, ...]


OTHERS = ("challenge", "pass", "undo", "pause")


def layout(
    *, players: int = 4, board: str = "uno", display: str = "lcd", hole_mm: float = 16.2
) -> Layout:
    """Return where everything is: players in front, the other buttons, displays at the back.

    Args:
        players: 2 to 4.
        board: One of `BOARDS`.
        display: One of `DISPLAYS`, or empty for none.
        hole_mm: Of a button's thread.
    """
    if not 2 <= players <= 4:
        raise MeshError("A button box is for 2 to 4 players.")
    if board not in BOARDS or display not in ("", *DISPLAYS):
        raise MeshError(
            "There are the boards {boards} and the displays {displays}.",
            boards=", ".join(BOARDS), displays=", ".join(DISPLAYS),
        )  # fmt: skip
    if not 10 <= hole_mm <= 26:
        raise MeshError("Buttons of 10 to 26 mm can be built in.")
    step = hole_mm + 12
    shown = DISPLAYS[display][1][0] + 4 if display else 0.0
    width = BOARDS[board].size[1]
    back = max(width, 40.0) + POST_MM + 6  # behind the buttons, and before the posts
    inner = max(len(OTHERS) * step, BOARDS[board].size[0] + 2, shown + DIGITS[1][0] + 2)
    long = inner + 2 * (WALL + EDGE)
    deep = 2 * WALL + 2 * (step + 8) + back + 2
    front = WALL + step / 2 + 10

    def row(names: Sequence[str], y: float) -> dict[str, Place]:
        pitch = inner / len(names)
        return {name: (WALL + EDGE + (k + 0.5) * pitch, y) for k, name in enumerate(names)}

    seats = [f"player {seat + 1}" for seat in range(players)]
    buttons = row(seats, front) | row(OTHERS, front + step + 8)
    above = step / 2 + 1.5
    lights = {name: (buttons[name][0], buttons[name][1] + above) for name in seats}
    lights["doubt"] = (buttons["pause"][0], buttons["pause"][1] + above)
    lights["challenge is open"] = (buttons["challenge"][0], buttons["challenge"][1] + above)
    middle = deep - WALL - back / 2
    left = WALL + EDGE
    windows: dict[str, tuple[Place, Place, Place, Place | None]] = {}
    if display:
        window, pcb, apart = DISPLAYS[display]
        windows["display"] = ((left + pcb[0] / 2, middle), window, pcb, apart)
    windows["digits"] = ((long - left - DIGITS[1][0] / 2, middle), *DIGITS, None)
    inset = WALL + POST_MM / 2 - 1
    return Layout(
        (long, deep), buttons, lights, windows,
        (WALL + 1.0, deep - WALL - POST_MM - 2 - width),
        tuple((x, y) for x in (inset, long - inset) for y in (inset, deep - inset)),
    )  # fmt: skip


def button_box(
    *, players: int = 4, board: str = "uno", display: str = "lcd", hole_mm: float = 16.2
) -> tuple[PrintPart, PrintPart]:
    """A box for the device's board and its lid for buttons, lights and displays.

    Nothing in either is printed over thin air: openings for sockets have gables, the lid is
    printed with its face down. Arguments as for `layout`.
    """
    plan = layout(players=players, board=board, display=display, hole_mm=hole_mm)
    body = Volume("box", mesh_of(_body(plan, BOARDS[board])), "#3a3d44")
    lid = Volume("lid", mesh_of(_lid(plan, hole_mm)), "#b8bcc2")
    lies = "The board is screwed to its posts with 2.9 mm screws; a Nano lies in its rails."
    face = "Print it face down, as in the file. Four 3 mm screws hold it."
    return PrintPart("button-box", (body,), 1, lies), PrintPart(
        "button-box-lid", (lid,), 1, face
    )


def _body(plan: Layout, board: Board) -> Manifold:
    long, deep = plan.size
    high = FLOOR + INSIDE
    outer = rounded(long, deep, high, 5)
    inner = rounded(long - 2 * WALL, deep - 2 * WALL, high, 3, at=(WALL, WALL, FLOOR))
    posts = union([tube(POST_MM, high, at=(*place, 0)) for place in plan.posts])
    holes = [(plan.board[0] + x, plan.board[1] + y) for x, y in board.holes]
    stands = union([tube(6.0, STAND, at=(*place, FLOOR)) for place in holes])
    if not holes:
        stands = _rails(plan, board)
    pilots = [tube(2.6, 14, at=(*place, high - 14)) for place in plan.posts]
    pilots += [tube(2.3, STAND + 1, at=(*place, FLOOR)) for place in holes]
    openings = [
        _gable(width + 1.5, height + 1.0).translate(
            [0, plan.board[1] + middle, FLOOR + STAND + PCB - 0.5]
        )
        for middle, width, height in board.sockets
    ]
    return ((outer - inner) + (posts ^ outer) + stands) - union([*pilots, *openings])


def _rails(plan: Layout, board: Board) -> Manifold:
    """Four corners that a board without holes lies on and between."""
    (x, y), (length, width) = plan.board, board.size
    block = box(length + 3, width + 3.4, STAND + 2, at=(x, y - 1.7, FLOOR))
    bed = box(length + 0.4, width + 0.4, 9, at=(x - 0.01, y - 0.2, FLOOR + STAND))
    under = box(length - 6, width - 5, 20, at=(x + 3, y + 2.5, FLOOR))
    sides = box(length - 12, width + 9, 20, at=(x + 6, y - 4, FLOOR))
    pins = box(length + 9, width - 8, 20, at=(x + 4, y + 4, FLOOR))
    return block - bed - under - sides - pins


def _gable(width: float, height: float) -> Manifold:
    """An opening through the left wall, by the middle of its sill; its roof rises steeply."""
    half, ridge = width / 2, 1.5
    outline = [
        (-half, 0), (half, 0), (half, height), (ridge, height + half - ridge),
        (-ridge, height + half - ridge), (-half, height),
    ]  # fmt: skip
    return profile(outline, 6 * WALL).translate([-3 * WALL, 0, 0])


def _lid(plan: Layout, hole_mm: float) -> Manifold:
    """The lid as it is printed: mirrored, its face on the bed, what holds displays upwards."""
    long, deep = plan.size
    plate = rounded(long, deep, LID, 5)
    holes = [tube(hole_mm, 3 * LID, at=(*place, -LID)) for place in plan.buttons.values()]
    holes += [tube(LIGHT_MM, 3 * LID, at=(*place, -LID)) for place in plan.lights.values()]
    holes += [tube(3.4, 3 * LID, at=(*place, -LID)) for place in plan.posts]
    bosses = []
    for (x, y), window, _, apart in plan.windows.values():
        holes.append(box(*window, 3 * LID, at=(x - window[0] / 2, y - window[1] / 2, -LID)))
        for dx, dy in ((-1, -1), (-1, 1), (1, -1), (1, 1)) if apart else ():
            at = (x + dx * apart[0] / 2, y + dy * apart[1] / 2) if apart else (x, y)
            bosses.append(tube(5.0, 4.0, at=(*at, LID)) - tube(2.0, 9, at=(*at, LID)))
    return (plate - union(holes) + union(bosses)).mirror([1, 0, 0]).translate([long, 0, 0])
