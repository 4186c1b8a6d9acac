from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from companion.lexicon import load


def test_open_the_list(benchmark: BenchmarkFixture) -> None:
    assert "QUIZ" in benchmark(load)


def test_look_up_a_hundred_words(benchmark: BenchmarkFixture) -> None:
    words = load()
    sample = [*list(words)[::3457], *(f"{word}X" for word in list(words)[::3457])][:100]

    def look_up() -> int:
        return sum(word in words for word in sample)

    assert 0 < benchmark(look_up) < len(sample)
