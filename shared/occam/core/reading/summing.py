"""Deeds of several kinds that count one by one: medals are golds, silvers and bronzes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.reading.conditions import Condition, Tie
from occam.core.reading.joints import Joints
from occam.core.reading.meaning import Target, Wanted

Part = tuple[Wanted, tuple[Condition, ...]]


def apart(wanted: Wanted, conditions: Sequence[Condition], joints: Joints) -> list[Part]:
    """What is wanted and said, once for each edge of the relation that is summed; a person does
    one of them at a time, so nothing has to be told apart."""
    if not wanted.summed:
        return []
    target = wanted.target
    if target is not None:
        plain = msgspec.structs.replace(wanted, k=0, op=None)
        return [
            (msgspec.structs.replace(plain, target=_over(target, edge)), tuple(conditions))
            for edge in joints.edges(target.relation, target.type)
        ]
    tied = next((each for each in conditions if is_summed(each, joints)), None)
    if tied is None or not isinstance(tied.body, Tie):
        return []
    parts: list[Part] = []
    for edge in tied.body.edges:
        body = msgspec.structs.replace(tied.body, edges=(edge,))
        one = msgspec.structs.replace(tied, body=body)
        parts.append((wanted, tuple(one if each is tied else each for each in conditions)))
    return parts


def _over(target: Target, edge: str) -> Target:
    return msgspec.structs.replace(target, edge=edge)


def is_summed(condition: Condition, joints: Joints) -> bool:
    """True for a deed over several edges, by others than persons."""
    body = condition.body
    if not isinstance(body, Tie) or condition.absent or joints.is_person(body.type):
        return False
    return len(body.edges) > 1
