"""What one page says, before anything else of the corpus is known: small records that keep."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

import msgspec

from occam.core.values import Scalar
from occam.ingest.spelling import clean

_VARIABLE = re.compile(r"\{([^{}]+)\}")


class Value(msgspec.Struct, frozen=True):
    """A value read at [start, end) of the page; `of` is an attribute, an edge or a position."""

    of: str
    value: Scalar
    start: int = 0
    end: int = 0
    rule: str = ""
    unit: str = ""


class Link(msgspec.Struct, frozen=True):
    """The text of an edge's targets and of the further edges that leave them."""

    edge: int
    value: Value
    also: tuple[Value, ...] = ()


class Lost(msgspec.Struct, frozen=True):
    """An attribute or edge without a value: the cause, and the text that gave none."""

    of: str
    cause: str
    text: str = ""


class Extract(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one page says. `remarks` go to the ledger and change nothing."""

    document: str
    title: str
    digest: str
    status: str
    cause: str = ""
    record: int = -1
    id: str = ""
    label: str = ""
    aliases: tuple[str, ...] = ()
    variables: dict[str, str] = {}
    values: tuple[Value, ...] = ()
    links: tuple[Link, ...] = ()
    stated: tuple[Value, ...] = ()
    lost: tuple[Lost, ...] = ()
    remarks: tuple[Lost, ...] = ()


def text_digest(text: str) -> str:
    """The digest of a page's text, which every ledger line and certificate names."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def filled(template: str, variables: Mapping[str, str]) -> str:
    """The template with its variables, or nothing when one of them has no value."""
    if any(not variables.get(name) for name in _VARIABLE.findall(template)):
        return ""
    return clean(_VARIABLE.sub(lambda found: variables[found[1]], template))
