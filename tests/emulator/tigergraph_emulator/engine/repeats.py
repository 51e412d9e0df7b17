"""`E>*1..3`: from each start to each end only the shortest ways count, each of them as a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.engine.elements import Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.hops import Step, Walk, walk
from tigergraph_emulator.tree import Hop


def walk_repeated(hop: Hop, catalog: Catalog, forth: bool) -> Walk:
    """How a repeated hop goes on from a vertex."""
    assert hop.repeat is not None
    low, high = hop.repeat.low, hop.repeat.high
    if hop.repeat.variable:
        raise RuntimeFailure("the bounds of a repetition are constants: use a WHILE loop")
    if low is None or low < 1:
        raise Undocumented("a repetition that may be of length 0: write *1..")
    one = walk(hop, catalog, forth)
    turns = any(atom.direction in ("undirected", "either") for atom in hop.atoms)

    def steps(start: Vertex) -> Iterator[Step]:
        for length, end, ways in _shortest(start, one, high):
            if end is start and turns:
                raise Undocumented("a repetition that returns to its start over edges both ways")
            if length < low:
                continue
            for _ in range(ways):
                yield None, end

    if low > 1:
        return lambda start: _only_longer(start, one, low, high, steps)
    return steps


def _only_longer(start: Vertex, one: Walk, low: int, high: int | None, steps: Walk) -> list[Step]:
    """Refuses the ends that have a way shorter than `low` beside one that is long enough."""
    shorter = {end for _, end, _ in _shortest(start, one, low - 1)}
    frontier, length = {start}, 0
    while frontier and length < (high if high is not None else low):
        frontier = {far for vertex in frontier for _, far in one(vertex)}
        length += 1
        if length >= low and frontier & shorter:
            raise Undocumented(
                f"*{low}.. where a way shorter than {low} leads to the same end: "
                "whether the longer one counts is not documented"
            )
    return list(steps(start))


def _shortest(start: Vertex, one: Walk, high: int | None) -> Iterator[tuple[int, Vertex, int]]:
    """Length, end and number of the shortest ways to every vertex, the start's cycles included."""
    seen: set[Vertex] = set()
    frontier: dict[Vertex, int] = {start: 1}
    length = 0
    while frontier and (high is None or length < high):
        length += 1
        reached: Counter[Vertex] = Counter()
        for vertex, ways in frontier.items():
            for _, far in one(vertex):
                if far not in seen:
                    reached[far] += ways
        for end, ways in reached.items():
            yield length, end, ways
        seen.update(reached)
        frontier = {vertex: ways for vertex, ways in reached.items() if vertex is not start}
