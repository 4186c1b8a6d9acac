"""Plants faults into the code, one at a time, and tells which of them no test notices.

    make mutants                              a sample of 200; under an hour on two cores
    make mutants ARGS="--sample 20 --seed 7"
    make mutants ARGS="--only rules/together --sample 0"      all of one part

First the tests run once under coverage, to learn which of them come by which line (kept in
var/mutants until the code changes). Then cosmic-ray's operators change copies of the code, not
the checkout, and the quickest tests that come by the changed line run. What survives is told
with its change, and written to var/mutants/survivors.txt: each is a test that is missing, code
that is not needed, or a change that means the same.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkResult
from coverage import CoverageData

CHECKOUT = Path(__file__).resolve().parents[1]
HOME = CHECKOUT / "var" / "mutants"
PARTS = ("board", "rules", "inference", "session", "app", "household", "watching")
"""What of `companion` is mutated, and whose tests look for it."""

LEFT_OUT = ("core/VariableInserter", "core/VariableReplacer", "core/RemoveDecorator")
"""Operators whose changes seldom mean anything here."""

ENOUGH_S = 40.0
"""Of tests for one mutant, the quickest first."""

TIMEOUT_S = 120.0
_PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider")

Line = tuple[str, int]


def main() -> int:
    """Run one command line and return its exit status."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=200, help="how many; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="a folder or module of companion")
    args = parser.parse_args()
    if is_stale():
        learn()
    tests = tests_by_line()
    chosen = sampled(mutants(args.only), args.sample, args.seed)
    jobs = [(spec, tests_for(spec, tests)) for spec in chosen]
    with (
        tempfile.TemporaryDirectory(prefix="copies-", dir=HOME) as room,
        ProcessPoolExecutor(args.jobs, initializer=_settle, initargs=(room,)) as pool,
    ):
        told = list(_progress(jobs, pool.map(_try, jobs)))
    survivors = [(s, r) for s, r in told if r.test_outcome is TestOutcome.SURVIVED]
    noticed = sum(result.test_outcome is TestOutcome.KILLED for _, result in told)
    report = "\n".join(
        f"{spec.module_path}:{spec.start_pos[0]}\n{result.diff}" for spec, result in survivors
    )
    (HOME / "survivors.txt").write_text(report, encoding="utf-8")
    untried = len(told) - noticed - len(survivors)
    print(f"{noticed} of {noticed + len(survivors)} mutants were noticed, {untried} not tried.")
    return 0


def is_stale() -> bool:
    """Whether code or tests have changed since it was learnt which test comes by which line."""
    times = HOME / "times.xml"
    if not times.is_file():
        return True
    folders = [CHECKOUT / "tests", *(CHECKOUT / "companion" / part for part in PARTS)]
    files = (path for folder in folders for path in folder.rglob("*.py"))
    return max(path.stat().st_mtime for path in files) > times.stat().st_mtime


def learn() -> None:
    """Run the tests once, and keep which lines each comes by and how long it takes."""
    HOME.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"COVERAGE_FILE": str(HOME / "lines")}
    command = [
        *(part for part in _PYTEST if part != "-x"),
        *(f"--cov=companion/{part}" for part in PARTS),
        *("--cov-context=test", "--cov-report=", f"--junitxml={HOME / 'times.xml'}"),
        *("-o", "junit_family=xunit1", *(f"tests/{part}" for part in PARTS)),
    ]
    subprocess.run(command, cwd=CHECKOUT, env=environment, check=False)


def tests_by_line() -> dict[Line, list[tuple[float, str]]]:
    """Return the tests of each line with their seconds, the quickest first.

    A test that fails anyhow would notice everything, so it is left out.
    """
    cases = ET.parse(HOME / "times.xml").iter("testcase")  # noqa: S314 - we wrote it ourselves
    seconds = {
        f"{case.get('file')}::{case.get('name')}": float(case.get("time", "0"))
        for case in cases
        if case.find("failure") is None and case.find("error") is None
    }
    data = CoverageData(str(HOME / "lines"))
    data.read()
    found: dict[Line, list[tuple[float, str]]] = defaultdict(list)
    for file in data.measured_files():
        name = Path(file).relative_to(CHECKOUT).as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            tests = {context.partition("|")[0] for context in contexts if context}
            found[name, line] = sorted((seconds[test], test) for test in tests & set(seconds))
    return found


def mutants(only: str) -> list[MutationSpec]:
    """Return every change that can be made, but for those of annotations."""
    modules = [
        path.relative_to(CHECKOUT)
        for part in PARTS
        for path in sorted((CHECKOUT / "companion" / part).rglob("*.py"))
        if only in path.as_posix()
    ]
    with (
        tempfile.TemporaryDirectory() as place,
        use_db(str(Path(place) / "all.sqlite"), WorkDB.Mode.create) as database,
    ):
        init(modules, database, {})
        specs = [spec for item in database.work_items for spec in item.mutations]
    return [
        spec for spec in specs
        if spec.operator_name not in LEFT_OUT
        and spec.start_pos[0] not in _annotated(spec.module_path)
    ]  # fmt: skip


@cache
def _annotated(module: Path) -> frozenset[int]:
    """The lines of a module that only say of what type something is."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse((CHECKOUT / module).read_text(encoding="utf-8"))):
        notes: list[ast.expr | None] = []
        if isinstance(node, ast.arg | ast.AnnAssign):
            notes.append(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            notes.append(node.returns)
        for note in notes:
            if note is not None and "|" in ast.unparse(note):
                lines |= set(range(note.lineno, (note.end_lineno or note.lineno) + 1))
    return frozenset(lines)


def sampled(specs: Iterable[MutationSpec], count: int, seed: int) -> list[MutationSpec]:
    """Return so many places to change, each with one of the changes possible there; 0 for all.

    Without this, the dozen operators that may stand for a plus would be most of what is tried.
    """
    places: dict[tuple[str, tuple[int, int], str], list[MutationSpec]] = defaultdict(list)
    for spec in specs:
        family = spec.operator_name.partition("_")[0]
        places[str(spec.module_path), spec.start_pos, family].append(spec)
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    chosen = [chance.choice(places[place]) for place in sorted(places)]
    return chance.sample(chosen, min(count or len(chosen), len(chosen)))


def tests_for(spec: MutationSpec, tests: dict[Line, list[tuple[float, str]]]) -> list[str]:
    """Return the tests to run: those that come by, else those of the part."""
    name = spec.module_path.as_posix()
    near = [test for line in range(spec.start_pos[0], spec.end_pos[0] + 1)
            for test in tests.get((name, line), ())]  # fmt: skip
    chosen: list[str] = []
    spent = 0.0
    for seconds, test in sorted(set(near)):
        if chosen and spent + seconds > ENOUGH_S:
            break
        chosen.append(test)
        spent += seconds
    return chosen or [f"tests/{spec.module_path.parts[1]}"]


def _settle(room: str) -> None:
    """Give a worker its own copy of the code, compiled so that only contents tell a change."""
    copy = Path(tempfile.mkdtemp(dir=room))
    listing = ("git", "ls-files", "-z")
    done = subprocess.run(listing, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    for name in filter(None, done.stdout.split("\0")):
        if (CHECKOUT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, copy / name)
    compiling = (sys.executable, "-m", "compileall", "-q", "companion", "tests")
    subprocess.run([*compiling, "--invalidation-mode", "checked-hash"], cwd=copy, check=True)
    os.chdir(copy)
    os.environ |= {"PYTHONPATH": str(copy), "HYPOTHESIS_PROFILE": "brief"}


def _try(job: tuple[MutationSpec, list[str]]) -> WorkResult:
    spec, tests = job
    result = mutate_and_test([spec], shlex.join([*_PYTEST, *tests]), TIMEOUT_S)
    if "no tests ran" in (result.output or "") and "rror" not in (result.output or ""):
        untried = TestOutcome.INCOMPETENT  # no test of that name
        return WorkResult(result.worker_outcome, result.output, untried, result.diff)
    return result


def _progress(
    jobs: list[tuple[MutationSpec, list[str]]], results: Iterator[WorkResult]
) -> Iterator[tuple[MutationSpec, WorkResult]]:
    for number, ((spec, tests), result) in enumerate(zip(jobs, results, strict=True), 1):
        outcome = result.test_outcome.value if result.test_outcome else "not tried"
        where = f"{spec.module_path}:{spec.start_pos[0]}"
        print(f"{number}/{len(jobs)} {outcome} {where} ({len(tests)} tests)", flush=True)
        if result.test_outcome is TestOutcome.SURVIVED:
            print(result.diff, flush=True)
        yield spec, result


if __name__ == "__main__":
    sys.exit(main())
