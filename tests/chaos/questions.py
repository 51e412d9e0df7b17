"""Different questions over the sample, and what a plain reading of the pages says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from occam.core.dataset import Dataset, Vertex
from occam.core.record import AnswerRecord


class Asked:
    """One question and the check of its record against the dataset of the version it names."""

    def __init__(self, text: str, kind: str, *about: str | int) -> None:
        self.text, self.kind, self.about = text, kind, about

    def is_right(self, record: AnswerRecord, dataset: Dataset) -> bool:
        """Whether the record says what the pages of that version say."""
        if self.kind == "count":
            return self._counted(record, dataset)
        if self.kind == "lookup":
            return self._looked_up(record, dataset)
        if self.kind == "several":
            return self._listed(record, dataset)
        return record.outcome == "refused" and record.gap is not None

    def _counted(self, record: AnswerRecord, dataset: Dataset) -> bool:
        start, least = str(self.about[0]), int(self.about[1])
        cells = [event.cells["competitors"] for event in _events(dataset, start)]
        low = sum(isinstance(cell.value, int) and cell.value > least for cell in cells)
        high = low + sum(cell.status == "unknown" for cell in cells)
        said = record.interval or (record.value, record.value)
        return record.outcome == "answered" and tuple(said) == (low, high)

    def _looked_up(self, record: AnswerRecord, dataset: Dataset) -> bool:
        title, attr = str(self.about[0]), str(self.about[1])
        found = [event for event in _events(dataset, title) if event.label == title]
        if not found or found[0].cells[attr].status != "known":
            return record.outcome == "refused"
        return record.outcome == "answered" and record.value == found[0].cells[attr].value

    def _listed(self, record: AnswerRecord, dataset: Dataset) -> bool:
        name, what = map(str, self.about)
        said = {
            event.label: _said(dataset, event, what)
            for event in _events(dataset, "")
            if event.cells["name"].value == name
        }
        if record.outcome == "ambiguous":
            return {each.reading for each in record.alternatives} == set(said)
        return record.outcome == "answered" and set(said.values()) == {frozenset(record.answer)}


def _said(dataset: Dataset, event: Vertex, what: str) -> frozenset[str]:
    """What a page says of a measure or a medal; empty where it does not."""
    if what in event.cells:
        value = event.cells[what].value
        return frozenset() if value is None else frozenset({str(value)})
    return frozenset(
        edge.target for edge in dataset.edges if edge.type == what and edge.source == event.id
    )


def _events(dataset: Dataset, start: str) -> Iterator[Vertex]:
    return (
        vertex
        for vertex in dataset.vertices
        if vertex.type == "Event" and vertex.label.startswith(start)
    )


def waves(dataset: Dataset, size: int, total: int) -> list[Asked]:
    """Counts and lookups, with one wave of shortlists and one of questions nobody can answer."""
    titles = sorted(vertex.label for vertex in _events(dataset, ""))
    starts = sorted({title.split(" – ")[0] for title in titles if " – " in title})
    plain = _in_turn([_counts(starts), _lookups(titles)])
    several, strange = _several(dataset), _strange(size)
    head = [*islice(plain, 2 * size), *islice(several, size), *islice(strange, size)]
    return [*head, *islice(plain, total - len(head))]


def _in_turn(kinds: Sequence[Iterator[Asked]]) -> Iterator[Asked]:
    open_kinds = list(kinds)
    while open_kinds:
        for kind in list(open_kinds):
            if (asked := next(kind, None)) is None:
                open_kinds.remove(kind)
            else:
                yield asked


def _counts(starts: Sequence[str]) -> Iterator[Asked]:
    for least in range(200):
        for start in starts:
            sport, games = re.split(r" at the ", start, maxsplit=1)
            text = f"How many {sport} events at the {games} had more than {least} competitors?"
            yield Asked(text, "count", f"{start} –", least)


def _lookups(titles: Sequence[str]) -> Iterator[Asked]:
    for attr in ("nations", "competitors"):
        for title in titles:
            yield Asked(f"How many {attr} took part in {title}?", "lookup", title, attr)


def _several(dataset: Dataset) -> Iterator[Asked]:
    """Names of events that were held more than once."""
    counted = Counter(str(event.cells["name"].value) for event in _events(dataset, ""))
    again = sorted(name for name, times in counted.items() if times > 2)
    for attr in ("nations", "competitors"):
        for name in again:
            yield Asked(f"How many {attr} took part in the {name}?", "several", name, attr)
    for medal in ("gold", "silver", "bronze"):
        for name in again:
            edge = f"WON_{medal.upper()}"
            yield Asked(f"Who won {medal} in the {name}?", "several", name, edge)


def _strange(total: int) -> Iterator[Asked]:
    for number in range(total):
        yield Asked(f"What was the weather like on day {number} of the voyage?", "strange")
