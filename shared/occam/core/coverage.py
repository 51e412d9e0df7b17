"""Plans that this graph cannot answer, or that say more than the words did.

An edition that no document is about proves nothing, and rules do not see who did what.
"""

from __future__ import annotations

from collections.abc import Mapping

from occam.core.lexicon import Relation
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


def is_tangled(plan: Plan, relations: Mapping[str, Relation]) -> bool:
    """True where somebody is asked for who did one deed, and another deed is somebody's by name: of
    two deeds in one sentence, rules cannot tell whose is which."""
    return any(
        len({_deed(hop.edge, relations) for hop in query.root.hops} - {""}) > 1
        and any(hop.node.name and _deed(hop.edge, relations) for hop in query.root.hops)
        for query in leaves(plan)
    )


def _deed(edge: str, relations: Mapping[str, Relation]) -> str:
    """The narrowest relation of an edge, or nothing."""
    found = [name for name, relation in relations.items() if edge in relation.edges]
    return min(found, key=lambda name: len(relations[name].edges), default="")
