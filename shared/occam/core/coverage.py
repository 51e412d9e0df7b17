"""Editions that no document is about: that nothing is known of them proves nothing."""

from __future__ import annotations

from occam.core.plan import Plan, leaves, nodes_of
from occam.core.schema import Schema
from occam.core.vocabulary import Vocabulary


def is_covered(plan: Plan, schema: Schema, vocabulary: Vocabulary, timed: str) -> bool:
    """False where a plan over documents needs an edition (a vertex of the type `timed`) by its
    identifier, and no document is about any that will do."""
    for query in leaves(plan):
        if not schema.vertices[query.root.type].documentary:
            continue
        for node in nodes_of(query.root):
            for test in node.where if node.type == timed else ():
                named = test.attr == "id" and test.op in ("eq", "in")
                if named and not vocabulary.is_covered(timed, map(str, test.values)):
                    return False
    return True
