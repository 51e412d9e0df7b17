"""From what is wanted to the answer clause of a plan."""

from __future__ import annotations

from occam.core.plan import (
    AllValues,
    Answer,
    Count,
    Exists,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Groups,
    Having,
    Holds,
    Members,
    TopK,
    Values,
)
from occam.core.reading.meaning import Wanted


def answer_of(wanted: Wanted, node: str) -> Answer:
    """The answer clause of what is wanted, at the node that it stands at."""
    match wanted.kind:
        case "value" if wanted.every:
            return AllValues(attr=wanted.attr, node=node)
        case "value":
            return Values(attr=wanted.attr, node=node)
        case "target":
            return Values(attr="label", node=node)
        case "count":
            return Count(node=node)
        case "exists":
            return Exists()
        case "extreme" if wanted.told:
            return ExtremeValues(
                attr=wanted.attr, greatest=wanted.greatest, told=wanted.told, node=node
            )
        case "extreme":
            return Extreme(attr=wanted.attr, greatest=wanted.greatest)
        case "top":
            return TopK(attr=wanted.attr, k=wanted.k, descending=wanted.greatest)
        case "fold":
            assert wanted.by
            return Fold(attr=wanted.attr, by=wanted.by)
        case "holds":
            return Holds(having=having_of(wanted))
        case "groups":
            return Groups(node=node, having=having_of(wanted))
        case "group":
            return _group(wanted, node)
        case _:
            return Members()


def _group(wanted: Wanted, node: str) -> Group:
    if wanted.op:
        return Group(node=node, having=having_of(wanted))
    fold = Fold(attr=wanted.attr, by=wanted.by) if wanted.by else None
    return Group(node=node, fold=fold, descending=wanted.greatest, k=wanted.k)


def having_of(wanted: Wanted) -> Having:
    """The bar that a number is held against."""
    op = wanted.op
    assert op in ("eq", "lt", "le", "gt", "ge")
    return Having(op=op, value=float(wanted.number))
