"""Questions with qualifiers over the Olympic sample, and their answers counted from its table."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from sample_facts import Event, events

Truth = bool | None
COMMITTEES = Path(__file__).parents[2] / "shared/packs/olympics/tables/noc.tsv"
EVENTS = events()


def every(*truths: Truth) -> Truth:
    """True where all hold, None where that depends on what a page does not say."""
    if False in truths:
        return False
    return None if None in truths else True


def within(value: int | None, least: int, most: int = 10_000) -> Truth:
    return None if value is None else least <= value <= most


def sport(name: str, year: str = "") -> Callable[[Event], bool]:
    return lambda event: event.sport == name and event.year.startswith(year)


JUDO, SHOOTING, BIATHLON = sport("Judo"), sport("Shooting"), sport("Biathlon")
ALPINE, SAILING, TABLE_TENNIS = sport("Alpine skiing"), sport("Sailing"), sport("Table tennis")
JUDO_2012, JUDO_2016 = sport("Judo", "2012"), sport("Judo", "2016")
SHOOTING_2008, SHOOTING_2012 = sport("Shooting", "2008"), sport("Shooting", "2012")
SHOOTING_2016 = sport("Shooting", "2016")

COUNTED: dict[str, Callable[[Event], Truth]] = {
    # the colour
    "How many silver medals did Japan win in judo?": lambda e: JUDO(e) and e.silver_noc == "JPN",
    "How many bronze medals did France win in judo in 2016?": lambda e: (
        JUDO_2016(e) and e.bronze_noc == "FRA"
    ),
    "How many gold medals did China win in shooting in 2008?": lambda e: (
        SHOOTING_2008(e) and e.gold_noc == "CHN"
    ),
    # the gender
    "How many women's judo events were there in 2012?": lambda e: JUDO_2012(e) and e.women,
    "How many men's shooting events were held in 2016?": lambda e: SHOOTING_2016(e) and e.men,
    "How many men's biathlon events were there?": lambda e: BIATHLON(e) and e.men,
    # at least, at most, between
    "How many judo events in 2012 had at least 30 competitors?": lambda e: every(
        JUDO_2012(e), within(e.competitors, 30)
    ),
    "How many shooting events in 2008 had no more than 20 competitors?": lambda e: every(
        SHOOTING_2008(e), within(e.competitors, 0, 20)
    ),
    "How many shooting events in 2012 had between 30 and 40 competitors?": lambda e: every(
        SHOOTING_2012(e), within(e.competitors, 30, 40)
    ),
    "How many alpine skiing events had fewer than 50 competitors?": lambda e: every(
        ALPINE(e), within(e.competitors, 0, 49)
    ),
    "How many judo events had exactly 34 competitors?": lambda e: every(
        JUDO(e), within(e.competitors, 34, 34)
    ),
    # nations, not competitors
    "How many sailing events had at most 20 nations?": lambda e: every(
        SAILING(e), within(e.nations, 0, 20)
    ),
    "How many biathlon events had more than 30 nations?": lambda e: every(
        BIATHLON(e), within(e.nations, 31)
    ),
    "How many alpine skiing events in 2010 had at least 40 nations?": lambda e: every(
        ALPINE(e), e.year == "2010", within(e.nations, 40)
    ),
    "How many shooting events in 2016 had between 25 and 30 nations?": lambda e: every(
        SHOOTING_2016(e), within(e.nations, 25, 30)
    ),
    "How many table tennis events had fewer than 20 nations?": lambda e: every(
        TABLE_TENNIS(e), within(e.nations, 0, 19)
    ),
    # two and three conditions
    "How many women's events in biathlon had at least 80 competitors?": lambda e: every(
        BIATHLON(e), e.women, within(e.competitors, 80)
    ),
    "How many women's shooting events in 2012 had more than 30 nations?": lambda e: every(
        SHOOTING_2012(e), e.women, within(e.nations, 31)
    ),
    "How many men's judo events in 2016 had more than 34 competitors?": lambda e: every(
        JUDO_2016(e), e.men, within(e.competitors, 35)
    ),
    "How many women's alpine skiing events in 2014 had at least 40 competitors "
    "and at least 40 nations?": lambda e: every(
        ALPINE(e), e.year == "2014", e.women, within(e.competitors, 40), within(e.nations, 40)
    ),
    "How many biathlon events in 2010 had at least 80 competitors but fewer than 32 nations?": (
        lambda e: every(
            BIATHLON(e), e.year == "2010", within(e.competitors, 80), within(e.nations, 0, 31)
        )
    ),
    "How many shooting events at the Royal Artillery Barracks had more than 40 competitors?": (
        lambda e: every(SHOOTING(e), at(e, "Royal Artillery Barracks"), within(e.competitors, 41))
    ),
    "How many winter events had more than 100 competitors?": lambda e: every(
        e.games.endswith("Winter"), within(e.competitors, 101)
    ),
    # exclusions
    "How many events in 2012 were not in judo?": lambda e: e.year == "2012" and not JUDO(e),
    "How many events of 2016 other than shooting had more than 45 competitors?": lambda e: every(
        e.year == "2016", not SHOOTING(e), within(e.competitors, 46)
    ),
    "How many judo events in 2012 were not won by Russia?": lambda e: (
        JUDO_2012(e) and e.gold_noc != "RUS"
    ),
    "How many shooting events in 2016 did Italy not win?": lambda e: (
        SHOOTING_2016(e) and e.gold_noc != "ITA"
    ),
    # years
    "How many shooting events were held between 2010 and 2016?": lambda e: (
        SHOOTING(e) and "2010" <= e.year <= "2016"
    ),
    "How many judo events have been held since 2014?": lambda e: JUDO(e) and e.year >= "2014",
    "How many shooting events were held before 2012?": lambda e: SHOOTING(e) and e.year < "2012",
    "How many events were held after 2013?": lambda e: e.year > "2013",
    "How many biathlon events were held between 2008 and 2012?": lambda e: (
        BIATHLON(e) and "2008" <= e.year <= "2012"
    ),
    # alternatives
    "How many events in 2010 were won by Norway or Germany?": lambda e: (
        e.year == "2010" and e.gold_noc in ("NOR", "GER")
    ),
    "How many shooting events in 2012 or 2016 had fewer than 25 competitors?": lambda e: every(
        SHOOTING(e), e.year in ("2012", "2016"), within(e.competitors, 0, 24)
    ),
    "How many women's events did France win in 2016?": lambda e: (
        e.year == "2016" and e.gold_noc == "FRA" and not e.men
    ),
    "How many events did Martin Fourcade win?": lambda e: "Martin Fourcade" in e.gold,
}


def at(event: Event, venue: str) -> Truth:
    return None if event.venue is None else event.venue == venue


def one(kind: Callable[[Event], bool], name: str, year: str) -> Event:
    (found,) = [
        event for event in EVENTS if kind(event) and (event.name, event.year) == (name, year)
    ]
    return found


def countries(codes: Iterable[str]) -> tuple[str, ...]:
    with COMMITTEES.open(encoding="utf-8", newline="") as table:
        rows = csv.DictReader((row for row in table if row[0] != "#"), delimiter="\t")
        labels = {row["id"]: row["label"] for row in rows}
    return tuple(labels[code] for code in codes)


def leaders(codes: Iterable[str], choose: Callable[[Iterable[int]], int] = max) -> tuple[str, ...]:
    tally = Counter(code for code in codes if code)
    return countries(code for code in tally if tally[code] == choose(tally.values()))


def extreme(
    kind: Callable[[Event], bool],
    value: Callable[[Event], int | None],
    choose: Callable[[Iterable[int]], int],
) -> tuple[str, ...]:
    known = {e: found for e in EVENTS if kind(e) and (found := value(e)) is not None}
    return tuple(event.title for event in known if known[event] == choose(known.values()))


def of(kind: Callable[[Event], bool]) -> list[Event]:
    return [event for event in EVENTS if kind(event)]


def medals(kind: Callable[[Event], bool]) -> Counter[str]:
    codes = [(e.gold_noc, e.silver_noc, e.bronze_noc) for e in of(kind)]
    return Counter(code for each in codes for code in each if code)


def yes(truth: bool) -> list[str]:
    return ["Yes" if truth else "No"]


GOLDS_2012 = Counter(e.gold_noc for e in of(JUDO_2012))
MOST_NATIONS = extreme(JUDO_2012, lambda e: e.nations, max)
WIDEST = next(e for e in of(JUDO_2012) if e.title in MOST_NATIONS)

TOLD: dict[str, Iterable[str]] = {
    # something of the most, a number reached, groups of a size, all and none
    "Who won the judo event with the most nations in 2012?": WIDEST.gold,
    "Did Japan win at least two gold medals in judo in 2012?": yes(GOLDS_2012["JPN"] >= 2),
    "How many nations won exactly one gold medal in judo in 2012?": [
        str(sum(number == 1 for number in GOLDS_2012.values()))
    ],
    "Did every judo event in 2012 have more than 10 competitors?": yes(
        all((e.competitors or 0) > 10 for e in of(JUDO_2012))
    ),
    "Which countries won gold but no silver in judo in 2012?": countries(
        GOLDS_2012.keys() - {e.silver_noc for e in of(JUDO_2012)}
    ),
    # deeds of several kinds that add up
    "How many medals did Japan win in judo in 2012?": [str(medals(JUDO_2012)["JPN"])],
    "Which nation won the most medals in judo in 2016?": countries(
        code
        for code, number in medals(JUDO_2016).items()
        if number == max(medals(JUDO_2016).values())
    ),
    "Which nations won at least three judo medals in 2012?": countries(
        code for code, number in medals(JUDO_2012).items() if number >= 3
    ),
    "Did Japan win more judo medals than France in 2012?": yes(
        medals(JUDO_2012)["JPN"] > medals(JUDO_2012)["FRA"]
    ),
    "Which countries other than Japan won a judo medal in 2012?": countries(
        medals(JUDO_2012).keys() - {"JPN"}
    ),
    # people, values, and the last time
    "Who were Japan's gold medallists in judo in 2012?": [
        name for e in of(JUDO_2012) if e.gold_noc == "JPN" for name in e.gold
    ],
    "Which women won gold in judo in 2012?": [
        name for e in of(JUDO_2012) if e.women for name in e.gold
    ],
    "In which years did Japan win gold in judo?": sorted(
        {e.year for e in of(JUDO) if e.gold_noc == "JPN"}
    ),
    "What gold medals did Japan win in judo in 2016?": [
        e.title for e in of(JUDO_2016) if e.gold_noc == "JPN"
    ],
    "When was judo last held?": [max(e.year for e in of(JUDO))],
    # what is said around a question
    "Who won the men's skeet in 2012? My friends were asking.": (
        one(SHOOTING, "Men's skeet", "2012").gold
    ),
    "Who won silver in the men's skeet in 2012?": one(SHOOTING, "Men's skeet", "2012").silver,
    "Who took bronze in the women's trap at the 2016 Games?": (
        one(SHOOTING, "Women's trap", "2016").bronze
    ),
    "Which country won silver in the women's table tennis singles in 2016?": countries(
        [one(TABLE_TENNIS, "Women's singles", "2016").silver_noc]
    ),
    "Which country won bronze in the men's 60 kg judo in 2012?": countries(
        [one(JUDO, "Men's 60 kg", "2012").bronze_noc]
    ),
    "Who won gold in the women's 78 kg judo in 2016?": one(JUDO, "Women's 78 kg", "2016").gold,
    "Which country won the most gold medals in judo in 2012?": leaders(
        e.gold_noc for e in of(JUDO_2012)
    ),
    "Which country won the most silver medals in table tennis?": leaders(
        e.silver_noc for e in of(TABLE_TENNIS)
    ),
    "Which country won the most bronze medals in judo in 2016?": leaders(
        e.bronze_noc for e in of(JUDO_2016)
    ),
    "Which nation won the fewest gold medals in judo in 2012?": leaders(
        (e.gold_noc for e in of(JUDO_2012)), min
    ),
    "Which countries won at least two gold medals in judo in 2012?": countries(
        code for code, number in Counter(e.gold_noc for e in of(JUDO_2012)).items() if number >= 2
    ),
    "Which shooting event in 2016 had the fewest nations?": extreme(
        SHOOTING_2016, lambda e: e.nations, min
    ),
    "Which women's judo event in 2012 had the most competitors?": extreme(
        lambda e: JUDO_2012(e) and e.women, lambda e: e.competitors, max
    ),
    "Which sailing event in 2016 had the most nations?": extreme(
        lambda e: SAILING(e) and e.year == "2016", lambda e: e.nations, max
    ),
    "Which judo events in 2016 did Japan win?": [
        e.title for e in of(JUDO_2016) if e.gold_noc == "JPN"
    ],
    "How many nations took part in the men's sprint in biathlon in 2014?": [
        str(one(BIATHLON, "Men's sprint", "2014").nations)
    ],
    "How many countries competed in the women's giant slalom in 2010?": [
        str(one(ALPINE, "Women's giant slalom", "2010").nations)
    ],
    "Did Germany win silver in the men's 81 kg judo in 2012?": ["Yes"],
    "Did Japan win gold in the men's 60 kg judo in 2012?": ["No"],
}

FOREIGN = {
    "in the rain": "rain",
    "sponsored by a bank": "sponsored",
    "for left-handed people": "left",
    "with a red cover": "red cover",
    "on a frozen lake": "frozen",
    "under floodlights": "floodlights",
    "shown on television": "shown",
    "wearing borrowed shoes": "borrowed shoes",
}
"""Constraints that the graph cannot know, and words that a refusal has to name."""

OTHERWISE_NAMED = frozenset(
    {
        "How many biathlon events were held between 2008 and 2012?",
        "How many shooting events were held between 2010 and 2016?",
        "How many winter events had more than 100 competitors?",
        "Which nation won the fewest gold medals in judo in 2012?",
        "Who won the men's skeet in 2012? My friends were asking.",
    }
)
"""Questions that only the schema parser reads: where it refuses them, the rules' gap is told."""
