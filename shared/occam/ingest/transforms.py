"""How a field's text becomes values: the one place where a pack may need code.

A transform reads the text of one field of one page. It never guesses: what it cannot read for
certain comes back as a cause. Offsets are relative to the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from occam.core.periods import read_period
from occam.core.values import Scalar
from occam.ingest.spelling import clean
from occam.packs.kinds import YES_NO


class Given(msgspec.Struct, frozen=True):
    """The text of a field and what the mapping and the schema say of it.

    `attr` is the attribute being read and `unit` its unit; `words` names, for each unit word, the
    attribute that counts in it.
    """

    text: str
    attr: str = ""
    year: int | None = None
    unit: str = ""
    words: Mapping[str, str] = {}


class Part(msgspec.Struct, frozen=True):
    """One value. `attr` redirects it to the attribute whose unit it has; `note` goes into the
    rule's name, and with `slip` into the ledger."""

    value: Scalar
    start: int
    end: int
    attr: str = ""
    unit: str = ""
    note: str = ""
    slip: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """The values read, and the cause when the field's own value is not among them."""

    parts: tuple[Part, ...] = ()
    cause: str = ""


Transform = Callable[[Given], Outcome]

TRANSFORMS: dict[str, Transform] = {}

_NOTE_MARKS = re.compile(r"(?:\s*(?:\[[^\[\]]{0,12}\]|[*†‡]))+\s*$")
_COUNT = re.compile(
    r"(?P<number>\d{1,3}(?:[,\u00a0\u2009\u202f]\d{3})+(?!\d)|\d+)"
    r"(?P<fraction>\.\d+)?(?:\s*\(?\s*(?P<word>[^\W\d_]+))?"
)
_JOINER = re.compile(r"^(?:\s|[(),.;/&]|\b(?:and|from|in|of)\b)*$", re.IGNORECASE)


def transform(name: str) -> Callable[[Transform], Transform]:
    """Register a transform under the name that mapping.toml uses."""

    def register(function: Transform) -> Transform:
        TRANSFORMS[name] = function
        return function

    return register


def whole(text: str) -> tuple[int, int]:
    """Where the text stands inside its white space."""
    start = len(text) - len(text.lstrip())
    return start, max(start, len(text.rstrip()))


@transform("text")
def read_text(given: Given) -> Outcome:
    """The text itself, in one spelling of spaces and characters."""
    value = clean(given.text)
    return Outcome((Part(value, *whole(given.text)),)) if value else Outcome(cause="not_stated")


@transform("roster")
@transform("place")
def read_verbatim(given: Given) -> Outcome:
    """The text as it stands, to be read once the corpus is known (`ingest.settle`)."""
    start, end = whole(given.text)
    return Outcome((Part(given.text[start:end], start, end),))


@transform("list")
def read_list(given: Given) -> Outcome:
    """Several texts on one line, parted by semicolons or line ends, else by commas."""
    mark = r"[;\n]" if re.search(r"[;\n]", given.text.strip()) else ","
    parts: list[Part] = []
    for piece in re.finditer(rf"(?:(?!{mark}).)+", given.text, re.DOTALL):
        start, end = whole(piece.group())
        if start < end:
            value = clean(piece.group())
            parts.append(Part(value, piece.start() + start, piece.start() + end))
    return Outcome(tuple(parts), "" if parts else "not_stated")


@transform("code")
def read_code(given: Given) -> Outcome:
    """A short code in capitals: two to four letters or digits, nothing else but footnote marks."""
    match = re.fullmatch(r"\s*([A-Z][A-Z0-9]{1,3})\s*", _NOTE_MARKS.sub("", given.text))
    if not match:
        return Outcome(cause="not_a_code")
    return Outcome((Part(match[1], match.start(1), match.end(1)),))


@transform("flag")
def read_flag(given: Given) -> Outcome:
    """Yes or no, true or false."""
    word = clean(given.text).casefold()
    if word not in YES_NO:
        return Outcome(cause="not_yes_or_no")
    return Outcome((Part(YES_NO[word], *whole(given.text)),))


@transform("period")
def read_days(given: Given) -> Outcome:
    """A date, a range, or stages on several days; every repair is named."""
    found = read_period(" ".join(given.text.split()), given.year)
    if found is None:
        return Outcome(cause="not_a_date")
    notes = list(found.notes)
    years = range(int(found.period.start[:4]), int(found.period.end[:4]) + 1)
    if given.year is not None and given.year not in years:
        notes.append("year_differs")
    slip = any(note != "year_from_context" for note in notes)
    return Outcome((Part(found.period, *whole(given.text), note="+".join(notes), slip=slip),))


@transform("integer")
def read_integer(given: Given) -> Outcome:
    """A count. A unit word that belongs to another attribute sends the number there."""
    return _read_counts(given, fractions=False)


@transform("number")
def read_number(given: Given) -> Outcome:
    """A quantity, perhaps with decimals and a unit."""
    return _read_counts(given, fractions=True)


def _read_counts(given: Given, *, fractions: bool) -> Outcome:
    text = _NOTE_MARKS.sub("", given.text)
    counts = list(_COUNT.finditer(text))
    if not counts:
        return Outcome(cause="not_a_number")
    if counts[0].start() > whole(text)[0]:
        return Outcome(cause="words_before_number")
    parts: list[Part] = []
    cause = ""
    for position, count in enumerate(counts):
        gap = text[counts[position - 1].end() if position else 0 : count.start()]
        part, failure = _count(given, count, gap, fractions=fractions, first=position == 0)
        cause = cause or (failure if position == 0 else "")
        if part is None and position and not failure:
            return Outcome(cause="several_numbers")
        if part is not None and part.attr not in {seen.attr for seen in parts}:
            parts.append(part)
    if not _JOINER.match(text[counts[-1].end() :]):
        return Outcome(cause="words_after_number")
    own = any(not part.attr for part in parts)
    return Outcome(tuple(parts), "" if own else cause)


def _count(
    given: Given, count: re.Match[str], gap: str, *, fractions: bool, first: bool
) -> tuple[Part | None, str]:
    """One number and its unit: the value, or the cause why it is not this attribute's."""
    if not _JOINER.match(gap):
        return None, ""
    if count["fraction"] and not fractions:
        return None, "not_a_whole_number"
    word = (count["word"] or "").casefold()
    joins = word and bool(_JOINER.match(word))
    attr = given.words.get(word)
    if word and not joins and attr is None:
        return None, f"unit:{word}"
    if (not word or joins) and not first:
        return None, ""
    digits = re.sub(r"\D", "", count["number"])
    value = float(digits + (count["fraction"] or "")) if fractions else int(digits)
    stated = bool(word) and not joins
    last = "word" if stated else "fraction" if count["fraction"] else "number"
    other = attr if attr != given.attr and stated and attr else ""
    part = Part(
        value, count.start(), count.end(last), attr=other, unit=word if stated else given.unit
    )
    return part, f"unit:{word}" if other else ""
