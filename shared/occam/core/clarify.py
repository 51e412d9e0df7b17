"""Questions back to the asker: each asks by what really separates the things it lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from occam.core.gaps import Candidate, Reading
from occam.core.plan import Plan, leaves, nodes_of
from occam.core.schema import Schema
from occam.core.spelling import listed

NAMED = 6
UNKNOWN = "unknown"

Listing = Callable[[Sequence[str]], str]


def which_one(
    candidates: Sequence[Candidate], plan: Plan | None, schema: Schema | None = None
) -> str:
    """Asks by the one attribute or neighbour that is known and different for every candidate, else
    by their names; numbers that are measured, and ids, only where nothing else is different. More
    than can be listed are asked for by what sorts them into few groups."""
    if len(candidates) > NAMED:
        for kind, said, said_once in _separators(candidates, plan, schema, heads=True):
            groups = list(dict.fromkeys(said))
            if 1 < len(groups) <= NAMED and not {UNKNOWN, ""} & set(groups):
                return f"{len(candidates)} fit; which {kind} do you mean: {said_once(groups)}?"
    for kind, said, said_once in _separators(candidates, plan, schema):
        if UNKNOWN not in said and "" not in said and len(set(said)) == len(said):
            return f"Which {kind} do you mean: {said_once(said)}?"
    return f"Which {_root(plan, schema)} do you mean: {_whole(_identified(candidates))}?"


def which_meant(mention: str, kind: str, candidates: Sequence[Candidate]) -> str:
    """Asks which of several vertices a name in the question stands for."""
    labels = [each.label for each in candidates]
    named = labels if len(set(labels)) == len(labels) else _identified(candidates)
    return f"Which {kind} does “{mention}” mean: {_whole(named)}?"


def which_reading(readings: Sequence[Reading]) -> str:
    """Asks between readings by the words that they do not share."""
    return f"Which is meant: {listed(_apart([each.words for each in readings]), 'or', NAMED)}?"


def either(said: Sequence[str]) -> str:
    """`29 or 30 July 2012`: where one word is different, the others are said once."""
    words = [text.split() for text in said]
    size, last = len(words[0]), len(words) - 1
    head, tail = _shared(words), _shared([each[::-1] for each in words])
    if len(words) > NAMED or any(len(each) != size for each in words) or head + tail != size - 1:
        return _whole(said)
    shown = [
        " ".join(each[head * (at > 0) : size - tail * (at < last)]) for at, each in enumerate(words)
    ]
    return listed(shown, "or")


def _separators(
    candidates: Sequence[Candidate],
    plan: Plan | None,
    schema: Schema | None,
    heads: bool = False,
) -> Iterator[tuple[str, list[str], Listing]]:
    """Ways to tell candidates apart, best first: the kind of thing, what each candidate says of
    it, and how to list that. With `heads` names are told apart by their first part alone."""
    labels = [each.label for each in candidates]
    traits = list(dict.fromkeys(key for each in candidates for key in each.differs))
    measured = [trait for trait in traits if _measured(trait, plan, schema)]
    ordered = [*(trait for trait in traits if trait not in measured), "", *measured]
    for trait in ordered:
        if not trait:
            parts = [_head(label) for label in labels] if heads else _headless(labels)
            yield _root(plan, schema), parts, either
            continue
        kind, names = _kind(trait, plan, schema)
        yield kind, [each.differs.get(trait, "") for each in candidates], names


def _identified(candidates: Sequence[Candidate]) -> list[str]:
    """Names with all that is known to differ behind them, or with ids where that is not enough."""
    known = [
        ", ".join(value for value in each.differs.values() if value not in ("", UNKNOWN))
        for each in candidates
    ]
    said = [f"{each.label} ({what})" for each, what in zip(candidates, known, strict=True)]
    if all(known) and len(set(said)) == len(said):
        return said
    return [f"{each.label} ({each.id})" for each in candidates]


def _measured(trait: str, plan: Plan | None, schema: Schema | None) -> bool:
    if plan is None or schema is None:
        return False
    found = schema.attribute(leaves(plan)[0].root.type, trait)
    return found is not None and found.role == "measure"


def _kind(trait: str, plan: Plan | None, schema: Schema | None) -> tuple[str, Listing]:
    """What stands at a named node, or an attribute of the root, in words. Names stay whole."""
    plain = trait.replace("_", " ")
    if plan is None:
        return plain, _whole
    root = leaves(plan)[0].root
    standing = next((node.type for node in nodes_of(root) if node.name == trait), "")
    if standing:
        return schema.vertices[standing].labels[0] if schema else standing.lower(), _whole
    found = schema.attribute(root.type, trait) if schema else None
    return found.labels[0] if found and found.labels else plain, either


def _whole(said: Sequence[str]) -> str:
    return listed(said, "or", NAMED)


def _root(plan: Plan | None, schema: Schema | None) -> str:
    if plan is None:
        return "one"
    root = leaves(plan)[0].root.type
    return schema.vertices[root].labels[0] if schema else root.lower()


def _headless(labels: Sequence[str]) -> list[str]:
    """Names without what all of them start with, where that ends in a dash or a colon."""
    words = [label.split() for label in labels]
    shared = words[0][: _shared(words)] if words else []
    ends = [at for at, word in enumerate(shared, start=1) if _parts(word)]
    cut = ends[-1] if ends else 0
    kept = [" ".join(each[cut:]) for each in words]
    return kept if all(kept) else list(labels)


def _head(label: str) -> str:
    """A name up to its first dash or colon."""
    words = label.split()
    end = next((at for at, word in enumerate(words) if _parts(word)), len(words) - 1)
    return " ".join(words[: end + 1]).rstrip("–—-|: ")


def _parts(word: str) -> bool:
    return word in "–—-|" or word.endswith(":")


def _apart(texts: Sequence[str]) -> list[str]:
    """Texts in quotes, without the words that all start and end with, where some remain of each."""
    words = [text.split() for text in texts]
    shortest = min(map(len, words), default=0)
    head = min(_shared(words), shortest)
    tail = min(_shared([each[::-1] for each in words]), shortest - head)
    cores = [each[head : len(each) - tail] for each in words]
    kept = cores if all(cores) else words
    return [f"“{' '.join(each).strip(';, ')}”" for each in kept]


def _shared(words: Sequence[Sequence[str]]) -> int:
    """How many words all of them start with."""
    same = takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False))
    return sum(1 for _ in same)
