"""The metrics of several processes on one page."""

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from bot.process.shards import Shards
from bot.supervisor.child import Child
from bot.supervisor.metrics import CONTENT_TYPE, merged, of_children


def page(refused: int, *answers: float) -> str:
    registry = CollectorRegistry()
    refusals = Counter("refusals", "Presses\nthat were refused", ["reason"], registry=registry)
    refusals.labels('a "quoted" } reason').inc(refused)
    histogram = Histogram("answer_seconds", "Until an answer", buckets=(0.1, 1.0), registry=registry)
    for answer in answers:
        histogram.observe(answer)
    return generate_latest(registry).decode()


def test_each_sample_says_whose_it_is() -> None:
    families = {
        each.name: each for each in text_string_to_metric_families(merged({0: page(2), 3: page(5, 0.05)}))
    }
    refusals = [each for each in families["refusals"].samples if each.name == "refusals_total"]
    assert [(each.labels["process"], each.value) for each in refusals] == [("0", 2.0), ("3", 5.0)]
    assert {each.labels["reason"] for each in refusals} == {'a "quoted" } reason'}
    counts = [each for each in families["answer_seconds"].samples if each.name == "answer_seconds_count"]
    assert [(each.labels, each.value) for each in counts] == [
        ({"process": "0"}, 0.0),
        ({"process": "3"}, 1.0),
    ]


def test_a_family_has_one_heading_and_stands_in_one_place() -> None:
    lines = merged({0: page(1), 1: page(1), 2: page(1)}).splitlines()
    headings = [line for line in lines if line.startswith("#")]
    assert len(headings) == len(set(headings))
    assert headings == [line for line in page(1).splitlines() if line.startswith("#")]
    first, last = (
        lines.index(f"# TYPE {name}") for name in ("refusals_total counter", "refusals_created gauge")
    )
    assert all(line.startswith("refusals_total{") for line in lines[first + 1 : last - 1])


def test_no_sample_is_lost() -> None:
    pages = {0: page(1, 0.5), 1: page(2)}
    samples = sum(not line.startswith("#") for text in pages.values() for line in text.splitlines())
    assert sum(not line.startswith("#") for line in merged(pages).splitlines()) == samples
    assert merged({}) == ""


async def test_the_supervisor_adds_what_only_it_knows() -> None:
    children = [Child(number, Shards((number,), 2)) for number in (0, 1)]
    children[1].is_ready, children[1].starts = True, 4
    families = {each.name: each for each in text_string_to_metric_families(of_children(children))}
    assert [each.value for each in families["gauntlet_process_ready"].samples] == [0.0, 1.0]
    assert [each.value for each in families["gauntlet_process_starts"].samples] == [0.0, 4.0]


def test_the_page_is_of_the_kind_that_processes_write() -> None:
    assert CONTENT_TYPE == CONTENT_TYPE_LATEST
