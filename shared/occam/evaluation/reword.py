"""The same questions in other words: synonyms, moved clauses, other names, case and marks.

Rewording is seeded and deterministic. It takes a question apart by its kind, and puts the parts
into a sentence of another family. What it asks for stays the same, so the official answers hold.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence

import msgspec

from occam.core.spelling import MONTHS
from occam.evaluation.questions import BenchmarkQuestion

Parts = dict[str, str]
Hosts = Mapping[str, str]

_GAMES = r"(?P<year>\d{4}) (?P<season>Summer|Winter) Olympics"
_TITLE = rf"(?P<sport>[^?]+?) at the {_GAMES} . (?P<name>[^?]+)"
_TAKEN_APART: dict[str, re.Pattern[str]] = {
    "lookup": re.compile(rf"(?P<asked>nations|competitors)\b.* in {_TITLE}\?"),
    "aggregation": re.compile(
        rf"many (?P<sport>.+) events .*{_GAMES}\D*(?P<number>\d+) (?P<measure>\w+)"
    ),
    "superlative": re.compile(
        rf"which (?P<sport>.+) event .*{_GAMES}.*(?P<order>highest|lowest).* (?P<measure>\w+)\?"
    ),
    "multi_hop": re.compile(
        r"(?P<medal>gold|silver|bronze)\b.* held at (?P<venue>.+) on (?P<date>.*?\d.*?)"
        rf"(?: at the {_GAMES})?\?"
    ),
    "temporal": re.compile(
        r"(?P<medal>gold|silver|bronze)\b.* in the (?P<event>.+) event .*?"
        r"(?P<season>Summer|Winter) .* (?P<year>\d{4})\?"
    ),
}
_FAMILIES: dict[str, tuple[str, ...]] = {
    "lookup": (
        "At {games}, how many {asked} took part in the {event} {sport} event?",
        "What was the number of {asked} in {sport}'s {event} at {games}?",
        "How many {asked} were represented in the {event} in {sport} at {games}?",
        "Please tell me how many {asked} entered the {sport} {event} of {games}.",
        "{games}, {sport}, {event}: how many {asked} were there?",
    ),
    "aggregation": (
        "Count the {sport} events of {games} with {over} {number} {measure}.",
        "At {games}, how many events in {sport} drew {over} {number} {measure}?",
        "In how many {sport} events at {games} did the number of {measure} exceed {number}?",
        "How many of the {sport} competitions at {games} attracted {over} {number} {measure}?",
        "How many events in {sport} at {games} had a field of {over} {number} {measure}?",
    ),
    "superlative": (
        "In {sport} at {games}, which event drew the {most} {measure}?",
        "Name the {sport} event of {games} with the {largest} number of {measure}.",
        "Which event in {sport} attracted the {most} {measure} at {games}?",
        "At {games}, what {sport} competition had the {largest} total of {measure}?",
    ),
    "multi_hop": (
        "On {date}, an event was held at {venue}{games_at}. Who took {medal}?",
        "Which athlete won {medal} in the event staged at {venue} on {date}{games_at}?",
        "Name the {medal} medallist of the competition at {venue} on {date}{games_at}.",
        "At {venue}, on {date}{games_at}, who claimed the {medal} medal?",
        "Who was the {medal} medalist in the event that took place at {venue} on {date}{games_at}?",
    ),
    "temporal": (
        "Who took {medal} in the {event} at the edition before {anchor}?",
        "Which athlete won {medal} in the {event} at the {season} Games preceding {year}?",
        "At the {season} Olympics right before {year}, who claimed {medal} in the {event}?",
        "Name the {medal} medallist in the {event} one edition before {anchor}.",
        "Who was {medal} medal winner in the {event} at the {season} Games just before {year}?",
    ),
}
_OVER = ("more than", "over", "above", "in excess of", "upwards of")
_SUPERLATIVES = {"highest": ("most", "largest"), "lowest": ("fewest", "smallest")}
_MEASURES = {
    "competitors": ("competitors", "participants", "entrants", "athletes"),
    "nations": ("nations", "countries"),
}
_DAY = re.compile(r"(?P<day>\d{1,2}) (?P<month>[A-Z][a-z]+)(?P<year> \d{4})?")
_MONTH_FIRST = re.compile(r"(?P<month>[A-Z][a-z]+) (?P<day>\d{1,2})(?:,(?P<year> \d{4}))?")


def reword(
    questions: Sequence[BenchmarkQuestion], seed: int, hosts: Hosts
) -> tuple[BenchmarkQuestion, ...]:
    """Each question in another wording; `hosts` maps "1948 Summer" to the city of those Games.

    A question whose kind is unknown, or that cannot be taken apart, stays as it is.
    """
    return tuple(_reworded(question, seed, hosts) for question in questions)


def families(qtype: str) -> int:
    """How many wordings a kind of question has."""
    return len(_FAMILIES.get(qtype, ()))


def _reworded(question: BenchmarkQuestion, seed: int, hosts: Hosts) -> BenchmarkQuestion:
    pattern = _TAKEN_APART.get(question.qtype)
    found = pattern.search(question.question) if pattern else None
    if not found:
        return question
    choose = random.Random(f"{seed} {question.qid}")  # noqa: S311
    parts = {key: value for key, value in found.groupdict().items() if value}
    filled = _FILLERS[question.qtype](parts, choose, hosts)
    text = choose.choice(_FAMILIES[question.qtype]).format(**filled)
    return msgspec.structs.replace(question, question=_dressed(text, choose))


def _lookup(parts: Parts, choose: random.Random, hosts: Hosts) -> Parts:
    return {
        "asked": choose.choice(_MEASURES[parts["asked"]]),
        "event": _lowered(parts["name"]),
        "sport": parts["sport"].lower(),
        "games": _games(parts, choose, hosts),
    }


def _aggregation(parts: Parts, choose: random.Random, hosts: Hosts) -> Parts:
    return {
        "sport": parts["sport"],
        "games": _games(parts, choose, hosts),
        "over": choose.choice(_OVER),
        "number": parts["number"],
        "measure": choose.choice(_MEASURES[parts["measure"]]),
    }


def _superlative(parts: Parts, choose: random.Random, hosts: Hosts) -> Parts:
    most, largest = _SUPERLATIVES[parts["order"]]
    return {
        "sport": parts["sport"],
        "games": _games(parts, choose, hosts),
        "most": most,
        "largest": largest,
        "measure": choose.choice(_MEASURES[parts["measure"]]),
    }


def _multi_hop(parts: Parts, choose: random.Random, hosts: Hosts) -> Parts:
    games = f" at {_games(parts, choose, hosts)}" if "year" in parts else ""
    return {
        "medal": parts["medal"],
        "venue": parts["venue"],
        "date": _date(parts["date"], choose),
        "games_at": games,
    }


def _temporal(parts: Parts, choose: random.Random, hosts: Hosts) -> Parts:
    return {
        "medal": parts["medal"],
        "event": parts["event"],
        "season": parts["season"],
        "year": parts["year"],
        "anchor": _games(parts, choose, hosts),
    }


_FILLERS: dict[str, Callable[[Parts, random.Random, Hosts], Parts]] = {
    "lookup": _lookup,
    "aggregation": _aggregation,
    "superlative": _superlative,
    "multi_hop": _multi_hop,
    "temporal": _temporal,
}


def _games(parts: Parts, choose: random.Random, hosts: Hosts) -> str:
    """One of the names of the Games: by year and season, or by host city and year."""
    year, season = parts["year"], parts["season"]
    city = hosts[f"{year} {season}"]
    return choose.choice(
        (
            f"the {year} {season} Olympics",
            f"the {year} {season} Games",
            f"the {season} Olympics of {year}",
            f"the {season} Games in {city} in {year}",
            f"{city} {year}",
            f"the {year} Games in {city}",
        )
    )


def _date(text: str, choose: random.Random) -> str:
    """A single day day-first, month-first or in figures; everything else as it was."""
    found = _DAY.fullmatch(text) or _MONTH_FIRST.fullmatch(text)
    if not found or found["month"] not in MONTHS:
        return text
    day, month, year = found["day"], found["month"], (found["year"] or "").strip()
    ways = [
        f"{day} {month} {year}",
        f"{month} {day}, {year}",
        f"the {_ordinal(day)} of {month} {year}",
    ]
    if year:
        ways.append(f"{year}-{MONTHS.index(month) + 1:02}-{int(day):02}")
    return choose.choice(ways).strip(" ,")


def _ordinal(day: str) -> str:
    ending = (
        "th" if day in ("11", "12", "13") else {"1": "st", "2": "nd", "3": "rd"}.get(day[-1], "th")
    )
    return f"{day}{ending}"


def _lowered(name: str) -> str:
    """An event's name inside a sentence."""
    return name[:1].lower() + name[1:]


def _dressed(text: str, choose: random.Random) -> str:
    """Case, quotes, dashes and courtesy, as people type them."""
    text = text[:1].upper() + text[1:]
    text = choose.choice((str, _curly, str.lower, _plain_dashes))(text)
    courtesy = choose.choice(("", "", "", "Please: ", "According to the available data, "))
    return courtesy + text


def _curly(text: str) -> str:
    return text.replace("'", "’")


def _plain_dashes(text: str) -> str:
    return text.replace("–", "-")
