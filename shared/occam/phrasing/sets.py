"""Questions over all that match: lists, counts, superlatives, folds, groups, existence."""

from __future__ import annotations

from occam.core.plan import (
    Answer,
    Count,
    Exists,
    Extreme,
    Fold,
    Group,
    Having,
    Members,
    Node,
    Op,
    Query,
    TopK,
)
from occam.phrasing.bench import Bench, towards
from occam.phrasing.conditions import Condition, alternative, negated, rooted
from occam.phrasing.drafts import Draft
from occam.phrasing.grammar import Unsayable
from occam.phrasing.stock import Vertex

MOST_ASKED = 5
FAR = "far"


def listed(bench: Bench) -> Draft:
    """All that match."""
    vertex = bench.vertex()
    return _set(bench, vertex, bench.some(vertex, bench.pick((1, 2, 2))), ("list",))


def counted(bench: Bench) -> Draft:
    """How many match."""
    vertex = bench.vertex()
    return _set(bench, vertex, bench.some(vertex, bench.pick((1, 2, 2, 3))), ("count",))


def threshold(bench: Bench) -> Draft:
    """How many, or which, pass a threshold or lie in a range of numbers."""
    vertex = bench.vertex()
    amount = bench.findings.amount(vertex)
    if amount is None:
        raise Unsayable("no measure is known")
    conditions = [amount, *bench.some(vertex, bench.pick((1, 2)))]
    return _set(bench, vertex, conditions, ("count", "count", "list"))


def years(bench: Bench) -> Draft:
    """How many, or which, within a range of years or within one month."""
    vertex = bench.vertex()
    months = [c for c in bench.findings.days(vertex) if c.tag == "month"]
    within = bench.pick(months) if months and bench.one_in(4) else bench.findings.years(vertex)
    if within is None:
        raise Unsayable("no year is known")
    conditions = [within, *bench.some(vertex, 1, without={within.group})]
    return _set(bench, vertex, conditions, ("count", "list"))


def nested(bench: Bench) -> Draft:
    """Which, or how many, have a neighbour with a condition of its own."""
    vertex = bench.vertex()
    inner = bench.pick(list(bench.findings.nested(vertex)))
    conditions = [inner, *bench.some(vertex, 1, without={inner.group})]
    return _set(bench, vertex, conditions, ("count", "list"))


def after_another(bench: Bench) -> Draft:
    """Which, or how many, at the place in time next to a named one."""
    vertex = bench.vertex()
    ordered = bench.pick(list(bench.findings.ordered(vertex)))
    conditions = [ordered, *bench.some(vertex, 1, without={ordered.group})]
    return _set(bench, vertex, conditions, ("count", "list"))


def negation(bench: Bench) -> Draft:
    """Which, or how many, do not."""
    vertex = bench.vertex()
    patterns = bench.book.said(bench.book.grammar.negated)
    plain = [c for c in bench.some(vertex, 1, {"edge", "value"}) if {"post", "pred"} & set(c.texts)]
    other = negated(bench.pick(plain), patterns)
    if not {"post", "pred"} & set(other.texts):
        raise Unsayable("this has no opposite")
    elsewhere = bench.sibling(vertex, {other.group})
    conditions = [other, *bench.some(elsewhere, 1, without={other.group})]
    return _set(bench, vertex, conditions, ("count", "list"))


def without(bench: Bench) -> Draft:
    """Which, or how many, with one neighbour left out."""
    vertex = bench.vertex()
    edge = bench.pick(sorted(bench.single_edges(vertex[0])))
    if "pre" not in bench.book.edge_texts(edge):
        raise Unsayable("it is no kind of thing")
    rival = bench.pick(bench.stock.leads(edge, bench.sibling(vertex, {edge})[1]))
    excluded = bench.findings.excluded(edge, rival)
    if excluded is None:
        raise Unsayable("the name means several")
    conditions = [*bench.some(vertex, bench.pick((1, 2)), without={edge}), excluded]
    return _set(bench, vertex, conditions, ("count", "count", "list"))


def union(bench: Bench) -> Draft:
    """Which, or how many, have one of two neighbours, or one of two traits."""
    vertex = bench.vertex()
    pattern = bench.pick(bench.book.said(bench.book.grammar.either))
    if bench.one_in(3):
        left, right = bench.some(vertex, 1)[0], bench.some(bench.sibling(vertex), 1)[0]
        if left.group == right.group or not _alike(bench, left, right):
            raise Unsayable("these two are not alike")
        either: Condition | None = alternative(left, right, pattern)
    else:
        name = bench.edge_of(vertex)
        other = bench.sibling(vertex, {name})
        targets = [bench.pick(bench.stock.leads(name, each[1])) for each in (vertex, other)]
        if targets[0] == targets[1]:
            raise Unsayable("the same one twice")
        either = bench.findings.neighbours(name, targets, pattern)
    if either is None:
        raise Unsayable("a name means several")
    conditions = [either, *bench.some(vertex, 1, without=set(either.group.split("|")))]
    return _set(bench, vertex, conditions, ("count", "list"))


def exists(bench: Bench) -> Draft:
    """Is there any?"""
    vertex = bench.vertex()
    conditions = bench.some(vertex, bench.pick((1, 2, 2)))
    amount = bench.findings.amount(vertex) if bench.one_in(3) else None
    conditions += [amount] if amount else []
    return _set(bench, vertex, conditions, ("exists",))


def reverse(bench: Bench) -> Draft:
    """What did this one win, build, carry?"""
    return _deeds(bench, "reverse", Members())


def tally(bench: Bench) -> Draft:
    """How many medals, prizes, goals did this one get?"""
    return _deeds(bench, "tally", Count())


def deed(bench: Bench) -> Draft:
    """Did this one win, build, carry any?"""
    return _deeds(bench, "deed", Exists())


def superlative(bench: Bench) -> Draft:
    """Which has the most or least."""
    vertex = bench.vertex()
    attr = bench.measure_of(vertex, ("integer", "number", "period"))
    greatest = bench.one_in(2)
    conditions = bench.some(vertex, bench.pick((1, 1, 2)), without={attr})
    best = bench.book.best(vertex[0], attr, greatest=greatest)
    answer = Extreme(attr=attr, greatest=greatest)
    return _asked(bench, vertex, conditions, "superlative", answer, best=best)


def top(bench: Bench) -> Draft:
    """The first few by an attribute, from the top or from the bottom."""
    vertex = bench.vertex()
    attr = bench.measure_of(vertex)
    greatest = not bench.one_in(3)
    k = bench.chance.randint(2, MOST_ASKED)
    conditions = bench.some(vertex, 1, without={attr})
    first = {"top": ("top",)} if greatest else {}
    answer = TopK(attr=attr, k=k, descending=greatest)
    return _asked(
        bench, vertex, conditions, "top", answer,
        best=bench.book.best(vertex[0], attr, greatest=greatest),
        label=_fold_label(bench, vertex[0], attr), n=(bench.findings.number(k),), **first,
    )  # fmt: skip


def fold(bench: Bench) -> Draft:
    """One number over all that match."""
    vertex = bench.vertex()
    attr = bench.measure_of(vertex)
    wording = bench.book.wording.attribute(vertex[0], attr)
    ways = ["avg", "min", "max"]
    if wording.total and bench.book.is_counted(vertex[0], attr):
        ways.append("sum")
    by = bench.pick(ways)
    assert by in ("avg", "min", "max", "sum")
    conditions = bench.some(vertex, bench.pick((1, 2)), without={attr})
    return _asked(
        bench, vertex, conditions, "fold", Fold(attr=attr, by=by),
        fold=bench.book.said(bench.book.grammar.folds[by]),
        label=_fold_label(bench, vertex[0], attr),
    )  # fmt: skip


def distinct(bench: Bench) -> Draft:
    """How many different ones stand at the other end."""
    vertex, edge, words = doers(bench)
    conditions = bench.some(vertex, bench.pick((1, 2)), without={edge})
    return _grouped(bench, vertex, edge, conditions, "distinct", Count(node=FAR), words)


def group(bench: Bench) -> Draft:
    """Who has the most."""
    vertex, edge, words = doers(bench)
    conditions = bench.some(vertex, bench.pick((1, 2)), without={edge})
    haul = haul_words(bench, edge, "the most")
    shape = "haul" if haul and bench.one_in(2) else "group"
    return _grouped(bench, vertex, edge, conditions, shape, Group(node=FAR, k=1), words | haul)


def groups(bench: Bench) -> Draft:
    """The first few who have the most."""
    vertex, edge, words = doers(bench)
    k = bench.chance.randint(2, MOST_ASKED)
    conditions = bench.some(vertex, 1, without={edge})
    words["n"] = (bench.findings.number(k),)
    return _grouped(bench, vertex, edge, conditions, "groups", Group(node=FAR, k=k), words)


def having(bench: Bench) -> Draft:
    """Those who have so many."""
    vertex, edge, words = doers(bench)
    op: Op = bench.pick(("ge", "ge", "gt", "eq"))
    number = bench.chance.randint(2, 4)
    conditions = bench.some(vertex, bench.pick((1, 2)), without={edge})
    amount = bench.findings.counted(op, (number,))
    haul = haul_words(bench, edge, amount)
    assert op in ("ge", "gt", "eq")
    answer = Group(node=FAR, having=Having(op=op, value=number))
    words |= {"amount": (amount,)} | haul
    shape = "hauls" if haul and bench.one_in(2) else "having"
    return _grouped(bench, vertex, edge, conditions, shape, answer, words)


def group_fold(bench: Bench) -> Draft:
    """Whose average is the highest or lowest."""
    vertex = bench.vertex()
    edge, attr = bench.edge_of(vertex), bench.measure_of(vertex)
    if not bench.schema.edges[edge].single:
        raise Unsayable("several share one")
    highest = bench.one_in(2)
    conditions = bench.some(vertex, 1, without={edge, attr})
    answer = Group(node=FAR, fold=Fold(attr=attr, by="avg"), descending=highest, k=1)
    extreme = bench.book.said(bench.book.grammar.folds["max" if highest else "min"])
    words = bench.target_words(edge) | {
        "extreme": extreme, "label": _fold_label(bench, vertex[0], attr)
    }  # fmt: skip
    return _grouped(bench, vertex, edge, conditions, "groupfold", answer, words)


def _alike(bench: Bench, left: Condition, right: Condition) -> bool:
    """Whether both lead to things of one type: people join only what is alike."""
    edges = [bench.schema.edges.get(each.group) for each in (left, right)]
    return all(edges) and len({edge.target for edge in edges if edge}) == 1


ANSWERS: dict[str, Answer] = {"list": Members(), "count": Count(), "exists": Exists()}


def _set(
    bench: Bench, vertex: Vertex, conditions: list[Condition], shapes: tuple[str, ...]
) -> Draft:
    shape = bench.pick(shapes)
    return _asked(bench, vertex, conditions, shape, ANSWERS[shape])


def _asked(
    bench: Bench, vertex: Vertex, conditions: list[Condition], shape: str, answer: Answer,
    **words: tuple[str, ...],
) -> Draft:  # fmt: skip
    plan = Query(root=rooted(vertex[0], conditions), answer=answer)
    return Draft(shape=shape, type=vertex[0], conditions=conditions, words=words, plan=plan)


def _fold_label(bench: Bench, type_: str, attr: str) -> tuple[str, ...]:
    if bench.book.is_counted(type_, attr):
        return tuple(f"number of {each}" for each in bench.book.many(type_, attr))
    return (bench.book.label(type_, attr),)


def doers(bench: Bench) -> tuple[Vertex, str, dict[str, tuple[str, ...]]]:
    """A vertex, an edge whose far end does something to it, and the words for that."""
    vertex = bench.vertex()
    edge = bench.edge_of(vertex)
    verb, verbs = bench.pick(bench.book.edge_verbs(edge))
    return vertex, edge, bench.target_words(edge) | {"verb": (verb,), "verbs": (verbs,)}


def _grouped(
    bench: Bench, vertex: Vertex, edge: str, conditions: list[Condition], shape: str,
    answer: Answer, words: dict[str, tuple[str, ...]],
) -> Draft:  # fmt: skip
    far = Node(type=bench.schema.edges[edge].target, name=FAR)
    root = rooted(vertex[0], conditions, more=(towards(edge, far),))
    plan = Query(root=root, answer=answer)
    return Draft(shape=shape, type=vertex[0], conditions=conditions, words=words, plan=plan)


def haul_words(bench: Bench, edge: str, many: str) -> dict[str, tuple[str, ...]]:
    forms = bench.book.said(bench.book.wording.edge(edge).haul)
    said = tuple(form.replace("{many}", many) for form in forms)
    return {"haul": said} if said else {}


def _deeds(bench: Bench, shape: str, answer: Answer) -> Draft:
    vertex, edge, words = doers(bench)
    found = bench.findings.edge(edge, bench.pick(bench.stock.leads(edge, vertex[1])))
    if found is None:
        raise Unsayable("the name means several")
    x = found.surface
    base = tuple(f"{x} {each}" for each in bench.book.edge_base(edge))
    told = bench.book.said(bench.book.wording.edge(edge).tally)
    words |= {
        "x": (x,), "x verb": tuple(f"{x} {each}" for each in words["verb"]),
        "x active": tuple(f"{x} {each}" for each in words["verb"]),
        "x did": base, "x base": base, "tally": tuple(each.replace("{x}", x) for each in told),
    }  # fmt: skip
    conditions = bench.some(vertex, bench.pick((1, 1, 2)), without={edge})
    plan = Query(root=rooted(vertex[0], [found, *conditions]), answer=answer)
    return Draft(shape=shape, type=vertex[0], conditions=conditions, words=words, plan=plan)
