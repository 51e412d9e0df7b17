"""The words of one split for one schema: the pack's own where it has them, its labels otherwise."""

from __future__ import annotations

import random

from occam.core.schema import Attribute, EdgeType, Schema
from occam.core.words import Words
from occam.phrasing.grammar import Forms, Grammar, Split, Unsayable
from occam.phrasing.wording import AttributeWording, Placed, Wording

PLACES = ("head", "pre", "post", "pred", "rel", "front", "bare")
Texts = dict[str, tuple[str, ...]]
"""Place in the sentence → ways to say it there."""


class Book:
    """Looks words up: nouns of types, places of edges and attributes, how things are asked for."""

    def __init__(self, schema: Schema, wording: Wording, grammar: Grammar, split: Split) -> None:
        self.schema = schema
        self.wording = wording
        self.grammar = grammar
        self.split: Split = split
        self.words = Words()
        self.number_words = grammar.numbers.split()
        self.month_names = grammar.months.split()

    def said(self, forms: Forms) -> tuple[str, ...]:
        """The forms of this book's split."""
        return forms.of(self.split)

    def agree(self, text: str, *, many: bool) -> str:
        """The verbs {is}, {has} and {does} in the pack's tense, for one or many."""
        verbs = self.grammar.tenses[self.wording.tense]
        for one, more in (("is", "are"), ("has", "have"), ("does", "do")):
            text = text.replace(f"{{{one}}}", verbs[more if many else one])
            text = text.replace(f"{{{more}}}", verbs[more])
        return text

    def noun(self, type_: str, chance: random.Random) -> tuple[str, str]:
        """One and many of a type."""
        nouns = self.wording.vertex(type_).nouns
        given = nouns.train if self.split == "train" else nouns.held_out
        if given:
            return chance.choice(given)
        labels = self.schema.vertices[type_].labels
        one = labels[0] if labels else type_.lower()
        return one, labels[1] if len(labels) > 1 else one + "s"

    def who(self, type_: str) -> str:
        """The question word for a thing of this type standing alone."""
        return "who" if self.wording.vertex(type_).person else "what"

    def which(self, type_: str, chance: random.Random) -> str:
        """The question word that asks for a thing of this type."""
        if self.wording.vertex(type_).person and chance.randrange(2):
            return "who"
        return f"which {self.noun(type_, chance)[0]}"

    # ---------------------------------------------------------------- edges

    def edge_texts(self, name: str) -> Texts:
        """How a condition on an edge can be said, with `{0}` for its far end."""
        wording = self.wording.edge(name)
        return self._placed(wording) or self._labelled_edge(self.schema.edges[name])

    def edge_asks(self, name: str) -> tuple[str, ...]:
        """Whole questions for the far end of an edge, around `{root}`."""
        if given := self.said(self.wording.edge(name).ask):
            return given
        edge = self.schema.edges[name]
        match self._class(edge.labels):
            case "noun":
                return (f"{self.who(edge.target)} {{is}} the {edge.labels[0]} of {{root}}",)
            case "preposition" | "participle":
                return (f"which {{target}} {{is}} {{root}} {edge.labels[0]}",)
            case "verb":
                return (f"which {{target}} {{does}} {{root}} {_infinitive(edge.labels[0])}",)
            case _:
                return ()

    def edge_shorts(self, name: str) -> tuple[str, ...]:
        """Questions for the far end that lean on what was said before: "who won"."""
        return self.said(self.wording.edge(name).short)

    def edge_nouns(self, name: str) -> tuple[str, ...]:
        """The far end as a noun phrase around `{root}`: "winner of {root}"."""
        if given := self.said(self.wording.edge(name).noun):
            return given
        edge = self.schema.edges[name]
        if self._class(edge.labels) == "noun":
            return (f"{edge.labels[0]} of {{root}}",)
        return ("{target} of {root}",) if self._alone(name) and edge.labels else ()

    def edge_roles(self, name: str) -> tuple[str, ...]:
        """The far end as a bare noun: "winner"."""
        if given := self.said(self.wording.edge(name).role):
            return given
        edge = self.schema.edges[name]
        if self._class(edge.labels) == "noun":
            return (edge.labels[0],)
        return ("{target}",) if self._alone(name) and edge.labels else ()

    def edge_verbs(self, name: str) -> tuple[tuple[str, str], ...]:
        """What one far end, and what many, did to the near ones: "won", "carries" and "carry"."""
        if given := self.said(self.wording.edge(name).verb):
            pairs = (_both(text) for text in given)
            return tuple(
                (self.agree(one, many=False), self.agree(more, many=True)) for one, more in pairs
            )
        edge = self.schema.edges[name]
        if edge.ordering or not edge.inverse_labels:
            return ()
        label = edge.inverse_labels[0]
        if label.endswith(" of") or self._shared(name, label):
            return ()
        return ((label, _infinitive(label) if _is_verb(label) else label),)

    def edge_base(self, name: str) -> tuple[str, ...]:
        """The infinitive of the same verb."""
        return self.said(self.wording.edge(name).base)

    def edition(self, name: str, chance: random.Random) -> str:
        """What an ordering edge leads between."""
        given = self.said(self.wording.edge(name).edition)
        if given:
            return chance.choice(given)
        return self.noun(self.schema.edges[name].source, chance)[0]

    def _labelled_edge(self, edge: EdgeType) -> Texts:
        if not edge.labels:
            return {}
        label = edge.labels[0]
        match self._class(edge.labels):
            case "preposition":
                said = f"{label} {{0}}"
                return {"post": (said,), "front": (said,), "pred": (f"{{is}} {said}",)}
            case "participle":
                return {"post": (f"{label} {{0}}",), "pred": (f"{{is}} {label} {{0}}",)}
            case "verb":
                return {"rel": (f"that {label} {{0}}",)}
            case _:
                return {"post": (f"with {label} {{0}}",), "pred": (f"{{has}} {{0}} as {label}",)}

    def _class(self, labels: tuple[str, ...]) -> str:
        if not labels:
            return ""
        first, *rest = labels[0].split()
        known = self.grammar.labels
        if not rest:
            if first in known.prepositions:
                return "preposition"
            return "verb" if _is_verb(first) else "noun"
        participle = first.endswith("ed") or first in known.participles
        return "participle" if participle and rest[-1] in known.prepositions else "noun"

    def _alone(self, name: str) -> bool:
        edge = self.schema.edges[name]
        return not any(
            other.source == edge.source and other.target == edge.target
            for key, other in self.schema.edges.items()
            if key != name
        )

    def _shared(self, name: str, label: str) -> bool:
        edge = self.schema.edges[name]
        return any(
            label in other.inverse_labels and other.target == edge.target
            for key, other in self.schema.edges.items()
            if key != name
        )

    # ---------------------------------------------------------------- attributes

    def attribute(self, type_: str, attr: str) -> Attribute:
        """The schema's attribute, which is there."""
        found = self.schema.attribute(type_, attr)
        if found is None:
            raise Unsayable(attr)
        return found

    def is_calendar(self, type_: str, attr: str) -> bool:
        """Whether the attribute is a year: said with "in", "since" and "between"."""
        found = self.attribute(type_, attr)
        return found.kind == "integer" and not set(found.labels).isdisjoint(
            self.grammar.labels.calendar
        )

    def is_counted(self, type_: str, attr: str) -> bool:
        """Whether the attribute counts things ("32 nations") rather than measures one."""
        found = self.attribute(type_, attr)
        return found.kind == "integer" and found.unit in ("", *found.labels[:1])

    def label(self, type_: str, attr: str) -> str:
        """The attribute as a noun."""
        labels = self.attribute(type_, attr).labels
        return labels[0] if labels else attr.replace("_", " ")

    def many(self, type_: str, attr: str) -> tuple[str, ...]:
        """What a counting attribute counts."""
        given = self.said(self.wording.attribute(type_, attr).many)
        return given or (self.label(type_, attr),)

    def attribute_texts(self, type_: str, attr: str) -> Texts:
        """How a condition on an attribute can be said, with `{0}` for its value or amount."""
        if given := self._placed(self.wording.attribute(type_, attr)):
            return given
        found, label = self.attribute(type_, attr), self.label(type_, attr)
        if found.kind == "period":
            return {"post": (f"with {label} {{0}}",), "pred": (f"{{has}} {label} {{0}}",)}
        if self.is_calendar(type_, attr):
            return {"post": ("{0}",), "front": ("{0}",), "pred": ("{is} dated {0}",)}
        if found.role == "measure" and not self.is_counted(type_, attr):
            said = f"a {label} of {{0}}"
            return {"post": (f"with {said}",), "pred": (f"{{has}} {said}",)}
        if found.role == "measure":
            return {"post": (f"with {{0}} {label}",), "pred": (f"{{has}} {{0}} {label}",)}
        return {"post": (f"with {label} {{0}}",), "pred": (f"{{has}} {label} {{0}}",)}

    def attribute_asks(self, type_: str, attr: str) -> tuple[str, ...]:
        """Whole questions for an attribute, around `{root}`."""
        if given := self.said(self.wording.attribute(type_, attr).ask):
            return given
        label = self.label(type_, attr)
        if self.is_counted(type_, attr) and self.attribute(type_, attr).role == "measure":
            return (f"how many {label} {{does}} {{root}} have",)
        return (f"what {{is}} the {label} of {{root}}",)

    def attribute_shorts(self, type_: str, attr: str) -> tuple[str, ...]:
        """Questions for an attribute that lean on what was said before: "when was it held"."""
        return self.said(self.wording.attribute(type_, attr).short)

    def parts(self, type_: str, attr: str) -> tuple[tuple[str, str], ...]:
        """What the counted did: "nations took part in" and "nations take part in"."""
        return tuple(_both(text) for text in self.said(self.wording.attribute(type_, attr).part))

    def attribute_nouns(self, type_: str, attr: str) -> tuple[str, ...]:
        """The attribute as a noun phrase around `{root}`."""
        if given := self.said(self.wording.attribute(type_, attr).noun):
            return given
        label = self.label(type_, attr)
        if self.is_counted(type_, attr) and self.attribute(type_, attr).role == "measure":
            return (f"number of {label} of {{root}}",)
        return (f"{label} of {{root}}",)

    def best(self, type_: str, attr: str, *, greatest: bool) -> tuple[str, ...]:
        """The superlative of an attribute as an object: "the most competitors"."""
        wording: AttributeWording = self.wording.attribute(type_, attr)
        if given := self.said(wording.most if greatest else wording.least):
            return given
        kind = "count" if self.is_counted(type_, attr) else "measure"
        kind = "day" if self.attribute(type_, attr).kind == "period" else kind
        words = self.grammar.most if greatest else self.grammar.least
        label, many = self.label(type_, attr), self.many(type_, attr)
        return tuple(
            text.replace("{label}", label).replace("{many}", each)
            for text in self.said(words[kind])
            for each in many
        )

    def _placed(self, wording: Placed) -> Texts:
        places = {place: self.said(getattr(wording, place)) for place in PLACES}
        return {place: forms for place, forms in places.items() if forms}


def _both(text: str) -> tuple[str, str]:
    one, slash, many = text.partition(" / ")
    return one, many if slash else one


def _is_verb(label: str) -> bool:
    return " " not in label and label.endswith("s") and not label.endswith("ss")


def _infinitive(verb: str) -> str:
    if verb == "has":
        return "have"
    return verb[:-3] + "y" if verb.endswith("ies") else verb[:-1]
