"""Ways to compute a golden answer from facts: what is right, and which pages decide it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sample_facts import Event

Gold = dict[str, Any]
Events = Sequence[Event]
Found = tuple[Gold, Events]

COUNTRIES = {
    "AUS": "Australia",
    "BEL": "Belgium",
    "CHN": "China",
    "CZE": "Czech Republic",
    "ESP": "Spain",
    "GBR": "Great Britain",
    "GER": "Germany",
    "JPN": "Japan",
    "NED": "Netherlands",
    "NOR": "Norway",
    "NZL": "New Zealand",
    "SWE": "Sweden",
    "UKR": "Ukraine",
    "USA": "United States",
}


def of(
    sample: Events, sport: str = "", year: int = 0, name: str = "", **fields: object
) -> list[Event]:
    """The events of a sport, of Games, by name, by any field."""
    return [
        event
        for event in sample
        if sport in ("", event.sport)
        and year in (0, int(event.year))
        and name in ("", event.name)
        and all(getattr(event, field) == value for field, value in fields.items())
    ]


def one(found: Sequence[Any]) -> Any:
    (only,) = found
    return only


# The forms of a golden answer.


def value(answer: object, pool: Events, aliases: Sequence[str] = ()) -> Found:
    gold: Gold = {"kind": "value", "value": answer}
    return ({**gold, "aliases": list(aliases)} if aliases else gold), pool


def listed(answers: Iterable[str], pool: Events, **more: object) -> Found:
    return {"kind": "list", "values": sorted(answers), **more}, pool


def number(count: float, pool: Events) -> Found:
    return {"kind": "count", "value": round(count, 2), "number": round(count, 4)}, pool


def interval(low: int, high: int, pool: Events) -> Found:
    return {"kind": "interval", "low": low, "high": high}, pool


def zero(pool: Events = ()) -> Found:
    return {"kind": "proven_zero"}, pool


def refused(kind: str, pool: Events = ()) -> Found:
    return {"kind": kind}, pool


def exists(pool: Events) -> Found:
    assert pool
    return value("Yes", pool, ["true"])


def roster(names: Sequence[str], pool: Events) -> Found:
    """One medallist, or a crew whose names may come in any order."""
    if len(names) == 1:
        return value(names[0], pool)
    return {"kind": "value", "value": " and ".join(names), "names": list(names)}, pool


def countries(codes: Iterable[str], pool: Events) -> Found:
    """By name or by code."""
    codes = sorted(codes, key=COUNTRIES.__getitem__)
    if len(codes) == 1:
        return value(COUNTRIES[codes[0]], pool, codes)
    return listed([COUNTRIES[code] for code in codes], pool, codes=codes)


def titles(pool: Events) -> Found:
    return listed([event.title for event in pool], pool)


# One value.


def lookup(sample: Events, sport: str, year: int, name: str, field: str) -> Found:
    event = one(of(sample, sport, year, name))
    return _field(event, field, [event])


def _field(event: Event, field: str, pool: Events) -> Found:
    answer = getattr(event, field)
    return roster(answer, pool) if isinstance(answer, tuple) else value(answer, pool)


def there(sample: Events, venue: str, day: str, field: str) -> Found:
    """Held there on exactly that day; pages silent on either could be another match."""
    pool = [e for e in sample if e.venue in (venue, None) and e.held in (day, None)]
    return several([e for e in pool if e.venue and e.held], field, pool)


def several(found: Events, field: str, pool: Events = ()) -> Found:
    """One answer, or all of them where the question does not decide."""
    if len(found) == 1:
        return _field(found[0], field, pool or found)
    answers = [getattr(event, field) for event in found]
    texts = [" and ".join(a) if isinstance(a, tuple) else str(a) for a in answers]
    return {"kind": "ambiguous", "values": sorted(texts)}, pool or found


# Editions.


def before(sample: Events, event: Event, steps: int) -> list[Event]:
    """The event and so many of its earlier editions."""
    chain = [event]
    for _ in range(steps):
        chain.append(one(of(sample, event.sport, int(chain[-1].prev), event.name)))
    return chain


def edition(sample: Events, sport: str, year: int, name: str, field: str, steps: int = 1) -> Found:
    chain = before(sample, one(of(sample, sport, year, name)), steps)
    return _field(chain[-1], field, chain)


def following(sample: Events, sport: str, year: int, name: str, field: str) -> Found:
    later = one([event for event in of(sample, sport, name=name) if event.prev == str(year)])
    return _field(later, field, before(sample, later, 1))


def kept(sample: Events, sport: str, year: int) -> list[tuple[str, Event, Event]]:
    """Who won that year what they had won the edition before."""
    return [
        (name, event, earlier)
        for event in of(sample, sport, year)
        for earlier in of(sample, sport, int(event.prev), event.name)
        for name in event.gold
        if name in earlier.gold
    ]


def champions_again(sample: Events, sport: str, year: int) -> Found:
    found = kept(sample, sport, year)
    return listed({name for name, _, _ in found}, [e for _, *pair in found for e in pair])


def titles_kept(sample: Events, sport: str, year: int) -> Found:
    found = kept(sample, sport, year)
    pool = [event for _, *pair in found for event in pair]
    return listed({event.title for _, event, _ in found}, pool)


# Counts and folds.


def counted(pool: Events, test: Callable[[Event], bool | None]) -> Found:
    """How many of the pool pass; the test says None where the page is silent."""
    results = [test(event) for event in pool]
    low, high = results.count(True), results.count(True) + results.count(None)
    return number(low, pool) if low == high else interval(low, high, pool)


def measured(field: str, test: Callable[[int], bool]) -> Callable[[Event], bool | None]:
    """A test of a number that some pages do not give."""

    def passes(event: Event) -> bool | None:
        found = getattr(event, field)
        return None if found is None else test(found)

    return passes


def elsewhere(pool: Events, venue: str) -> Found:
    other = [event for event in pool if event.venue != venue]
    return interval(sum(e.venue is not None for e in other), len(other), other)


def different_winners(pool: Events) -> Found:
    return number(len({name for event in pool for name in event.gold}), pool)


def total(pool: Events, field: str) -> Found:
    return number(sum(getattr(event, field) for event in pool), pool)


def average(pool: Events, field: str) -> Found:
    return number(sum(getattr(event, field) for event in pool) / len(pool), pool)


def most(pool: Events, field: str) -> Found:
    return number(max(getattr(event, field) for event in pool), pool)


# Ranks.


def extreme(pool: Events, field: str, pick: Callable[[Iterable[int]], int]) -> Found:
    known = [event for event in pool if getattr(event, field) is not None]
    best = pick(getattr(event, field) for event in known)
    winners = [event.title for event in known if getattr(event, field) == best]
    return value(winners[0], pool) if len(winners) == 1 else listed(winners, pool)


def top(pool: Events, field: str, k: int, **more: object) -> Found:
    known = [event for event in pool if getattr(event, field) is not None]
    known.sort(key=lambda event: (-getattr(event, field), event.title))
    assert getattr(known[k - 1], field) > getattr(known[k], field)
    return {"kind": "list", "values": [event.title for event in known[:k]], **more}, pool


def ranked(pool: Events, k: int) -> Found:
    """The first k nations by gold medals, and those that tie with the last."""
    golds = Counter(event.gold_noc for event in pool)
    bar = sorted(golds.values(), reverse=True)[k - 1]
    return countries([code for code, count in golds.items() if count >= bar], pool)


def at_least(pool: Events, golds: int) -> Found:
    counts = Counter(event.gold_noc for event in pool)
    return countries([code for code, count in counts.items() if count >= golds], pool)


def best_athlete(pool: Events) -> Found:
    (first, most_golds), (_, second) = Counter(n for e in pool for n in e.gold).most_common(2)
    assert most_golds > second
    return value(first, pool)


def busy_venues(pool: Events, more_than: int) -> Found:
    held = Counter(event.venue for event in pool if event.venue)
    return listed([venue for venue, count in held.items() if count > more_than], pool)


# Sets, joins, comparisons.


def sports(sample: Events) -> Found:
    return listed({event.sport for event in sample}, ())


def sports_without(pool: Events, code: str) -> Found:
    golden = {event.sport for event in pool if event.gold_noc == code}
    without = [event for event in pool if event.sport not in golden]
    return listed({event.sport for event in without}, without)


def both_at_once(pool: Events, *endings: str) -> Found:
    """Winners of events with each ending at the same Games."""
    looked = [event for event in pool if event.name.endswith(endings)]
    wins = Counter((name, event.games) for event in looked for name in event.gold)
    twice = {key for key, count in wins.items() if count == len(endings)}
    deciding = [e for e in looked if any((name, e.games) in twice for name in e.gold)]
    return listed({name for name, _ in twice}, deciding)


def in_both(left: Events, right: Events) -> Found:
    """Winners on either side."""
    names = {n for e in left for n in e.gold} & {n for e in right for n in e.gold}
    pool = [event for event in (*left, *right) if names & set(event.gold)]
    return value(one(sorted(names)), pool)


def won_again(pool: Events, later: Events) -> Found:
    """How many of the pool were won by someone who won there too."""
    names = {name for event in later for name in event.gold}
    passing = [event for event in pool if names & set(event.gold)]
    theirs = {name for event in passing for name in event.gold}
    return number(len(passing), [*passing, *(e for e in later if theirs & set(e.gold))])


def winners_nations(pool: Events) -> Found:
    return countries({event.gold_noc for event in pool}, pool)


def larger(left: Event, right: Event, field: str) -> Found:
    """The year of the one with more."""
    more = left if getattr(left, field) > getattr(right, field) else right
    aliases = [more.games, f"{more.games} Olympics", f"the {more.games} Olympics"]
    return value(more.year, [left, right], aliases)


def by_how_many(left: Event, right: Event, field: str) -> Found:
    return number(getattr(left, field) - getattr(right, field), [left, right])
