"""One page by itself, read by the mapping: the result depends on the pack and the page alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from occam.core.values import Scalar
from occam.ingest.blocks import Fields, field_key, find_record
from occam.ingest.extracts import Extract, Link, Lost, Value, filled, text_digest
from occam.ingest.settle import SETTLERS
from occam.ingest.spelling import clean, plain, repaired
from occam.ingest.transforms import TRANSFORMS, Given
from occam.packs import Pack
from occam.packs.mapping import AttributeMap, EdgeMap, Lookup, Read, Record
from occam.packs.pack import Document


class Extractor:
    """Reads pages of one pack, whose transforms are checked once."""

    def __init__(self, pack: Pack) -> None:
        _check_transforms(pack)
        self._pack = pack
        self._words = [_unit_words(pack, record.vertex) for record in pack.mapping.records]

    def __call__(self, page: Document) -> Extract:
        """Read the page by the first record of the mapping that it holds."""
        bare = Extract(
            document=page.doc_id,
            title=page.title,
            digest=text_digest(page.text),
            status="no_record",
            cause="no record found",
        )
        for index, record in enumerate(self._pack.mapping.records):
            fields = find_record(page.text, record.marker)
            if fields is not None and all(field_key(name) in fields for name in record.requires):
                reader = _PageReader(self._pack, record, self._words[index], page, fields)
                return reader.read(msgspec.structs.replace(bare, record=index))
        return bare


def _check_transforms(pack: Pack) -> None:
    for index, record in enumerate(pack.mapping.records):
        for at, attribute in enumerate(record.attributes):
            known = set(TRANSFORMS) - set(SETTLERS)
            _check_transform(pack, attribute, known, ("records", index, "attributes", at))
        for at, edge in enumerate(record.edges):
            for read in (edge, *edge.also):
                _check_transform(pack, read, set(TRANSFORMS), ("records", index, "edges", at))


def _check_transform(pack: Pack, read: Read, known: set[str], at: tuple[str | int, ...]) -> None:
    if read.transform not in known:
        reason = f"no transform {read.transform!r}; known: {', '.join(sorted(known))}"
        raise pack.mapping_file.complaint((*at, "as"), reason)


def _unit_words(pack: Pack, vertex: str) -> dict[str, str]:
    """Every unit word of the mapping, with the attribute of this vertex that counts in it."""
    attributes = pack.schema.vertices[vertex].attributes
    by_unit = {attribute.unit: attr for attr, attribute in attributes.items() if attribute.unit}
    return {
        word.casefold(): by_unit[unit]
        for unit in by_unit
        for word in (unit, *pack.mapping.units.get(unit, ()))
    }


class _Text(msgspec.Struct, frozen=True):
    """A text to read and where it begins in the page; -1 when it is not in the page's text."""

    text: str
    start: int = -1

    def span(self, start: int, end: int) -> tuple[int, int]:
        return (self.start + start, self.start + end) if self.start >= 0 else (0, 0)


class _PageReader:
    """Reads one record; collects values, what was lost and what the ledger should know."""

    def __init__(
        self, pack: Pack, record: Record, words: dict[str, str], page: Document, fields: Fields
    ) -> None:
        self._pack, self._record, self._words = pack, record, words
        self._page, self._fields = page, fields
        self._title = clean(repaired(page.title))
        self._variables: dict[str, str] = {"doc_id": page.doc_id, "title": self._title}
        self._values: dict[str, Value] = {}
        self._elsewhere: list[Value] = []
        self._links: list[Link] = []
        self._lost: list[Lost] = []
        self._remarks: list[Lost] = []

    def read(self, bare: Extract) -> Extract:
        if refusal := self._read_title():
            return msgspec.structs.replace(bare, status="refused", cause=refusal)
        id, label = self._fill(self._record.id), self._fill(self._record.label)
        if not id or not label:
            return msgspec.structs.replace(bare, status="refused", cause="no id or no label")
        self._checks()
        for attribute in self._record.attributes:
            self._attribute(attribute)
        for value in self._elsewhere:
            self._keep(value)
        for position, edge in enumerate(self._record.edges):
            self._edge(position, edge)
        if refusal := self._needed():
            return msgspec.structs.replace(bare, status="refused", cause=refusal)
        stated = tuple(self._stated())
        return msgspec.structs.replace(
            bare,
            status="parsed",
            cause="",
            id=id,
            label=label,
            aliases=self._aliases(label),
            variables=dict(sorted(self._variables.items())),
            values=tuple(self._values.values()),
            links=tuple(self._links),
            stated=stated,
            lost=tuple(lost for lost in self._lost if lost.of not in self._values),
            remarks=tuple(self._remarks),
        )

    def _fill(self, template: str) -> str:
        return filled(template, self._variables)

    def _read_title(self) -> str:
        """Take the variables from the title; the cause when it cannot be read."""
        title = self._record.title
        if self._title != self._page.title:
            self._remarks.append(Lost("title", "spelling repaired", self._page.title))
        if title:
            found = re.fullmatch(title.pattern, self._title)
            if found is None:
                overview = title.overview and re.fullmatch(title.overview, self._title)
                return "title names no single record" if overview else "title not understood"
            self._variables |= {name: clean(text or "") for name, text in found.groupdict().items()}
        self._variables |= {f"field.{key}": clean(at.text) for key, at in self._fields.items()}
        for name, template in self._record.vars.items():
            self._variables[name] = self._fill(template)
        return ""

    def _needed(self) -> str:
        """The cause when something is lost that the schema does not allow to be unknown."""
        schema = self._pack.schema
        for lost in self._lost:
            edge = schema.edges.get(lost.of)
            attribute = schema.attribute(self._record.vertex, lost.of)
            if not (edge.unknown if edge else attribute and attribute.unknown):
                return f"{lost.of}: {lost.cause}"
        return ""

    def _aliases(self, label: str) -> tuple[str, ...]:
        filled = [self._fill(template) for template in self._record.aliases]
        return tuple(dict.fromkeys(alias for alias in filled if alias and alias != label))

    def _checks(self) -> None:
        for check in self._record.checks:
            field = self._fields.get(field_key(check.field))
            expected = self._fill(check.expected)
            if field and plain(field.text).casefold() != plain(expected).casefold():
                cause = f"differs: {expected!r} is used"
                self._remarks.append(Lost(check.field, cause, clean(field.text)))

    def _attribute(self, attribute: AttributeMap) -> None:
        attr = attribute.attr
        if attribute.choices:
            found = self._choose(attribute)
            values, lost = ([found], None) if found else ([], Lost(attr, "not_stated"))
        else:
            values, lost = self._parts(attribute, attr, self._text(attribute, attribute.fields))
        for value in values:
            if value.of == attr:
                self._keep(value)
            else:
                self._elsewhere.append(value)
        self._lost += [lost] if lost else []

    def _keep(self, value: Value) -> None:
        """The first value of an attribute stands; another one goes to the ledger."""
        first = self._values.setdefault(value.of, value)
        if first.value != value.value:
            cause = f"differs: {first.value} is used"
            self._remarks.append(Lost(value.of, cause, str(value.value)))

    def _choose(self, attribute: AttributeMap) -> Value | None:
        for name in attribute.fields:
            text = self._named(name)
            for choice in attribute.choices if text else ():
                if text and (found := re.search(choice.pattern, plain(text.text))):
                    span = text.span(found.start(), found.end())
                    return Value(attribute.attr, choice.value, *span, f"choice:{name}")
        return None

    def _edge(self, position: int, edge: EdgeMap) -> None:
        found = False
        lost: list[Lost] = []
        for suffix in edge.repeat:
            text = self._text(edge, [name.replace("{n}", suffix) for name in edge.fields])
            if text is None and suffix != edge.repeat[0]:
                continue
            values, cause = self._parts(edge, edge.edge, text)
            lost += [cause] if cause else []
            also = tuple(self._also(edge, suffix)) if values else ()
            self._links += [Link(position, value, also) for value in values]
            found |= bool(values)
        if not found:
            self._lost += lost[:1]
        else:
            self._remarks += [cause for cause in lost if cause.text]

    def _also(self, edge: EdgeMap, suffix: str) -> list[Value]:
        found: list[Value] = []
        for position, also in enumerate(edge.also):
            text = self._text(also, [name.replace("{n}", suffix) for name in also.fields])
            found += self._parts(also, str(position), text)[0]
        return found

    def _stated(self) -> list[Value]:
        """What the page says of the edition before, one value an ordering that it speaks of."""
        found: list[Value] = []
        for position, ordering in enumerate(self._record.orderings):
            text = next(filter(None, map(self._named, ordering.stated)), None)
            name = re.search(ordering.stated_pattern, text.text) if text else None
            if text and name:
                at = filled(ordering.stated_as, self._variables | {"value": name[1]})
                found.append(Value(str(position), at, *text.span(*name.span(1)), "stated"))
            elif text:
                self._remarks.append(Lost(ordering.edge, "not_an_edition", clean(text.text)))
        return found

    def _named(self, name: str) -> _Text | None:
        """The text a `from` entry means: a group of the title, or a field of the record."""
        if name.startswith("title."):
            text = self._variables.get(name.removeprefix("title."), "")
            return _Text(text) if text else None
        field = self._fields.get(field_key(name))
        return _Text(field.text, field.start) if field else None

    def _text(self, read: Read, names: Sequence[str]) -> _Text | None:
        """The constant, or the first named text there is; another that differs is remarked."""
        if read.constant:
            text = self._fill(read.constant)
            return _Text(text) if text else None
        found = [(name, text) for name in names if (text := self._named(name))]
        for name, text in found[1:]:
            if clean(text.text) != clean(found[0][1].text):
                cause = f"differs: {found[0][0]} is used"
                self._remarks.append(Lost(name, cause, clean(text.text)))
        return found[0][1] if found else None

    def _parts(self, read: Read, of: str, text: _Text | None) -> tuple[list[Value], Lost | None]:
        """The values of one text, and what was lost when its own value is not among them."""
        shown, at = _kept(read, text.text) if text else ("", 0)
        if text is None or not shown.strip():
            return [], Lost(of, "not_stated", clean(text.text) if text else "")
        outcome = TRANSFORMS[read.transform](self._given(read, of, shown))
        values: list[Value] = []
        for part in outcome.parts:
            value, cause = self._looked_up(read.lookup, part.value)
            if value is None:
                return [], Lost(of, cause, clean(text.text))
            span = text.span(at + part.start, at + part.end)
            rule = "+".join(
                filter(None, (read.transform if text.start >= 0 else "title", part.note))
            )
            values.append(Value(part.attr or of, value, *span, rule, part.unit))
            if part.slip:
                self._remarks.append(Lost(of, part.note, clean(text.text)))
        return values, Lost(of, outcome.cause, clean(text.text)) if outcome.cause else None

    def _given(self, read: Read, of: str, text: str) -> Given:
        attribute = self._pack.schema.vertices[self._record.vertex].attributes.get(of)
        year = self._looked_up(read.year, "")[0] if read.year else None
        return Given(
            text,
            attr=of,
            year=int(year) if isinstance(year, str) and year.isdigit() else None,
            unit=attribute.unit if attribute else "",
            words=self._words,
        )

    def _looked_up(self, lookup: Lookup | None, value: Scalar) -> tuple[Scalar | None, str]:
        if lookup is None:
            return value, ""
        key = filled(lookup.key, self._variables | {"value": str(value)})
        row = self._pack.tables[lookup.table].row(key)
        found = row.cells[lookup.column] if row else ""
        return (found, "") if found else (None, f"not_in_table:{key}")


def _kept(read: Read, text: str) -> tuple[str, int]:
    """The text with dropped stretches blanked out, and where the kept stretch begins."""
    for pattern in read.drop:
        text = re.sub(pattern, lambda found: " " * len(found.group()), text)
    if not read.pattern:
        return text, 0
    found = re.search(read.pattern, text)
    return (found[1], found.start(1)) if found and found[1] else ("", 0)
