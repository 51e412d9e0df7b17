"""The kinds of questions there are, and who drafts each."""

from __future__ import annotations

from collections.abc import Callable

from occam.phrasing import claims, hauls, lookups, negatives, pairs, sets
from occam.phrasing.bench import Bench
from occam.phrasing.drafts import Draft

KINDS: dict[str, tuple[Callable[[Bench], Draft], ...]] = {
    "attribute": (lookups.attribute,),
    "neighbour": (lookups.neighbour,),
    "reverse": (sets.reverse, sets.reverse, sets.deed),
    "multi-hop": (lookups.further, sets.nested),
    "temporal": (lookups.beside, lookups.beside, sets.after_another),
    "list": (sets.listed,),
    "count": (sets.counted, sets.counted, sets.tally),
    "threshold": (sets.threshold,),
    "range": (sets.years,),
    "distinct": (sets.distinct,),
    "superlative": (sets.superlative,),
    "top-k": (sets.top, sets.groups),
    "fold": (sets.fold,),
    "group": (sets.group, sets.group, sets.group_fold),
    "having": (sets.having,),
    "comparison": (pairs.compared, pairs.compared, pairs.more),
    "existence": (sets.exists, sets.exists, sets.deed),
    "negation": (sets.negation,),
    "exclusion": (sets.without, hauls.others),
    "claim": (claims.claim,),
    "together": (hauls.together, hauls.tally_together),
    "union": (sets.union,),
    "conjunction": (pairs.both,),
    "join": (pairs.joined,),
    "ambiguous": (negatives.ambiguous,),
    "unknown term": (negatives.unknown_term,),
    "proven zero": (negatives.zero,),
    "unanswerable": (negatives.unanswerable,),
    "unrelated": (negatives.unrelated,),
    "irrelevant constraint": (negatives.irrelevant,),
}
