"""Which vertices may be one thing under two names, by what they are called."""

from __future__ import annotations

from collections.abc import Iterable

from occam.core.dataset import Name
from occam.core.gazetteer.reading import Gazetteer
from occam.core.gazetteer.series import Cutter, Edition, Slot


class Alike:
    """Compares the names of vertices, each taken apart when it is asked for."""

    def __init__(self, gazetteer: Gazetteer, cutter: Cutter) -> None:
        self._read, self._cutter = gazetteer, cutter

    def among(self, others: Iterable[str], known: Iterable[str], slot: Slot) -> set[str]:
        """Of some vertices those that may be the same thing as one of the known, by their values
        of that slot."""
        named = [self._cut(each, slot) for each in known]
        found = ((each, self._cut(each, slot)) for each in others)
        return {
            each
            for each, other in found
            if other and any(mine and mine.may_be(other) for mine in named)
        }

    def _cut(self, identifier: str, slot: Slot) -> Edition | None:
        type_name, attr = slot
        attrs = [other for kind, other in self._read.slots if kind == type_name]
        held = {other: self._read.valued(type_name, other).get(identifier) for other in attrs}
        values = {other: value for other, value in held.items() if value is not None}
        label = self._read.label(type_name, identifier)
        name = Name(type=type_name, id=identifier, label=label, values=values)
        return self._cutter.cut(name, attr)
