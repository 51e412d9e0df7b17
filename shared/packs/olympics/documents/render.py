"""Renders the sample corpus: `facts.tsv` and `other-pages.txt` become pages, the same every time.

The facts are public; the sentences are ours. The last but one column of the table names the ways in
which a page is imperfect (`no-venue`, `units=pairs/2`, …), because real pages are.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

HERE = Path(__file__).parent
CITIES = {
    "2008": "Beijing",
    "2010": "Vancouver",
    "2012": "London",
    "2014": "Sochi",
    "2016": "Rio de Janeiro",
}
MONTHS = {"02": "February", "07": "July", "08": "August"}
MEDALS = ("gold", "silver", "bronze")

Row = dict[str, str]


def main() -> None:
    """Write both files of pages beside this script."""
    with (HERE / "facts.tsv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    write("events.jsonl", (event_page(row) for row in rows))
    write("others.jsonl", other_pages((HERE / "other-pages.txt").read_text(encoding="utf-8")))


def write(name: str, pages: Iterator[Row]) -> None:
    """One JSON object a line."""
    lines = [json.dumps(page, ensure_ascii=False) + "\n" for page in pages]
    (HERE / name).write_text("".join(lines), encoding="utf-8", newline="\n")


def page_of(doc_id: str, title: str, text: str) -> Row:
    """A page in the form that every corpus has."""
    slug = re.sub(r"[^\w+]+", "-", title).strip("-")
    return {
        "doc_id": doc_id,
        "title": title,
        "url": f"https://example.org/sample/{slug}",
        "text": text,
    }


def other_pages(source: str) -> Iterator[Row]:
    """Pages that are no events: each begins with `=== id title`."""
    for part in source.split("=== ")[1:]:
        head, _, text = part.partition("\n")
        doc_id, _, title = head.partition(" ")
        yield page_of(doc_id, title, text.strip())


def event_page(row: Row) -> Row:
    """The infobox, what stands around it, two paragraphs and for some a table of medals."""
    flaws = flaws_of(row)
    title = f"{row['sport']} at the {row['games']} Olympics – {row['name']}"
    if "curly-title" in flaws:
        title = title.replace("'", "’")
    parts = [boxes(row, flaws), opening(row, flaws), medal_sentence(row)]
    if int(row["doc_id"][1:]) % 3 == 0:
        parts.append(medal_table(row))
    if row["note"]:
        parts.append(f"Background\n{row['note']}")
    return page_of(row["doc_id"], title, "\n\n".join(parts))


def flaws_of(row: Row) -> dict[str, str]:
    """The page column as names with an optional value."""
    pairs = (flaw.partition("=") for flaw in row["page"].split(" | ") if flaw)
    return {name: value for name, _, value in pairs}


def boxes(row: Row, flaws: dict[str, str]) -> str:
    """The event's infobox, with another kind of box before or after it on some pages."""
    box = infobox("Olympic event", fields(row, flaws))
    other = [("name", row["name"]), ("location", CITIES[row["games"][:4]])]
    if "box-before" in flaws:
        return f"{infobox(flaws['box-before'], other)}\n{box}"
    if "box-after" in flaws:
        return f"{box}\n{infobox(flaws['box-after'], other)}"
    return box


def infobox(kind: str, pairs: list[tuple[str, str]]) -> str:
    """The block as plain text."""
    return "\n".join([f"[Infobox {kind}]"] + [f"  {key}: {value}" for key, value in pairs if value])


def fields(row: Row, flaws: dict[str, str]) -> list[tuple[str, str]]:
    """Key and value of every line, imperfections applied."""
    event = row["event"].replace("'", "’") if "curly-event" in flaws else row["event"]
    medals = [
        pair
        for medal in MEDALS
        for pair in (
            (medal, roster(row[medal], flaws, medal)),
            (f"{medal}NOC", row[f"{medal}_noc"]),
        )
    ]
    return [
        ("event", event),
        ("games", flaws.get("box-games", row["games"])),
        ("venue", venue(row, flaws)),
        ("dates" if "dates-key" in flaws else "date", held(row, flaws)),
        ("competitors", competitors(row, flaws)),
        ("teams", teams(row, flaws)),
        ("nations", "" if "no-nations" in flaws else row["nations"]),
        *medals,
        ("win_value", row["result"]),
        ("prev", row["prev"]),
        ("next", row["next"]),
    ]


def roster(names: str, flaws: dict[str, str], medal: str) -> str:
    """Several names run together, unless the page separates or wraps them."""
    if medal == "gold" and "wrap-gold" in flaws:
        return names.replace("; ", "\n    ")
    separator = ", " if "comma" in flaws else " & " if "ampersand" in flaws else ""
    return names.replace("; ", separator)


def venue(row: Row, flaws: dict[str, str]) -> str:
    """The place; some pages wrap it, run the town into it, or leave it out."""
    if "no-venue" in flaws:
        return ""
    name = row["venue"] + flaws.get("town", "")
    if "wrap-venue" in flaws:
        words = name.split(" ")
        return f"{' '.join(words[:2])}\n    {' '.join(words[2:])}"
    return name


def competitors(row: Row, flaws: dict[str, str]) -> str:
    """How many took part, in the unit that the page counts."""
    if "no-competitors" in flaws:
        return ""
    if "units" in flaws:
        unit, size = flaws["units"].split("/")
        return f"{int(row['competitors']) // int(size)} {unit}"
    if "teams-in-brackets" in flaws:
        size = int(flaws["teams-in-brackets"])
        return f"{row['competitors']} ({int(row['competitors']) // size} teams)"
    return row["competitors"]


def teams(row: Row, flaws: dict[str, str]) -> str:
    """A line of its own for the number of teams."""
    unit, slash, size = flaws.get("teams-key", "").partition("/")
    return f"{int(row['competitors']) // int(size)} {unit}".strip() if slash else ""


def held(row: Row, flaws: dict[str, str]) -> str:
    """The days as the page spells them: stages follow one another without a separator."""
    if "no-date" in flaws:
        return ""
    stages = [stage_days(stage, flaws) for stage in row["held"].split(";")]
    if "stage-names" in flaws:
        stages = [f"{days} (day {number})" for number, days in enumerate(stages, 1)]
    return "".join(stages)


def stage_days(stage: str, flaws: dict[str, str]) -> str:
    """One day, or a first and a last day."""
    first, _, last = stage.partition("/")
    start, end = date.fromisoformat(first), date.fromisoformat(last or first)
    if "iso-date" in flaws:
        return first
    if "month-first" in flaws:
        return month_first(start, end, flaws)
    year = "" if "no-year" in flaws else f" {start.year}"
    dash = " to " if "to" in flaws else " – " if start.month != end.month else "–"
    if start == end:
        return f"{start.day} {month(start)}{year}"
    if start.month == end.month and "to" not in flaws:
        return f"{start.day}{dash}{end.day} {month(end)}{year}"
    return f"{start.day} {month(start)}{dash}{end.day} {month(end)}{year}"


def month_first(start: date, end: date, flaws: dict[str, str]) -> str:
    """The American order."""
    year = "" if "no-year" in flaws else f", {start.year}"
    if start == end:
        return f"{month(start)} {start.day}{year}"
    if "to" in flaws:
        return f"{month(start)} {start.day} to {month(end)} {end.day}{year}"
    return f"{month(start)} {start.day}–{end.day}{year}"


def month(day: date) -> str:
    """The English name, whatever the machine's language."""
    return MONTHS[day.isoformat()[5:7]]


def opening(row: Row, flaws: dict[str, str]) -> str:
    """What was held where and when, and how many came, as far as the page knows."""
    place, days, size = venue(row, flaws), held(row, flaws), entry(row, flaws)
    where = f" at {row['venue']}" if place else ""
    city = CITIES[row["games"][:4]]
    season = row["games"][5:]
    if int(row["doc_id"][1:]) % 2:
        first = f"{row['name']} was part of the {row['sport'].lower()} programme in {city}{where}."
    else:
        first = f"In {city} the {season} Games had {row['name']} on their list{where}."
    when = " It took more than one day." if days and re.search(r"[/;]", row["held"]) else ""
    return f"{first}{when}{size}"


def entry(row: Row, flaws: dict[str, str]) -> str:
    """The size of the field in words."""
    count, nations = competitors(row, flaws), "" if "no-nations" in flaws else row["nations"]
    who = f"{count} started" if count and not count.isdigit() else f"{count} athletes started"
    if count and nations:
        return f" In all {who}, and {nations} nations were present."
    if count:
        return f" In all {who}."
    return f" Athletes of {nations} nations started." if nations else ""


def medal_sentence(row: Row) -> str:
    """Who stood on the podium."""
    gold, silver, bronze = (names_of(row, medal) for medal in MEDALS)
    sentence = f"First place went to {gold}."
    if silver:
        sentence += f" Silver was for {silver}."
    if bronze:
        sentence += f" {bronze} received bronze."
    return sentence


def names_of(row: Row, medal: str) -> str:
    """Names and delegation of one step of the podium."""
    names = row[medal].split("; ")
    if not row[medal]:
        return ""
    listed = ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]
    return f"{listed} ({row[f'{medal}_noc']})"


def medal_table(row: Row) -> str:
    """The podium as a pipe table."""
    lines = ["Podium", "Medal | Names | NOC"]
    for medal in MEDALS:
        if row[medal]:
            names = row[medal].replace("; ", ", ")
            lines.append(f"{medal.capitalize()} | {names} | {row[f'{medal}_noc']}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
