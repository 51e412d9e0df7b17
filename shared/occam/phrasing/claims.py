"""Claims about a measure, to be answered with yes or no."""

from __future__ import annotations

from occam.core.plan import Exists, Op, Query
from occam.phrasing.bench import Bench
from occam.phrasing.conditions import rooted
from occam.phrasing.drafts import Draft, Side
from occam.phrasing.grammar import Unsayable

CLAIMED: tuple[Op, ...] = ("gt", "ge", "lt", "le")


def claim(bench: Bench) -> Draft:
    """Did more than so many take part in this one?"""
    vertex = bench.vertex()
    true = not bench.one_in(3)
    amount = bench.findings.amount(vertex, CLAIMED, passes=true)
    if amount is None:
        raise Unsayable("no measure is known")
    conditions = bench.telling(vertex, {amount.group})
    only = Side(type=vertex[0], conditions=conditions).alone
    words = {"claimed": tuple(f"{{root}} {text}" for text in amount.texts.get("pred", ()))}
    if bench.book.is_counted(vertex[0], amount.group):
        parts = bench.book.parts(vertex[0], amount.group)
        many = bench.book.many(vertex[0], amount.group)
        words = {
            "amount": (amount.surface,),
            "many": many,
            "claim": tuple(f"{{does}} {amount.surface} {base} {{root}}" for _, base in parts),
            "claimed": tuple(f"{amount.surface} {past} {{root}}" for past, _ in parts)
            or words["claimed"],
        }
    return Draft(
        shape="claim", type=vertex[0], conditions=conditions, words=words,
        plan=Query(root=rooted(vertex[0], [*conditions, amount]), answer=Exists()),
        expected="answered" if true else "zero", premises=((only, "answered"),),
    )  # fmt: skip
