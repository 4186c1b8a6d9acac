"""`python -m calibration`: a lens from pictures, the pose of a board, sheets to print."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from calibration.capture import measured_lens, missing
from calibration.colour import reference
from calibration.lens import LensFit, View, draw_coverage, observe
from calibration.markers import find_markers
from calibration.models import Array, BoardPose, Calibration, ColourReference, Image, LensModel
from calibration.outcome import CalibrationError, Failed
from calibration.planes import homography
from calibration.plausible import doubts
from calibration.pose import ClipPlacement, pose_from_markers, pose_from_taps
from calibration.profile import load, save
from calibration.sheet import PAPERS_MM, sheets, spec_for

_LIGHT_PX = 16
"""Of a square, where the light is measured."""


def main() -> int:
    """Run one of the small tools; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m calibration", description=__doc__)
    commands = parser.add_subparsers(required=True)
    lens = commands.add_parser("lens", help="measure a lens and write its profile")
    lens.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    lens.add_argument("--camera", default="camera", help="which camera this is")
    lens.add_argument("--paper", choices=sorted(PAPERS_MM), default="a4", help="of the board")
    lens.add_argument("--out", type=Path, metavar="FILE.toml", help="where the profile goes")
    lens.add_argument("--drawing", type=Path, metavar="FILE.png", help="a picture of coverage")
    lens.set_defaults(run=_lens)
    sheet = commands.add_parser("sheet", help="write the sheets to print")
    sheet.add_argument("out", type=Path, metavar="FILE.pdf")
    sheet.add_argument("--paper", choices=sorted(PAPERS_MM), default="a4")
    sheet.set_defaults(run=_sheet)
    pose = commands.add_parser("pose", help="say where the empty board lies, in a profile")
    pose.add_argument("picture", type=Path, metavar="PICTURE")
    pose.add_argument("profile", type=Path, metavar="FILE.toml", help="is read and written")
    pose.add_argument("--pitch", type=float, default=20.0, metavar="MM", help="of the squares")
    pose.add_argument("--squares", type=int, default=15, metavar="N", help="along a side")
    pose.add_argument(
        "--marker-mm", type=float, default=24.0, metavar="MM", help="of the corners' markers"
    )
    pose.add_argument("--rim", type=float, default=6.0, metavar="MM", help="around the squares")
    pose.add_argument(
        "--corners", metavar='"X,Y X,Y X,Y X,Y"',
        help="of the squares, clockwise from the top left; the clips' markers if not given",
    )  # fmt: skip
    pose.add_argument("--height", type=float, metavar="MM", help="of tiles over the squares")
    pose.set_defaults(run=_pose)
    show = commands.add_parser("show", help="check a profile and say what is in it")
    show.add_argument("profile", type=Path, metavar="FILE.toml")
    show.set_defaults(run=_show)
    args = parser.parse_args()
    try:
        status: int = args.run(args)
    except (CalibrationError, OSError) as fault:
        print(f"calibration: {fault}", file=sys.stderr)
        return 1
    return status


def _lens(args: argparse.Namespace) -> int:
    views: list[View] = []
    last = None
    for path in args.pictures:
        image = cv2.imdecode(np.fromfile(path, dtype=np.uint8), cv2.IMREAD_COLOR)
        if image is None:
            print(f"{path}: no picture", file=sys.stderr)
            continue
        last = np.asarray(image, dtype=np.uint8)
        view = observe(last, spec_for(args.paper), path.name)
        if isinstance(view, Failed):
            print(f"{path}: {view.detail}", file=sys.stderr)
            continue
        print(f"{path}: {len(view.image_px)} corners", file=sys.stderr)
        views.append(view)
    fit = measured_lens(views)
    if isinstance(fit, Failed):
        print(fit.detail, file=sys.stderr)
        _hints(views)
        return 1
    _tell(fit)
    _hints(list(fit.used))
    if args.drawing is not None and last is not None:
        _, encoded = cv2.imencode(".png", draw_coverage(fit, last))
        args.drawing.write_bytes(encoded.tobytes())
    if args.out is not None:
        today = datetime.now(UTC).date().isoformat()  # noqa: TID251  (the profile's date)
        save(Calibration(args.camera, today, fit.lens), args.out)
    return 0


def _tell(fit: LensFit) -> None:
    lens = fit.lens
    print(f"focal length {lens.fx_px:.1f} x {lens.fy_px:.1f} px")
    print(f"principal point {lens.cx_px:.1f}, {lens.cy_px:.1f} px; k1 {lens.k1:+.4f}")
    print(f"error {lens.error_px:.3f} px over {lens.views} views, {fit.coverage:.0%} covered")
    for name in fit.dropped:
        print(f"left out, as it does not fit the others: {name}")


def _hints(views: list[View]) -> None:
    for wanted in missing(views):
        print(f"still missing: {wanted.text}", file=sys.stderr)


def _pose(args: argparse.Namespace) -> int:
    kept = load(args.profile)
    image = cv2.imdecode(np.fromfile(args.picture, dtype=np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise CalibrationError("{picture} is no picture.", picture=args.picture)
    if not 1 <= args.pitch <= 200:
        raise CalibrationError("--pitch is a number of mm, 1 to 200.")
    if not 2 <= args.squares <= 60 or not 5 <= args.marker_mm <= 200:
        raise CalibrationError("--squares is 2 to 60, --marker-mm a number of mm, 5 to 200.")
    picture = np.asarray(image, dtype=np.uint8)
    lens = kept.lens.for_size(picture.shape[1], picture.shape[0])
    if args.corners is not None:
        pose = pose_from_taps(
            lens, _corners(args.corners), pitch_mm=args.pitch, squares=args.squares
        )
    else:
        placed = ClipPlacement.of(args.marker_mm, rim_mm=args.rim)
        pose = pose_from_markers(
            lens, find_markers(picture), placed, pitch_mm=args.pitch, squares=args.squares
        )
    if isinstance(pose, Failed):
        print(pose.detail, file=sys.stderr)
        return 1
    height = kept.tile_height_mm if args.height is None else args.height
    colour = _light(lens, pose, picture)
    save(
        replace(kept, lens=lens, pose=pose, colour=colour, tile_height_mm=height), args.profile
    )
    print(f"camera {-pose.camera_mm[2]:.0f} mm over the board; error {pose.error_px:.2f} px")
    return 0


def _light(lens: LensModel, pose: BoardPose, picture: Image) -> ColourReference | None:
    """The light over the board, where it can be measured."""
    side = _LIGHT_PX * pose.squares
    scale = np.diag([pose.side_mm / side, pose.side_mm / side, 1.0])
    straight = cv2.warpPerspective(
        lens.straighten(picture), homography(lens, pose) @ scale, (side, side),
        flags=cv2.INTER_AREA | cv2.WARP_INVERSE_MAP,
    )  # fmt: skip
    found = reference(np.asarray(straight, dtype=np.uint8), squares=pose.squares)
    if isinstance(found, Failed):
        print(f"The light was not measured: {found.detail}", file=sys.stderr)
        return None
    return found


def _corners(text: str) -> Array:
    try:
        numbers = np.array([[float(n) for n in pair.split(",")] for pair in text.split()])
    except ValueError:
        numbers = np.zeros(0)
    if numbers.shape != (4, 2):
        raise CalibrationError('--corners are four pairs of numbers: "x,y x,y x,y x,y".')
    return numbers


def _sheet(args: argparse.Namespace) -> int:
    args.out.write_bytes(sheets(paper=args.paper))
    return 0


def _show(args: argparse.Namespace) -> int:
    calibration = load(args.profile)
    lens = calibration.lens
    print(f"{calibration.camera}, {calibration.made_on}: {lens.width_px} x {lens.height_px}")
    print(f"focal length {lens.fx_px:.1f} px, k1 {lens.k1:+.4f}, error {lens.error_px:.3f} px")
    print("board posed" if calibration.pose else "no board posed")
    odd = doubts(lens)
    for text in odd:
        print(f"hard to believe: {text}", file=sys.stderr)
    return 1 if odd else 0


if __name__ == "__main__":
    sys.exit(main())
