"""Conditions that hold of a vertex of the graph, drawn from what is known of it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from occam.core.periods import parse_period, period_of
from occam.core.plan import Hop, Node, Op, Predicate
from occam.core.values import Period, Scalar
from occam.phrasing.book import PLACES, Book, Texts
from occam.phrasing.conditions import Condition
from occam.phrasing.grammar import Forms
from occam.phrasing.names import Names
from occam.phrasing.stock import Stock, Vertex

_OF_FAR_END = re.compile(r"\{0:(\w+)\}")
NEXT_TO_NOUN = 200
_NUMBER_OPS: tuple[Op, ...] = ("gt", "ge", "lt", "le", "eq", "between")
_BEYOND: dict[Op, Op] = {"gt": "lt", "ge": "lt", "lt": "gt", "le": "gt"}


class Findings:
    """Draws conditions; every one is said in words that mean nothing else in this graph."""

    def __init__(self, stock: Stock, book: Book, names: Names, chance: random.Random) -> None:
        self.stock = stock
        self.schema = stock.schema
        self.book = book
        self.names = names
        self.chance = chance

    def of(self, vertex: Vertex) -> list[Condition]:
        """All plain conditions that hold of a vertex: its values, neighbours and days."""
        found = [*self.values(vertex), *self.edges(vertex), *self.far_values(vertex)]
        found += [*self.days(vertex), *self.ordered(vertex), *self.named(vertex)]
        return [condition for condition in found if any(condition.texts.values())]

    def named(self, vertex: Vertex) -> Iterator[Condition]:
        """The vertex by its own name."""
        surface = self.names.spelled(vertex, self.chance)
        if surface and self.names.alone(surface, vertex[0]):
            where = (Predicate(attr="id", op="eq", values=(vertex[1],)),)
            yield Condition(
                tag="name",
                group="id",
                where=where,
                texts={"name": (surface,), "bare": (surface,)},
                surface=surface,
            )

    def values(self, vertex: Vertex) -> Iterator[Condition]:
        """Known values that are words or years."""
        type_ = vertex[0]
        for rank, (attr, value) in enumerate(sorted(self.stock.cells[vertex].items())):
            if not self.book.attribute(type_, attr).vocabulary or isinstance(value, Period):
                continue
            if not self.names.tells(type_, attr, value):
                continue
            texts = self._clear(self._valued(type_, attr, value), type_, str(value))
            where = (Predicate(attr=attr, op="eq", values=(value,)),)
            tag = "year" if self.book.is_calendar(type_, attr) else "value"
            yield Condition(
                tag=tag,
                group=attr,
                where=where,
                texts=texts,
                surface=str(value),
                rank=NEXT_TO_NOUN if "head" in texts else rank,
            )

    def edges(self, vertex: Vertex) -> Iterator[Condition]:
        """Known neighbours over edges that do not order in time."""
        type_, id_ = vertex
        for name, edge in self.schema.edges.items():
            if edge.source != type_ or edge.ordering or self.book.wording.edge(name).hidden:
                continue
            known = self.stock.leads(name, id_)
            if known and (found := self.edge(name, self.chance.choice(known))):
                yield found

    def edge(self, name: str, target: str) -> Condition | None:
        """One neighbour, by a name that means it."""
        far = self.schema.edges[name].target
        surface = self.names.spelled((far, target), self.chance)
        if not surface:
            return None
        node = Node(type=far, where=(Predicate(attr="id", op="eq", values=(target,)),))
        lower = self.book.wording.edge(name).lower
        said = surface[:1].lower() + surface[1:] if lower else surface
        texts = self._filled(self._unshared(name, surface), said, (far, target))
        return Condition(
            tag="edge", group=name, hops=(Hop(edge=name, direction="out", node=node),),
            texts=texts, surface=surface, rank=100,
        )  # fmt: skip

    def neighbours(self, name: str, targets: Sequence[str], joined: str) -> Condition | None:
        """Any of several neighbours over one edge."""
        far = self.schema.edges[name].target
        surfaces = [self.names.spelled((far, target), self.chance) for target in targets]
        if not all(surfaces):
            return None
        if self.book.wording.edge(name).lower:
            surfaces = [str(each)[:1].lower() + str(each)[1:] for each in surfaces]
        surface = joined.format(a=surfaces[0], b=surfaces[1])
        ids = Predicate(attr="id", op="in", values=tuple(sorted(targets)))
        hop = Hop(edge=name, direction="out", node=Node(type=far, where=(ids,)))
        texts = self._filled(self._unshared(name, str(surfaces[0])), surface)
        texts = {place: texts[place] for place in ("post", "pred", "rel") if place in texts}
        return Condition(tag="edge", group=name, hops=(hop,), texts=texts, surface=surface)

    def far_values(self, vertex: Vertex) -> Iterator[Condition]:
        """Words and years that a single neighbour has: "in London", "in 2012"."""
        type_, id_ = vertex
        for name, edge in self.schema.edges.items():
            if edge.source != type_ or not edge.single or edge.ordering:
                continue
            for target in self.stock.leads(name, id_)[:1]:
                for inner in self.values((edge.target, target)):
                    texts = self._neighbour_s(edge.target, inner)
                    texts = self._clear(texts, type_, inner.surface)
                    node = Node(type=edge.target, where=inner.where)
                    yield Condition(
                        tag="year" if inner.tag == "year" else "far", group=name,
                        hops=(Hop(edge=name, direction="out", node=node),),
                        texts=texts, surface=inner.surface, rank=50,
                    )  # fmt: skip

    def _neighbour_s(self, type_: str, inner: Condition) -> Texts:
        """How a neighbour's value is said of the thing itself."""
        far = self.book.said(self.book.wording.attribute(type_, inner.group).far)
        own = ("head", "pre", "post", "pred", "rel") if far else ("head", "pre")
        texts = {place: said for place, said in inner.texts.items() if place not in own}
        value = str(inner.where[0].values[0])
        return texts | ({"post": tuple(form.replace("{0}", value) for form in far)} if far else {})

    def excluded(self, name: str, target: str) -> Condition | None:
        """Not this neighbour, by its bare name: "leaving out cycling"."""
        plain = self.edge(name, target)
        if plain is None:
            return None
        lower = self.book.wording.edge(name).lower
        said = plain.surface[:1].lower() + plain.surface[1:] if lower else plain.surface
        forms = self.book.said(self.book.grammar.excluded)
        hops = tuple(
            Hop(edge=hop.edge, direction=hop.direction, node=hop.node, absent=True)
            for hop in plain.hops
        )
        texts = {"front": tuple(form.replace("{0}", said) for form in forms)}
        return Condition(tag="edge", group=name, hops=hops, texts=texts, surface=plain.surface)

    def nested(self, vertex: Vertex) -> Iterator[Condition]:
        """A neighbour told by a condition of its own: "won by an athlete from Norway"."""
        type_, id_ = vertex
        for name, edge in self.schema.edges.items():
            targets = self.stock.leads(name, id_)
            if edge.source != type_ or edge.ordering or not targets:
                continue
            far = (edge.target, self.chance.choice(targets))
            for inner in self.edges(far):
                noun = self.book.noun(edge.target, self.chance)[0]
                for post in inner.texts.get("post", ()):
                    texts = self._filled(self._texts(name), f"a {noun} {post}")
                    texts = {place: said for place, said in texts.items() if place != "pre"}
                    node = Node(type=edge.target, hops=inner.hops)
                    yield Condition(
                        tag="nested", group=name, texts=texts, surface=inner.surface,
                        hops=(Hop(edge=name, direction="out", node=node),),
                    )  # fmt: skip

    def ordered(self, vertex: Vertex) -> Iterator[Condition]:
        """A neighbour told by the one before or after it: "at the Games before London 2012"."""
        type_, id_ = vertex
        for name, edge in self.schema.edges.items():
            if edge.source != type_ or edge.ordering:
                continue
            for order, sequence in self.schema.edges.items():
                if not sequence.ordering or sequence.source != edge.target:
                    continue
                for target in self.stock.leads(name, id_)[:1]:
                    for before in self.stock.leads(order, target)[:1]:
                        yield from self._after(name, order, before)

    def _after(self, name: str, order: str, before: str) -> Iterator[Condition]:
        far = self.schema.edges[name].target
        surface = self.names.spelled((far, before), self.chance)
        if not surface:
            return
        pinned = Node(type=far, where=(Predicate(attr="id", op="eq", values=(before,)),))
        node = Node(type=far, hops=(Hop(edge=order, direction="out", node=pinned),))
        words = self.chance.choice(self.book.said(self.book.grammar.after[0]))
        told = words.replace("{edition}", self.book.edition(order, self.chance))
        texts = self._filled(self._texts(name), told.replace("{root}", surface))
        texts = {place: said for place, said in texts.items() if place in ("post", "front", "pred")}
        yield Condition(
            tag="ordered", group=name, hops=(Hop(edge=name, direction="out", node=node),),
            texts=texts, surface=surface,
        )  # fmt: skip

    # ---------------------------------------------------------------- numbers, years and days

    def amount(
        self, vertex: Vertex, ops: Sequence[Op] = _NUMBER_OPS, *, passes: bool = True
    ) -> Condition | None:
        """A threshold of a measure that this vertex passes, or just does not."""
        cells = self.stock.cells[vertex]
        attributes = self.schema.vertices[vertex[0]].attributes
        measures = [a for a in cells if attributes[a].role == "measure" and _is_number(cells[a])]
        if not measures:
            return None
        attr = self.chance.choice(sorted(measures))
        value, op = cells[attr], self.chance.choice(ops)
        assert isinstance(value, int | float)
        values = self._around(value, op)
        op = op if passes else _BEYOND[op]
        said = self.counted(op, values)
        texts = self._filled(self.book.attribute_texts(vertex[0], attr), said)
        return Condition(
            tag="amount",
            group=attr,
            where=(Predicate(attr=attr, op=op, values=values),),
            texts=texts,
            surface=said,
        )

    def years(self, vertex: Vertex) -> Condition | None:
        """A range of years that this vertex, or a single neighbour, falls into."""
        known = (*self.values(vertex), *self.far_values(vertex))
        found = [c for c in known if c.tag == "year" and any(c.texts.values())]
        if not found:
            return None
        plain = self.chance.choice(found)
        type_ = plain.hops[0].node.type if plain.hops else vertex[0]
        predicate = (plain.hops[0].node.where if plain.hops else plain.where)[0]
        year = predicate.values[0]
        assert isinstance(year, int)
        op: Op = self.chance.choice(("gt", "ge", "lt", "le", "between", "between"))
        values = tuple(int(value) for value in self._around(year, op, span=8))
        decade = op == "between" and not self.chance.randrange(3)
        if decade:
            values = (year // 10 * 10, year // 10 * 10 + 9)
        if self._two_calendars(type_, predicate.attr, op, values):
            return None
        said = self._decade(year) if decade else self._year(op, values)
        texts = self._filled(self.book.attribute_texts(type_, predicate.attr), said)
        where = (Predicate(attr=predicate.attr, op=op, values=values),)
        hops = tuple(
            Hop(edge=hop.edge, direction=hop.direction, node=Node(type=type_, where=where))
            for hop in plain.hops
        )
        return Condition(
            tag="year", group=plain.group, texts=texts, where=() if hops else where, hops=hops
        )

    def days(self, vertex: Vertex) -> Iterator[Condition]:
        """The days of the vertex, told in full, or the month they lie in."""
        for attr, value in sorted(self.stock.cells[vertex].items()):
            if not isinstance(value, Period) or ";" in value.days:
                continue
            first, last = date.fromisoformat(value.start), date.fromisoformat(value.end)
            periods = self.book.grammar.periods
            if first == last:
                said, op = self._said(periods["on"], day=self._day(first)), "on"
                if parse_period(self._day(first)) != value:
                    continue
            else:
                said = self._said(periods["range"], a=self._day(first), b=self._day(last))
                op = "on"
            yield self._dated(vertex[0], attr, op, value, said)
            if (first.year, first.month) == (last.year, last.month):
                start = first.replace(day=1)
                end = (start + timedelta(days=31)).replace(day=1) - timedelta(days=1)
                month = self.book.month_names[first.month - 1]
                said = self._said(periods["month"], month=month, year=str(first.year))
                yield self._dated(vertex[0], attr, "within", period_of([(start, end)]), said)

    def _dated(self, type_: str, attr: str, op: Op, period: Period, said: str) -> Condition:
        texts = self._filled(self.book.attribute_texts(type_, attr), said)
        where = (Predicate(attr=attr, op=op, values=(period,)),)
        tag = "month" if op == "within" else "day"
        return Condition(tag=tag, group=attr, where=where, texts=texts, surface=said)

    def counted(self, op: Op, values: Sequence[Scalar]) -> str:
        """An amount in words: "more than 20"."""
        spelled = [self.number(value) for value in values]
        return self._said(self.book.grammar.amounts[op], n=spelled[0], a=spelled[0], b=spelled[-1])

    def number(self, value: Scalar) -> str:
        """A number, small ones sometimes as words."""
        words = self.book.number_words
        if isinstance(value, int) and 1 < value < len(words) and not self.chance.randrange(3):
            return words[value]
        return f"{value:g}" if isinstance(value, float) else str(value)

    def _around(self, value: int | float, op: Op, span: int = 0) -> tuple[int | float, ...]:
        step = self.chance.randint(1, span or max(1, int(abs(value)) // 4))
        match op:
            case "gt" | "ge":
                return (value - step,)
            case "lt" | "le":
                return (value + step,)
            case "between":
                return (value - step, value + self.chance.randint(1, span or max(1, step)))
            case _:
                return (value,)

    def _year(self, op: Op, values: Sequence[int]) -> str:
        return self._said(
            self.book.grammar.years[op], n=str(values[0]), a=str(values[0]), b=str(values[-1])
        )

    def _decade(self, year: int) -> str:
        return self._said(self.book.grammar.years["decade"], n=str(year // 10 * 10))

    def _two_calendars(self, type_: str, attr: str, op: Op, values: Sequence[int]) -> bool:
        """Whether another year of the same type would choose other vertices."""
        low = values[0] if op in ("gt", "ge", "between") else -9999
        high = values[-1] if op in ("lt", "le", "between") else 9999
        low, high = low + (op == "gt"), high - (op == "lt")
        chosen: list[list[str]] = []
        for other in self.schema.vertices[type_].attributes:
            if self.book.is_calendar(type_, other):
                ids = self.stock.ids[type_]
                known = [(i, self.stock.cells[type_, i].get(other)) for i in ids]
                chosen.append([i for i, y in known if isinstance(y, int) and low <= y <= high])
        return any(ids != chosen[0] for ids in chosen)

    def _day(self, day: date) -> str:
        month = self.book.month_names[day.month - 1]
        return self._said(self.book.grammar.days, day=str(day.day), month=month, year=str(day.year))

    # ---------------------------------------------------------------- words

    def _said(self, forms: Forms, **slots: str) -> str:
        text = self.chance.choice(self.book.said(forms))
        for name, value in slots.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def _valued(self, type_: str, attr: str, value: Scalar) -> Texts:
        wording = self.book.wording.attribute(type_, attr)
        if wording.hidden:
            return {}
        if self.book.is_calendar(type_, attr) and isinstance(value, int):
            said = self._year("eq", (value,))
        else:
            said = wording.values.get(str(value), str(value))
        said = said[:1].lower() + said[1:] if wording.lower else said
        return self._filled(self.book.attribute_texts(type_, attr), said)

    def _texts(self, edge: str) -> Texts:
        return {} if self.book.wording.edge(edge).hidden else self.book.edge_texts(edge)

    def _unshared(self, name: str, surface: str) -> Texts:
        """The forms of an edge that no other edge could mean with this name behind it."""
        rivals = self._rivals(self.schema.edges[name].source, surface, name)
        return {
            place: tuple(form for form in forms if form not in rivals)
            for place, forms in self.book.edge_texts(name).items()
        }

    def _clear(self, texts: Texts, type_: str, surface: str) -> Texts:
        """The texts with a value that no edge to a vertex of the same name would say just so."""
        rivals = {form.replace("{0}", surface) for form in self._rivals(type_, surface)}
        return {
            place: tuple(text for text in said if text not in rivals)
            for place, said in texts.items()
        }

    def _rivals(self, type_: str, surface: str, own: str = "") -> set[str]:
        """How edges from this type to a vertex of this name are said."""
        types = {kind for kind, attr, _ in self.names.meanings(surface) if attr == "id"}
        return {
            form
            for name, edge in self.schema.edges.items()
            if name != own and edge.source == type_ and edge.target in types
            for forms in self.book.edge_texts(name).values()
            for form in forms
        }

    def _filled(self, texts: Texts, said: str, far: Vertex | None = None) -> Texts:
        cells = self.stock.cells.get(far, {}) if far else {}
        filled: Texts = {}
        for place in PLACES:
            kept: list[str] = []
            for form in texts.get(place, ()):
                if found := _OF_FAR_END.search(form):
                    if found[1] not in cells:
                        continue
                    form = form.replace(found[0], str(cells[found[1]]))
                kept.append(form.replace("{0}", said))
            if kept:
                filled[place] = tuple(kept)
        return filled


def _is_number(value: Scalar) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
