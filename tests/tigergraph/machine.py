"""Executes programs over plain records: what the interpreters must do, in Python sets."""

from __future__ import annotations

from collections import defaultdict

from occam.core.dataset import Dataset, Vertex
from occam.core.schema import Schema
from occam.core.values import Cell, Period
from occam.graph.cells import ABSENT, settled
from occam.graph.outline import Outline
from occam.graph.tigergraph.program import NONE, Program, Step, Test
from occam.graph.weave import Catch, Found


class Machine:
    """One dataset, ready to run programs."""

    def __init__(self, schema: Schema, dataset: Dataset) -> None:
        self._schema = schema
        self._vertices: dict[str, dict[str, Vertex]] = defaultdict(dict)
        for vertex in dataset.vertices:
            self._vertices[vertex.type][vertex.id] = vertex
        self._out: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._in: dict[tuple[str, str], set[str]] = defaultdict(set)
        for edge in dataset.edges:
            self._out[edge.type, edge.source].add(edge.target)
            self._in[edge.type, edge.target].add(edge.source)

    def catches(self, outline: Outline, program: Program) -> list[Catch]:
        """What the program reports for each place."""
        catches = [Catch() for _ in outline.places]
        sets: dict[int, set[str]] = defaultdict(set)
        for step in program.steps:
            sets[step.into] = self._step(step, sets, outline, catches)
        return catches

    def _step(
        self, step: Step, sets: dict[int, set[str]], outline: Outline, catches: list[Catch]
    ) -> set[str]:
        source, other = sets[step.source], sets[step.other]
        match step.op:
            case "all":
                return set(self._vertices[step.name])
            case "ids":
                return set(self._vertices[step.name]) & set(step.ids)
            case "keep":
                assert step.test is not None
                return {id_ for id_ in source if self._passes(step.test, step.name, id_)}
            case "meet":
                return source & other
            case "join":
                return source | other
            case "less":
                return source - other
            case "unless":
                return source if sets[step.third] else other
            case "out" | "in":
                ways = self._out if step.op == "out" else self._in
                return set().union(*(ways[step.name, id_] for id_ in source))
            case "show":
                self._report(outline, catches, step.place, "", source)
                return source
            case "reach_out" | "reach_in":
                ways = self._out if step.op == "reach_out" else self._in
                found: set[str] = set()
                for id_ in source:
                    far = ways[step.name, id_]
                    far = far if step.other == NONE else far & other
                    self._report(outline, catches, step.place, id_, far)
                    found |= far
                return found

    def _report(
        self, outline: Outline, catches: list[Catch], number: int, near: str, far: set[str]
    ) -> None:
        place, catch = outline.places[number], catches[number]
        if near:
            catch.leads.setdefault(near, set()).update(far)
        elif place.parent is not None:
            catch.floating |= far
        for id_ in far:
            vertex = self._vertices[place.type][id_]
            catch.vertices[id_] = Found(
                id_,
                vertex.label,
                {attr: self._cell(vertex, attr) for attr in place.cells},
                frozenset(edge for edge in place.unknowable if edge in vertex.unknown_edges),
                vertex.documents if place.cited else (),
            )

    def _cell(self, vertex: Vertex, attr: str) -> Cell:
        implied = {"id": Cell(vertex.id), "label": Cell(vertex.label)}
        if attr in implied:
            return implied[attr]
        attribute = self._schema.vertices[vertex.type].attributes[attr]
        return settled(attribute, vertex.cells.get(attr, ABSENT), attr)

    def _passes(self, test: Test, type_: str, id_: str) -> bool:
        vertex = self._vertices[type_][id_]
        if test.part == "open" and test.attr in self._schema.edges:
            return test.attr in vertex.unknown_edges
        cell = self._cell(vertex, test.attr)
        if cell.status != "known":
            return cell.status == "unknown"
        value = cell.value
        if isinstance(value, Period):
            value = {"days": value.days, "start": value.start, "end": value.end}.get(test.part)
        return test.part != "open" and _compared(test.sign, value, test.values)


def _compared(sign: str, value: object, given: tuple[object, ...]) -> bool:
    left, right = value, given[0]
    match sign:
        case "=":
            return left == right
        case "<>":
            return left != right
        case "IN":
            return left in given
        case "<":
            return left < right  # type: ignore[operator]
        case "<=":
            return left <= right  # type: ignore[operator]
        case ">":
            return left > right  # type: ignore[operator]
        case ">=":
            return left >= right  # type: ignore[operator]
    raise AssertionError(sign)
