"""DATETIME: UTC, whole seconds, 1582-10-15 to 9999-12-31."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented

EPOCH = datetime(1970, 1, 1)
FIRST, LAST = datetime(1582, 10, 15), datetime(9999, 12, 31, 23, 59, 59)
_DAYS = {"DAY": 1, "WEEK": 7}
_SECONDS = {"SECOND": 1, "MINUTE": 60, "HOUR": 3600}
_TEXT = re.compile(
    r"(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,3})?[zZ]?)?"
)


def moment(text: str) -> datetime | None:
    """What a text means, or None: a date, or a date and a time, whose fraction is dropped."""
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    try:
        found = datetime(*(int(part or 0) for part in match.groups()))
    except ValueError:
        return None
    return found if FIRST <= found <= LAST else None


def from_epoch(seconds: int) -> datetime:
    """The moment so many seconds after the epoch."""
    if not to_epoch(FIRST) <= seconds <= to_epoch(LAST):
        raise RuntimeFailure(f"{seconds} seconds are outside the range of DATETIME")
    return EPOCH + timedelta(seconds=seconds)


def to_epoch(value: datetime) -> int:
    """Seconds since the epoch."""
    return int((value - EPOCH).total_seconds())


def within(value: datetime) -> datetime:
    """The moment itself, if the server can hold it."""
    if not FIRST <= value <= LAST:
        raise RuntimeFailure(f"{value} is outside the range of DATETIME")
    return value


def now() -> datetime:
    """This second."""
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


def shown(value: datetime) -> str:
    """As PRINT writes it."""
    return f"{value.year:04}-{value:%m-%d %H:%M:%S}"


def interval(amount: int, unit: str) -> timedelta:
    """INTERVAL amount unit; months and years have no documented day to fall on."""
    if unit in _SECONDS:
        return timedelta(seconds=amount * _SECONDS[unit])
    if unit in _DAYS:
        return timedelta(days=amount * _DAYS[unit])
    raise Undocumented(f"INTERVAL of unit {unit}: where it falls on short months is not documented")
