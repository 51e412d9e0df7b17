"""Both ways of writing patterns, turned into one shape."""

from __future__ import annotations

from typing import Any

from lark import v_args

from tigergraph_emulator.reading.words import Rules, place, refuse, word
from tigergraph_emulator.tree import Direction, EdgeAtom, End, Expr, Hop, Path, Repeat

_EVERY = ("_", "ANY")


@v_args(meta=True)
class Patterns(Rules):
    """One method for each rule of the grammar's section on patterns."""

    def paths(self, meta: Any, items: list[Path]) -> tuple[Path, ...]:
        return tuple(items)

    def path(self, meta: Any, items: list[Any]) -> Path:
        ends = tuple(item[1] for item in items[::2])
        hops = tuple(item[1] for item in items[1::2])
        style = items[0][0]
        if any(item[0] == "v1" for item in items[1::2]):
            style = "v1"
        return Path(ends, hops, style, at=place(meta))

    def step_type(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        return _end(meta, items, "")

    def step_both(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        return _end(meta, items[:1], items[1])

    def step_alias(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        return _end(meta, [], items[0])

    def step_types(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        return _end(meta, items, "")

    def step_types_alias(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        return _end(meta, items[:-1], items[-1])

    def step_only(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        return _end(meta, items[:1], items[1])

    def only_name(self, meta: Any, items: list[Any]) -> str:
        return str(items[0])

    def hop(self, meta: Any, items: list[Any]) -> tuple[str, Hop]:
        atoms, repeat = items[0]
        return "v2", Hop(atoms, word(items[1]), repeat, at=place(meta))

    def hop_v1(self, meta: Any, items: list[Any]) -> tuple[str, Hop]:
        return "v1", self.hop(meta, items)[1]

    def hop_any(self, meta: Any, items: list[Any]) -> tuple[str, Hop]:
        return "v2", Hop((EdgeAtom("", "undirected"),), str(items[0]), at=place(meta))

    def edges(self, meta: Any, items: list[Any]) -> tuple[tuple[EdgeAtom, ...], Repeat | None]:
        return tuple(items[:-1]), items[-1]

    def edge_plain(self, meta: Any, items: list[Any]) -> EdgeAtom:
        return _atom(meta, items[0], "undirected")

    def edge_out(self, meta: Any, items: list[Any]) -> EdgeAtom:
        return _atom(meta, items[0], "forward")

    def edge_in(self, meta: Any, items: list[Any]) -> EdgeAtom:
        return _atom(meta, items[0], "backward")

    def edge_both(self, meta: Any, items: list[Any]) -> EdgeAtom:
        return _atom(meta, items[0], "either")

    def repeat_any(self, meta: Any, items: list[Any]) -> Repeat:
        return Repeat(at=place(meta))

    def repeat_exact(self, meta: Any, items: list[Any]) -> Repeat:
        return _repeat(meta, items[0], items[0])

    def repeat_from(self, meta: Any, items: list[Any]) -> Repeat:
        return _repeat(meta, items[0], None)

    def repeat_to(self, meta: Any, items: list[Any]) -> Repeat:
        return _repeat(meta, None, items[0])

    def repeat_between(self, meta: Any, items: list[Any]) -> Repeat:
        return _repeat(meta, items[0], items[1])

    def node_empty(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        return "v3", End(at=place(meta))

    def node_name(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        return "v3", End(alias=items[0], at=place(meta))

    def node(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        alias, names, fields, where = items
        return "v3", End(names or (), str(alias), fields, where, at=place(meta))

    def node_typed(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        return "v3", End(items[1], str(items[0]), where=items[2], at=place(meta))

    def node_where(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        return "v3", End(alias=str(items[0]), where=items[1], at=place(meta))

    def node_anonymous(self, meta: Any, items: list[Any]) -> tuple[str, End]:
        return "v3", End(items[0], "", items[1] or (), items[2], at=place(meta))

    def node_types(self, meta: Any, items: list[Any]) -> tuple[str, ...]:
        return _types(items)

    def node_fields(self, meta: Any, items: list[Any]) -> tuple[tuple[str, Expr], ...]:
        return tuple(items)

    def node_field(self, meta: Any, items: list[Any]) -> tuple[str, Expr]:
        return str(items[0]), items[1]

    def rel_forward(self, meta: Any, items: list[Any]) -> tuple[str, Hop]:
        return _rel(meta, items, "forward")

    def rel_backward(self, meta: Any, items: list[Any]) -> tuple[str, Hop]:
        return _rel(meta, items, "backward")

    def rel_undirected(self, meta: Any, items: list[Any]) -> tuple[str, Hop]:
        return _rel(meta, items, "undirected")

    def rel_either(self, meta: Any, items: list[Any]) -> tuple[str, Hop]:
        return _rel(meta, items, "either")

    def rel_body(self, meta: Any, items: list[Any]) -> tuple[str, tuple[str, ...], Repeat | None]:
        return word(items[0]), items[1] or (), items[2]

    def quantity(self, meta: Any, items: list[Any]) -> Repeat:
        return _repeat(meta, items[0], items[1])

    def quantity_some(self, meta: Any, items: list[Any]) -> Repeat:
        return Repeat(1, at=place(meta))

    def quantity_any(self, meta: Any, items: list[Any]) -> Repeat:
        return Repeat(0, at=place(meta))


def _types(items: list[Any]) -> tuple[str, ...]:
    names = tuple(str(item) for item in items)
    return () if any(name.upper() in _EVERY for name in names) else names


def _end(meta: Any, names: list[Any], alias: object) -> tuple[str, End]:
    return "v2", End(_types(names), word(alias), at=place(meta))


def _atom(meta: Any, name: object, direction: Direction) -> EdgeAtom:
    return EdgeAtom("" if str(name).upper() in _EVERY else str(name), direction, at=place(meta))


def _repeat(meta: Any, low: Any, high: Any) -> Repeat:
    numbers = [None if each is None or not each.isdigit() else int(each) for each in (low, high)]
    variable = next((str(each) for each in (low, high) if each and not each.isdigit()), "")
    return Repeat(numbers[0], numbers[1], variable, at=place(meta))


def _rel(meta: Any, items: list[Any], direction: Direction) -> tuple[str, Hop]:
    (alias, names, inner), outer = items
    atoms = tuple(EdgeAtom(name, direction, at=place(meta)) for name in names or ("",))
    hop = Hop(atoms, alias, inner or outer, at=place(meta))
    if inner and outer:
        raise refuse(hop, "a repetition stands inside the brackets or behind them, not in both")
    return "v3", hop
