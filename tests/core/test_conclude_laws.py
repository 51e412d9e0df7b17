"""Laws that every conclusion keeps, over generated evidence."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from occam.core.conclude import conclude
from occam.core.evidence import Reached, Row, Rows
from occam.core.plan import (
    AllValues,
    Count,
    Exists,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Groups,
    Having,
    Holds,
    Hop,
    Members,
    Node,
    Order,
    Predicate,
    Query,
    TopK,
    Values,
)
from occam.core.values import Cell

SILENT = Cell(status="unknown", cause="no field")
CLAUSES = (
    Values(attr="size"), Values(node="who"),
    AllValues(attr="size"), AllValues(attr="label", node="who"),
    Count(), Count(node="who"), Exists(), Members(), Members(limit=2, order=Order(attr="size")),
    Extreme(attr="size"), Extreme(attr="size", greatest=False), TopK(attr="size", k=2),
    *(Fold(attr="size", by=by) for by in ("sum", "avg", "min", "max")),
    Group(node="who"), Group(node="who", k=1), Group(node="who", k=2, descending=False),
    Group(node="who", k=1, fold=Fold(attr="size", by="sum")),
    *(Holds(having=Having(op=op, value=2)) for op in ("eq", "lt", "ge")),
    *(Holds(node="who", having=Having(op=op, value=1)) for op in ("eq", "le", "gt")),
    *(Groups(node="who", having=Having(op=op, value=1)) for op in ("eq", "le", "gt")),
    ExtremeValues(attr="size"), ExtremeValues(attr="size", greatest=False, node="who"),
)  # fmt: skip

sizes = st.one_of(st.none(), st.integers(0, 6))
neighbours = st.sets(st.sampled_from("xyz"), max_size=2)
pools = st.lists(st.tuples(sizes, neighbours, st.booleans()), max_size=6)


def evidence(pool, bar: int) -> tuple[Rows, ...]:
    """Rows as a backend would give them: size must exceed the bar, the hop may be open."""
    rows = [_row(f"r{i}", size, who, opened, bar) for i, (size, who, opened) in enumerate(pool)]
    return (Rows("v", tuple(row for row in rows if row is not None)),)


def _row(id_: str, size: int | None, who: set[str], opened: bool, bar: int) -> Row | None:
    if not who and not opened:
        return None
    compared = "unknown" if size is None else "yes" if size > bar else "no"
    truth = "unknown" if compared == "yes" and not who else compared
    standing = () if truth == "no" else tuple(Reached(n, n, compared) for n in sorted(who))
    open_ = ("who",) if opened and truth != "no" else ()
    cell = SILENT if size is None else Cell(size)
    return Row(id_, id_, truth, {"size": cell}, {"who": standing}, open_, (id_,))


def ask(clause, pool, bar: int = 1):
    return conclude(plan(clause, bar), evidence(pool, bar))


def plan(clause, bar: int) -> Query:
    hop = Hop(edge="WON", direction="out", node=Node(type="Nation", name="who"))
    where = Predicate(attr="size", op="gt", values=(bar,))
    return Query(root=Node(type="Race", where=(where,), hops=(hop,)), answer=clause)


@given(pools, st.integers(0, 5), st.integers(0, 3))
def test_raising_a_threshold_never_raises_a_count(pool, bar: int, more: int) -> None:
    low, high = (ask(Count(), pool, number) for number in (bar, bar + more))
    assert high.value <= low.value
    assert (high.interval or (0, high.value))[1] <= (low.interval or (0, low.value))[1]


@settings(max_examples=40)
@given(pools, st.randoms(), st.sampled_from(CLAUSES))
def test_the_order_of_the_rows_changes_nothing_but_the_order_of_the_unknowns(
    pool, random, clause
) -> None:
    (rows,) = evidence(pool, 1)
    shuffled = list(rows.rows)
    random.shuffle(shuffled)
    first = conclude(plan(clause, 1), (rows,))
    again = conclude(plan(clause, 1), (msgspec.structs.replace(rows, rows=tuple(shuffled)),))
    if first.gap is None:
        by = lambda found: msgspec.structs.replace(  # noqa: E731
            found, unknowns=tuple(sorted(found.unknowns, key=str))
        )
        assert by(first) == by(again)
    else:
        assert type(first.gap) is type(again.gap)


def completed(pool, random):
    """One way the unknown values may turn out: sizes given, open hops closed."""
    return [
        (
            random.randint(0, 9) if size is None else size,
            who | {random.choice("xyzw") for _ in range(random.randint(0, 2))} if opened else who,
            False,
        )
        for size, who, opened in pool
    ]


@settings(max_examples=400)
@given(pools, st.randoms(use_true_random=False), st.sampled_from(CLAUSES))
def test_whatever_the_unknowns_turn_out_to_be_the_conclusion_held(pool, random, clause) -> None:
    before = ask(clause, pool)
    after = ask(clause, completed(pool, random))
    if before.gap is not None or after.gap is not None:
        return
    if not before.could_change:
        assert after.answer == before.answer
    if before.interval is not None and after.value is not None and not isinstance(clause, Group):
        low, high = before.interval
        assert low is None or low <= after.value + 1e-9
        assert high is None or after.value <= high + 1e-9


@given(pools)
def test_every_winner_of_a_superlative_has_the_same_value_and_nobody_has_more(pool) -> None:
    found = ask(Extreme(attr="size"), pool)
    (rows,) = evidence(pool, 1)
    known = {r.id: r.cells["size"].value for r in rows.rows if r.truth == "yes"}
    best = max(known.values(), default=None)
    assert set(found.answer) == {id_ for id_, size in known.items() if size == best}
