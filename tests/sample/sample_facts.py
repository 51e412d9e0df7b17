"""What the sample's pages say, read without the product: the ground of golden answers."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).parents[2] / "shared/packs/olympics/documents/facts.tsv"
TEAM_FLAWS = ("no-competitors", "units")


@dataclass(frozen=True)
class Event:
    """One event page; None is what the page does not say."""

    id: str
    sport: str
    games: str
    name: str
    venue: str | None
    held: str | None
    competitors: int | None
    nations: int | None
    gold: tuple[str, ...]
    gold_noc: str
    silver: tuple[str, ...]
    silver_noc: str
    bronze: tuple[str, ...]
    bronze_noc: str
    result: str
    prev: str

    @property
    def year(self) -> str:
        return self.games[:4]

    @property
    def women(self) -> bool:
        return self.name.startswith("Women's")

    @property
    def men(self) -> bool:
        return self.name.startswith("Men's")

    @property
    def title(self) -> str:
        return f"{self.sport} at the {self.games} Olympics – {self.name}"


def events() -> tuple[Event, ...]:
    """Every event of the facts table."""
    with TABLE.open(encoding="utf-8", newline="") as table:
        return tuple(map(event, csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)))


def event(row: dict[str, str]) -> Event:
    """A row of the table, less what its page leaves out."""
    flaws = {flaw.partition("=")[0] for flaw in row["page"].split(" | ")}

    def number(field: str, *hidden: str) -> int | None:
        return None if flaws & set(hidden) else int(row[field])

    return Event(
        id=row["doc_id"],
        sport=row["sport"],
        games=row["games"],
        name=row["name"],
        venue=None if "no-venue" in flaws else row["venue"],
        held=None if "no-date" in flaws else row["held"],
        competitors=number("competitors", *TEAM_FLAWS),
        nations=number("nations", "no-nations"),
        gold=names(row["gold"]),
        gold_noc=row["gold_noc"],
        silver=names(row["silver"]),
        silver_noc=row["silver_noc"],
        bronze=names(row["bronze"]),
        bronze_noc=row["bronze_noc"],
        result=row["result"],
        prev=row["prev"],
    )


def names(cell: str) -> tuple[str, ...]:
    """A roster."""
    return tuple(cell.split("; ")) if cell else ()
