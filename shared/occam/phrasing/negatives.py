"""Questions that must not be answered, or whose answer is nothing: each says why."""

from __future__ import annotations

import re
from dataclasses import replace

from occam.core.plan import Count, Exists, Hop, Members, Node, Predicate, Query
from occam.phrasing.bench import TELLING, Bench
from occam.phrasing.conditions import Condition, rooted
from occam.phrasing.drafts import Draft
from occam.phrasing.grammar import Unsayable
from occam.phrasing.lookups import asked_attribute, asked_edge
from occam.phrasing.sets import counted, listed


def ambiguous(bench: Bench) -> Draft:
    """One thing is asked for, and the conditions leave several."""
    vertex = bench.vertex()
    shared = _shared_name(bench) if bench.one_in(3) else None
    if shared:
        edge, condition = shared
        vertex = bench.vertex(bench.schema.edges[edge].source)
        conditions = [condition, *bench.some(vertex, 1, without={edge})]
    else:
        conditions = bench.some(vertex, bench.pick((1, 2)), TELLING)
    said = {each.group for each in conditions}
    if bench.one_in(2):
        asked = asked_edge(bench, vertex, said)
    else:
        asked = asked_attribute(bench, vertex, said)
    draft = asked.draft(vertex[0], conditions, asked.hops, here=True)
    draft.expected, draft.gap = "ambiguous", "shortlist"
    return draft


def zero(bench: Bench) -> Draft:
    """Everything named exists, and nothing matches."""
    left = bench.vertex()
    right = bench.sibling(left)
    first = bench.some(left, 1)
    second = bench.some(right, 1, without={first[0].group})
    conditions = [*first, *second]
    shape, answer = bench.pick((("count", Count()), ("exists", Exists()), ("list", Members())))
    plan = Query(root=rooted(left[0], conditions), answer=answer)
    return Draft(
        shape=shape, type=left[0], conditions=conditions, plan=plan, expected="zero"
    )  # fmt: skip


def unknown_term(bench: Bench) -> Draft:
    """A name that the graph does not have stands where a known one could."""
    draft = bench.pick((listed, counted, _looked_up))(bench)
    named = [c for c in draft.conditions if c.tag in ("edge", "far") and not c.surface.isdigit()]
    condition = bench.pick(named)
    invented = _invented(bench, condition.surface)
    known = re.compile(re.escape(condition.surface), re.IGNORECASE)
    texts = {
        place: tuple(known.sub(invented, text) for text in forms if known.search(text))
        for place, forms in condition.texts.items()
    }
    changed = replace(condition, texts={place: forms for place, forms in texts.items() if forms})
    draft.conditions = [changed if each is condition else each for each in draft.conditions]
    return _refused(draft, "unresolved", invented)


def unanswerable(bench: Bench) -> Draft:
    """An attribute is asked for that the schema does not have."""
    vertex = bench.vertex()
    labels = {word for text in _labels(bench) for word in bench.names.key(text)}
    foreign = [
        text
        for text in bench.book.said(bench.book.grammar.foreign)
        if labels.isdisjoint(bench.names.key(text)) and not bench.names.meanings(text)
    ]
    phrase = bench.pick(foreign)
    draft = Draft(shape="foreign", type=vertex[0], conditions=bench.telling(vertex))
    draft.words = {"foreign": (phrase,)}
    return _refused(draft, "unmapped_phrase", phrase)


def irrelevant(bench: Bench) -> Draft:
    """A question that could be answered, with one condition that nothing in the graph says."""
    draft = bench.pick((listed, counted, _looked_up))(bench)
    phrase = bench.pick(bench.book.said(bench.book.grammar.irrelevant))
    strange = Condition(tag="strange", group=phrase, texts={"post": (phrase,)}, surface=phrase)
    draft.conditions = [*draft.conditions, strange]
    return _refused(draft, "unmapped_phrase", phrase)


def unrelated(bench: Bench) -> Draft:
    """Something else altogether, some of it with a name of the graph in it."""
    type_, id_ = bench.vertex()
    name = bench.names.spelled((type_, id_), bench.chance)
    draft = Draft(shape="unrelated", type=type_, conditions=[])
    draft.words = {"name": (name,)} if name else {}
    return _refused(draft, "no_route", "")


def _looked_up(bench: Bench) -> Draft:
    vertex = bench.vertex()
    conditions = bench.telling(vertex)
    asked = asked_edge(bench, vertex, {each.group for each in conditions})
    return asked.draft(vertex[0], conditions, asked.hops, here=True)


def _refused(draft: Draft, gap: str, phrase: str) -> Draft:
    draft.plan, draft.expected, draft.gap, draft.phrase = None, "refused", gap, phrase
    return draft


def _labels(bench: Bench) -> list[str]:
    found: list[str] = []
    for vertex in bench.schema.vertices.values():
        found += vertex.labels
        for attribute in vertex.attributes.values():
            found += attribute.labels
    for edge in bench.schema.edges.values():
        found += (*edge.labels, *edge.inverse_labels)
    return found


def _invented(bench: Bench, like: str) -> str:
    """A name of as many words as one of the graph, none of them known to it."""
    words: list[str] = []
    for _ in range(min(2, len(like.split()))):
        word = "".join(bench.pick(bench.book.grammar.syllables) for _ in range(3)).capitalize()
        if bench.names.key(word)[0] in bench.names.known:
            raise Unsayable("the invented word exists")
        words.append(word)
    return " ".join(words)


def _shared_name(bench: Bench) -> tuple[str, Condition] | None:
    """A neighbour's name that several have, as a condition on its edge."""
    edges = [n for n, e in bench.schema.edges.items() if not e.ordering]
    name = bench.pick(edges)
    far = bench.schema.edges[name].target
    shared = bench.names.shared(far)
    if not shared or bench.book.wording.edge(name).hidden:
        return None
    surface, ids = bench.pick(shared)
    node = Node(type=far, where=(Predicate(attr="id", op="in", values=ids),))
    said = bench.names.articled(far, surface)
    texts = {
        place: tuple(form.replace("{0}", said) for form in forms)
        for place, forms in bench.book.edge_texts(name).items()
    }
    hop = Hop(edge=name, direction="out", node=node)
    return name, Condition(tag="edge", group=name, hops=(hop,), texts=texts, surface=surface)
