from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion.household.clock import SteppedClock, SystemClock


def test_a_stepped_clock_stands_still_until_it_is_stepped() -> None:
    clock = SteppedClock(datetime(2030, 1, 1, tzinfo=UTC))
    assert clock.now() == clock.now()
    clock.step(90)
    assert clock.now() == datetime(2030, 1, 1, 0, 1, 30, tzinfo=UTC)
    assert clock.monotonic_s() == 90
    with pytest.raises(ValueError, match="back"):
        clock.step(-1)


def test_the_system_clock_tells_utc_and_grows() -> None:
    clock = SystemClock()
    assert clock.now().utcoffset() == timedelta(0)
    assert clock.monotonic_s() <= clock.monotonic_s()
