"""How one set of tiles looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from companion.synth.glyphs import Mask
from companion.synth.materials import Material

Colour = tuple[float, float, float]
"""Blue, green, red; each 0 to 255."""

Relief = Literal["none", "engraved", "raised"]
Corner = Literal["none", "bottom-right", "top-right", "bottom-left", "top-left", "below"]


class Ornament(Protocol):
    """What may be printed on the face of a blank."""

    def drawn(self, size_px: int, font: str, dx: float, dy: float) -> Mask:
        """Return it as float32 (size_px, size_px), 0 bare to 1 ink.

        Args:
            size_px: Side of the face.
            font: Font file of the set's letters.
            dx: How far it slips to the right on this tile, in parts of the side.
            dy: How far it slips down.
        """


class Shape(Protocol):
    """The body of raised or sunk strokes."""

    def light(self, strokes: Mask, light_dir: tuple[float, float], *, raised: bool) -> Mask:
        """Return the brightness of each pixel as a factor on that of the flat face.

        Args:
            strokes: float32 (S, S), 0 on the face to 1 in the strokes.
            light_dir: Towards the light in the picture (x right, y down).
            raised: Whether the strokes stand out; else they are sunk.
        """


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """The look of a whole set of tiles. Lengths are parts of the face's side.

    Attributes:
        font: Font file of the letters.
        digit_font: Font file of the values.
        face: Colour of the face.
        ink: Colour of letters and values.
        relief: Whether letters stand out of the face or are cut into it.
        relief_depth: How strongly relief catches the light, 0 to 1.
        ink_strength: 1 full ink, 0 letters in the face's own colour (relief only).
        letter_cap: Height of a capital.
        letter_x: Middle of the letter, from the left.
        letter_y: Middle of the letter, from the top.
        slant: Lean of letters and values, as a tangent.
        widen: Factor on the width of letters.
        thicken: Change of stroke width, in parts of a capital's height.
        digit_corner: Where the value stands.
        digit_cap: Height of a digit.
        digit_inset: Distance of the value's middle from the two edges of its corner.
        zero_on_blanks: Whether blanks carry a 0.
        mixed_case_pairs: Whether two-letter tiles are printed like `Ch`.
        material: What the face is made of.
        texture: 0 smooth to 1 strongly marked.
        corner_radius: Rounding of the tile's corners.
        bevel: Width of the rounded edge.
        bevel_depth: How strongly that edge catches the light.
        rim: Colour of a line along the edge, or None.
        rim_width: Width of that line.
        rim_inset: Distance of that line from the edge.
        panel: Colour of a disc or square behind the letter, or None.
        panel_round: Whether the panel is a disc.
        panel_size: Side of the panel.
        studs: Small dots near the corners of the face.
        stud_size: Radius of these dots.
        shaped: Shape of the relief where it is lit as a body, or None for a plain shading.
        ornament: What blanks carry, or None for bare ones.
        wear: 0 new to 1 worn: letters off their place, ink with gaps.
    """

    font: str
    digit_font: str
    face: Colour
    ink: Colour
    relief: Relief = "none"
    relief_depth: float = 0.5
    ink_strength: float = 1.0
    letter_cap: float = 0.56
    letter_x: float = 0.5
    letter_y: float = 0.5
    slant: float = 0.0
    widen: float = 1.0
    thicken: float = 0.0
    digit_corner: Corner = "bottom-right"
    digit_cap: float = 0.16
    digit_inset: float = 0.15
    zero_on_blanks: bool = False
    mixed_case_pairs: bool = False
    material: Material = "wood"
    texture: float = 0.3
    corner_radius: float = 0.08
    bevel: float = 0.04
    bevel_depth: float = 0.5
    rim: Colour | None = None
    rim_width: float = 0.03
    rim_inset: float = 0.0
    panel: Colour | None = None
    panel_round: bool = True
    panel_size: float = 0.8
    studs: bool = False
    stud_size: float = 0.03
    shaped: Shape | None = None
    ornament: Ornament | None = None
    wear: float = 0.2
