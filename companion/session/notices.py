"""What the screens say of the camera."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.board.reading import Reason
from companion.text import Said, said

CAMERA: Mapping[Reason, Said] = MappingProxyType(
    {
        Reason.BOARD_NOT_FOUND: said("The camera does not see the whole board."),
        Reason.BOARD_CUT_OFF: said("Part of the board is outside the picture."),
        Reason.HAND_OVER_BOARD: said("A hand is over the board."),
        Reason.OUT_OF_FOCUS: said("The picture is blurred."),
        Reason.TOO_DARK: said("It is too dark to read the board."),
        Reason.OVEREXPOSED: said("The light is too bright to read the board."),
        Reason.NOT_A_PICTURE: said("The camera sends no picture."),
        Reason.CALIBRATION_STALE: said("The board has moved. Looking for it again."),
    }
)
"""For each reason that a picture cannot be read."""

TROUBLE: Mapping[str, Said] = MappingProxyType(
    {
        "camera-gone": said("The camera gives no pictures. Check its cable."),
        "camera-unreachable": said(
            "The camera gives no pictures. Is it on, and in the same network?"
        ),
        "camera-silent": said("The camera is on and gives no pictures. Is it asleep?"),
        "camera-frozen": said(
            "The camera gives one and the same picture. Switch it off and on."
        ),
        "camera-phone": said(
            "The phone sends no pictures. Unlock it and open its camera page."
        ),
        "eyes-failed": said("A picture could not be looked at. The next one is tried."),
    }
)
"""For what is wrong with the camera itself."""

GONE = TROUBLE["camera-gone"]
WAITING = said("The host is setting the game up.")
