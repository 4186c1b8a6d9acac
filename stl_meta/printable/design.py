"""The measures of a set that is to be made. All in mm."""

from __future__ import annotations

from dataclasses import dataclass, fields

from stl_meta.faults import MeshError


@dataclass(frozen=True, slots=True)
class SetDesign:
    """A set in the style of a bookcase game: a board in four quarters, inserts, tiles, racks.

    Attributes:
        squares: Along a side of the board; odd, so that quarters have half squares.
        pitch_mm: Distance of neighbouring squares.
        wall_mm: Between two squares.
        floor_mm: Thickness under a square.
        wall_height_mm: Walls above the floor.
        rim_mm: Around the squares.
        insert_mm: Thickness of a premium insert; it lies flush in a pocket.
        play_mm: Clearance on each side of a part that goes into another.
        tile_play_mm: The same for tiles, which fingers must lift.
        tile_mm: Thickness of a tile.
        tile_corner_mm: Radius of its corners.
        relief_mm: Height of its letter; negative to sink it in.
        connector_mm: Diameter of the ring that holds the four quarters.
        connector_thick_mm: Its thickness.
    """

    squares: int = 15
    pitch_mm: float = 21.0
    wall_mm: float = 1.6
    floor_mm: float = 3.4
    wall_height_mm: float = 1.4
    rim_mm: float = 6.0
    insert_mm: float = 1.0
    play_mm: float = 0.15
    tile_play_mm: float = 0.4
    tile_mm: float = 4.4
    tile_corner_mm: float = 1.8
    relief_mm: float = 0.6
    connector_mm: float = 60.0
    connector_thick_mm: float = 1.6

    def __post_init__(self) -> None:
        for each in fields(self):
            if each.name != "relief_mm" and not 0 < getattr(self, each.name) < 1000:
                raise MeshError("{each} must be between 0 and 1000.", each=each.name)
        if self.squares % 2 == 0 or not 3 <= self.squares <= 31:
            raise MeshError("squares must be odd, from 3 to 31.")
        if self.recess_mm < 8 or self.tile_side_mm < 6:
            raise MeshError("The squares are too small to hold a tile; raise pitch_mm.")
        if self.insert_mm + self.connector_thick_mm + 0.4 > self.floor_mm:
            raise MeshError("The floor is too thin for insert and connector; raise floor_mm.")

    @property
    def recess_mm(self) -> float:
        """Clear width of a square."""
        return self.pitch_mm - self.wall_mm

    @property
    def tile_side_mm(self) -> float:
        """Side of a tile."""
        return self.recess_mm - 2 * self.tile_play_mm

    @property
    def insert_side_mm(self) -> float:
        """Side of a premium insert."""
        return self.recess_mm - 2 * self.play_mm

    @property
    def quarter_mm(self) -> float:
        """Side of a quarter."""
        return self.rim_mm + self.pitch_mm * self.squares / 2

    @property
    def board_thick_mm(self) -> float:
        """Thickness of the board at its rim."""
        return self.floor_mm + self.wall_height_mm


@dataclass(frozen=True, slots=True)
class FitTo:
    """What an extra must fit: measures of a board that is already there.

    Attributes:
        thick_mm: Of the board at its rim.
        rim_mm: Around its squares: what a clip may cover.
        tile_side_mm: Of its tiles.
    """

    thick_mm: float = 4.8
    rim_mm: float = 6.0
    tile_side_mm: float = 18.6

    @classmethod
    def of(cls, design: SetDesign) -> FitTo:
        """Measures of a set of our own."""
        return cls(design.board_thick_mm, design.rim_mm, design.tile_side_mm)
