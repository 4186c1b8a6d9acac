"""`python -m calibration lens PICTURE...`: a lens from pictures of the calibration board."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from calibration.capture import missing
from calibration.lens import LensFit, View, draw_coverage, fit_lens, observe
from calibration.models import Calibration
from calibration.outcome import CalibrationError, Failed
from calibration.profile import load, save
from calibration.sheet import PAPERS_MM, sheets, spec_for


def main() -> int:
    """Run one of the three small tools; return the exit status."""
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
    fit = fit_lens(views)
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


def _sheet(args: argparse.Namespace) -> int:
    args.out.write_bytes(sheets(paper=args.paper))
    return 0


def _show(args: argparse.Namespace) -> int:
    calibration = load(args.profile)
    lens = calibration.lens
    print(f"{calibration.camera}, {calibration.made_on}: {lens.width_px} x {lens.height_px}")
    print(f"focal length {lens.fx_px:.1f} px, k1 {lens.k1:+.4f}, error {lens.error_px:.3f} px")
    print("board posed" if calibration.pose else "no board posed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
