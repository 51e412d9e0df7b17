"""Names that stand for a class of things: "relay events", "the marathons"."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.lexicon import Term
from occam.core.reading.conditions import Check, Condition
from occam.core.reading.items import Deed, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.naming import is_denied
from occam.core.reading.walking import kept
from occam.core.vocabulary import Vocabulary


def read_classes(line: list[Span], joints: Joints, vocabulary: Vocabulary) -> list[Span]:
    """A name right before the root's noun in the plural may stand for its class ("relay events").

    Leaves a name bare where both it and its class are there: then the words do not decide.
    """
    said = [span for at, span in enumerate(line) if not is_denied(line, at)]
    terms = [term for span in said for term in _mentioned(span) if vocabulary.together([term])]
    made = list(line)
    for place, span in enumerate(line):
        if place + 1 < len(line) and _of_root(line[place + 1], joints):
            kinds = _kinds(span, joints)
            if kinds:
                made[place] = kept(span, *kinds)
                continue
        nouns = [
            *_of_root(span, joints),
            *(each for each in line[place + 1 : place + 2] for each in _of_root(each, joints)),
        ]
        counted = any(_is_object(each) for each in line[place + 1 : place + 2])
        single = any(_is_numbered(each, joints, vocabulary) for each in span.all(Condition))
        several = any(thing.many for thing in nouns)
        if counted or single or several:
            made[place] = _classed(span, terms, joints, vocabulary)
        if several:
            made[place] = _by_name(made[place], joints)
    return made


def _is_numbered(condition: Condition, joints: Joints, vocabulary: Vocabulary) -> bool:
    """True for a name of no kind that numbers make other names of ("the relay")."""
    body = condition.body
    if not _is_generic(condition, joints) or not isinstance(body, Check) or body.term is None:
        return False
    own = len(vocabulary.spelled(body.term)) == 1
    return own and vocabulary.is_numbered(body.term)


def _is_object(span: Span) -> bool:
    return any(deed.form == "object" for deed in span.all(Deed))


def _classed(span: Span, terms: Sequence[Term], joints: Joints, vocabulary: Vocabulary) -> Span:
    """The span as its class, beside the terms of the line; bare where it may be either."""
    own = [each for each in span.all(Condition) if _is_generic(each, joints)]
    if not own or not isinstance(own[0].body, Check) or own[0].body.term is None:
        return span
    term = own[0].body.term
    wider = vocabulary.classed(term, [each for each in terms if each is not term])
    if wider is None:
        exact = not span.get(Thing) and _is_exact(term, vocabulary)
        return span if exact else kept(span)
    if wider is term:
        return span
    body = msgspec.structs.replace(own[0].body, values=wider.values, term=wider)
    return kept(span, msgspec.structs.replace(own[0], body=body), *span.all(Thing))


def _by_name(span: Span, joints: Joints) -> Span:
    """The span as a class of what is called just so ("men's heavyweight events")."""
    said = [
        msgspec.structs.replace(each, body=msgspec.structs.replace(each.body, wider=()))
        if isinstance(each, Condition) and _is_generic(each, joints)
        else each
        for each in span.readings
    ]
    return kept(span, *said)


def _is_exact(term: Term, vocabulary: Vocabulary) -> bool:
    """True for what is called by more than one word, or of one kind by a word that no number
    makes another one of ("women's slalom", not "women's relay"): that is no class."""
    spelled = vocabulary.spelled(term)
    own = vocabulary.bare(spelled)
    return len(own) > 1 or (len(own) < len(spelled) and not vocabulary.is_numbered(term))


def _of_root(span: Span, joints: Joints) -> list[Thing]:
    return [thing for thing in span.all(Thing) if thing.type == joints.root]


def _mentioned(span: Span) -> list[Term]:
    """What a span says first: the vertices that it describes, or its value."""
    found = span.all(Condition)
    body = found[0].body if found else None
    if not isinstance(body, Check) or body.op != "in":
        return []
    if body.attr == "id":
        return [Term(body.type, "id", tuple(map(str, body.values)))]
    return [body.term] if body.term else []


def _kinds(span: Span, joints: Joints) -> list[Condition]:
    """What a word for a value of the root says besides of a neighbour ("cross-country events")."""
    found = span.all(Condition)
    if not any(_is_generic(each, joints) for each in found):
        return []
    beside = [each for each in found if each.slot == each.body.type != joints.root]
    return [each for each in beside if joints.path(joints.root, each.body.type)]


def _is_generic(condition: Condition, joints: Joints) -> bool:
    body = condition.body
    if not isinstance(body, Check) or body.type != joints.root or body.term is None:
        return False
    slot = f"{body.type}.{body.attr}"
    return any(each.attribute == slot for each in joints.lexicon.droppable)
