"""Dates as people write them, read into periods of whole days.

Single days, ranges, lists, month first or day first, ISO, and stages printed without a gap
("22 May 2001 (heats)25 May 2001 (final)"). What cannot be read for certain is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

import msgspec

from occam.core.values import Period

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FULL = r"(?i:january|february|march|april|june|july|august|september|october|november|december)"
_MONTH = (
    rf"(?:{_FULL}|(?i:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
    r"|May|MAY|(?<=\d\s)may|may(?=\s\d))(?![A-Za-z])"
)
_LEXER = re.compile(
    rf"""
      (?P<space>\s+)
    | (?P<iso>(?:1[5-9]|2[01])\d\d-[01]\d-[0-3]\d)
    | (?P<year>(?:1[5-9]|2[01])\d\d)
    | (?P<day>\d{{1,2}})(?!\d)(?:(?i:st|nd|rd|th)(?![a-z]))?
    | (?P<month>{_MONTH})
    | (?P<stage>\((?![^()]*(?:{_MONTH}|\d{{3}}))[^()]*\)|\([^()\d]*|\[\w{{0,6}}\])
    | (?P<open>(?i:first\s+[a-z]+|start|from)\s*:)
    | (?P<close>(?i:last\s+[a-z]+|end|to)\s*:)
    | (?P<range>[-\u2010-\u2015\u2212]|(?i:to|until|till|through)(?![A-Za-z]))
    | (?P<and>(?i:and)(?![A-Za-z]))
    | (?P<list>[,;&+])
    | (?P<noise>(?i:of|the|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?![A-Za-z]))
    | (?P<other>\d+|[^\W\d_]+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_LONGEST_RUN = 48
_EDGES = frozenset({"iso", "day", "month", "year", "stage", "open"})


class Token(msgspec.Struct, frozen=True):
    """One word, number or mark of an expression, and where it stands."""

    kind: str
    text: str
    start: int
    end: int


class Reading(msgspec.Struct, frozen=True):
    """A period and how it was read: `notes` names each year lent or slip repaired."""

    period: Period
    notes: tuple[str, ...] = ()


class _Point(msgspec.Struct):
    """A day being read; `link` says how it joins the one before it."""

    day: int
    month: int = 0
    year: int = 0
    link: str = ""
    lent: bool = False


class _Reader:
    """Walks the tokens of one expression and collects its days; `failed` once it makes no sense."""

    def __init__(self, and_link: str) -> None:
        self.points: list[_Point] = []
        self.notes: list[str] = []
        self.failed = False
        self._and_link = and_link
        self._link = ""
        self._segment = 0
        self._month_first = False
        self._month = 0

    def read(self, tokens: Iterable[Token]) -> None:
        for token in tokens:
            self._step(token)
        self.failed |= not self.points or self._link == "range"
        self.failed |= any(not point.month for point in self.points)

    def _step(self, token: Token) -> None:
        match token.kind:
            case "iso":
                year, month, day = (int(part) for part in token.text.split("-"))
                self._add(_Point(day, month, year))
                self._close_segment()
            case "year":
                self._year(int(token.text))
            case "day":
                self._day(int(token.text))
            case "month":
                self._named_month(MONTHS.index(token.text[:3].lower()) + 1)
            case "range":
                self._join("range")
            case "list":
                self._join("list")
            case "and":
                self._join(self._and_link)
            case "stage" | "close":
                self.failed |= not self.points
                self._close_segment()
                self._link = "range" if token.kind == "close" else self._link
            case "open":
                self.failed |= bool(self.points)
            case _:
                self.failed |= token.kind == "other"

    def _join(self, link: str) -> None:
        self.failed |= not self.points or ("range" in (self._link, link) and bool(self._link))
        self._link = link

    def _add(self, point: _Point) -> None:
        fresh = self._segment == len(self.points)
        self.failed |= not self._link and not fresh and not self._complete()
        point.link, self._link = self._link or "list", ""
        self.points.append(point)

    def _complete(self) -> bool:
        """True when the last point has its month, so that another may follow without a mark."""
        return bool(self.points) and self.points[-1].month > 0

    def _close_segment(self) -> None:
        self._segment, self._month_first, self._month = len(self.points), False, 0

    def _day(self, day: int) -> None:
        self._add(_Point(day, self._month if self._month_first else 0))

    def _named_month(self, month: int) -> None:
        pending = [point for point in self.points[self._segment :] if not point.month]
        if not pending:
            self.failed |= bool(self._month) and not self._month_first
            self._month_first, self._month = True, month
            if self._segment == len(self.points):
                return
            self.failed |= self.points[-1].month == 0
        elif self._month_first:
            self.failed = True
        for point in pending:
            point.month = month

    def _year(self, year: int) -> None:
        segment = self.points[self._segment :]
        self.failed |= not segment or self._link == "range"
        self._link = ""
        if len(segment) > 1 and not segment[-1].month and segment[-1].day == segment[-2].day:
            del self.points[-1]
            self.notes.append("day_repeated")
        for point in self.points[self._segment :]:
            point.year, point.lent = year, point is not self.points[-1]
        self._close_segment()


def _tokens(text: str) -> Iterator[Token]:
    for found in _LEXER.finditer(text):
        if found.lastgroup and found.lastgroup != "space":
            yield Token(found.lastgroup, found[found.lastgroup], found.start(), found.end())


def _lend_years(points: Sequence[_Point], default_year: int | None) -> list[str]:
    """Gives each day its year: the next one stated, else the one before, else the default."""
    notes: list[str] = []
    following = 0
    for point in reversed(points):
        if not point.year:
            point.year, point.lent = following, following > 0
        following = point.year
    before = 0
    for point in points:
        point.year = point.year or before
        before = point.year
    if not before and default_year is not None:
        notes.append("year_from_context")
        for point in points:
            point.year = default_year
    stated = {point.year for point in points if not point.lent}
    if default_year in stated and len(stated) > 1:
        for point in points:
            if abs(point.year - default_year) > 1:
                point.year = default_year
                notes.append("year_repaired")
    return notes


def _runs(points: Sequence[_Point]) -> list[tuple[date, date]] | None:
    runs: list[tuple[date, date]] = []
    opened, lent = False, False
    for point in points:
        try:
            day = date(point.year, point.month, point.day)
        except ValueError:
            return None
        if point.link == "range":
            first = runs[-1][0]
            if opened or first == day:
                return None
            first = first.replace(year=day.year - 1) if lent and first > day else first
            if first > day:
                return None
            runs[-1] = (first, day)
        else:
            runs.append((day, day))
        opened, lent = point.link == "range", point.lent
    return runs


def period_of(runs: Iterable[tuple[date, date]]) -> Period:
    """The canonical period of these stretches of days: merged where they touch, in order."""
    merged: list[tuple[date, date]] = []
    for first, last in sorted(runs):
        if merged and first <= merged[-1][1] + timedelta(days=1):
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    days = ";".join(f"{first.isoformat()}/{last.isoformat()}" for first, last in merged)
    return Period(start=merged[0][0].isoformat(), end=merged[-1][1].isoformat(), days=days)


def _reading(
    tokens: Sequence[Token], default_year: int | None, and_link: str = "list"
) -> Reading | None:
    reader = _Reader(and_link)
    reader.read(tokens)
    if reader.failed:
        return None
    notes = reader.notes + _lend_years(reader.points, default_year)
    if not all(point.year for point in reader.points):
        return None
    runs = _runs(reader.points)
    return Reading(period_of(runs), tuple(sorted(set(notes)))) if runs else None


def read_period(text: str, default_year: int | None = None) -> Reading | None:
    """The period that the whole text states, with how it was read, or None."""
    return _reading(list(_tokens(text)), default_year)


def parse_period(text: str, default_year: int | None = None) -> Period | None:
    """The period that the whole text states; `default_year` where it names no year."""
    found = read_period(text, default_year)
    return found.period if found else None


def _stretches(text: str) -> Iterator[list[Token]]:
    """Tokens in stretches: a word that no date contains ends one and leads the next."""
    stretch: list[Token] = []
    for token in _tokens(text):
        if token.kind == "other":
            yield stretch
            stretch = [token]
        else:
            stretch.append(token)
    yield stretch


def _whole_month(tokens: Sequence[Token]) -> Period | None:
    named = [token for token in tokens if token.kind != "noise"]
    if [token.kind for token in named] != ["month", "year"]:
        return None
    year, month = int(named[1].text), MONTHS.index(named[0].text[:3].lower()) + 1
    after = date(year + month // 12, month % 12 + 1, 1)
    return period_of([(date(year, month, 1), after - timedelta(days=1))])


def _longest(
    tokens: Sequence[Token], start: int, default_year: int | None
) -> tuple[int, Period] | None:
    before = next((token for token in tokens[start - 1 :: -1] if token.kind != "noise"), None)
    before = before if start else None
    between = before is not None and before.text.lower() == "between"
    window = tokens[start : start + _LONGEST_RUN]
    if not any(token.kind in ("iso", "month") for token in window):
        return None
    for end in range(start + len(window), start, -1):
        if tokens[end - 1].kind not in _EDGES:
            continue
        part = tokens[start:end]
        found = _reading(part, default_year, "range" if between else "list")
        period = found.period if found else None
        if period is None and (before is None or before.kind != "day"):
            period = _whole_month(part)
        if period:
            return end, period
    return None


def find_periods(text: str, default_year: int | None = None) -> list[tuple[int, int, Period]]:
    """Every date expression in running text: (start, end, period), longest first at each place.

    Beyond `parse_period` it reads a month with its year as the whole month, and "between A and B"
    as a range (the word "between" stays outside the span).
    """
    found: list[tuple[int, int, Period]] = []
    for tokens in _stretches(text):
        start = 0
        while start < len(tokens):
            hit = None
            if tokens[start].kind in ("iso", "day", "month", "open"):
                hit = _longest(tokens, start, default_year)
            if hit:
                found.append((tokens[start].start, tokens[hit[0] - 1].end, hit[1]))
            start = hit[0] if hit else start + 1
    return found
