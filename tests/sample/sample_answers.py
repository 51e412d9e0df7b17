"""The golden answer of each question of the sample, as a computation over its facts."""

from __future__ import annotations

from collections.abc import Callable

import sample_gold as g
from sample_facts import Event

TENNIS, SWIM, BEACH, SKI = "Table tennis", "Marathon swimming", "Beach volleyball", "Alpine skiing"
PISTOL = "Men's 50 metre pistol"
EXCEL, BARRACKS = "ExCeL Exhibition Centre", "Royal Artillery Barracks"
ROSA, LAURA = "Rosa Khutor Alpine Resort", "Laura Biathlon & Ski Complex"

Sample = tuple[Event, ...]


def bronze_nation(event: Event) -> g.Found:
    return g.countries([event.bronze_noc], [event])


def editions(sample: Sample, sport: str, name: str, *years: int) -> list[Event]:
    return [g.one(g.of(sample, sport, year, name)) for year in years]


def women(sample: Sample, sport: str, year: int) -> list[Event]:
    return [event for event in g.of(sample, sport, year) if event.women]


def men(sample: Sample, sport: str, year: int) -> list[Event]:
    return [event for event in g.of(sample, sport, year) if event.men]


ANSWERS: dict[str, Callable[[Sample], g.Found]] = {
    # lookup
    "g01": lambda s: g.lookup(s, "Shooting", 2016, "Women's skeet", "nations"),
    "g02": lambda s: g.lookup(s, "Judo", 2012, "Men's 66 kg", "silver"),
    "g03": lambda s: g.lookup(s, "Biathlon", 2010, "Women's pursuit", "venue"),
    "g04": lambda s: g.lookup(s, "Shooting", 2008, "Men's 10 metre air rifle", "result"),
    "g05": lambda s: g.value("6–11 August 2016", g.of(s, TENNIS, 2016, "Men's singles")),
    "g06": lambda s: bronze_nation(g.one(g.of(s, "Judo", 2012, "Women's 48 kg"))),
    "g07": lambda s: g.lookup(s, BEACH, 2016, "Women's tournament", "gold"),
    # by place and date
    "g08": lambda s: g.there(s, "Fort Copacabana, Rio de Janeiro", "2016-08-15", "silver"),
    "g09": lambda s: g.there(s, "Whistler Creekside", "2010-02-15", "bronze"),
    "g10": lambda s: g.there(s, LAURA, "2014-02-11", "silver"),
    "g11": lambda s: g.there(s, ROSA, "2014-02-16", "gold"),
    # ambiguous
    "g12": lambda s: g.there(s, "Carioca Arena 2", "2016-08-09", "gold"),
    "g13": lambda s: g.there(s, EXCEL, "2012-07-31", "silver"),
    "g14": lambda s: g.there(s, BARRACKS, "2012-07-29", "nations"),
    "g15": lambda s: g.several(g.of(s, SWIM, 2012), "gold"),
    # ordering edge
    "g16": lambda s: g.edition(s, SWIM, 2016, "Women's 10 kilometre", "gold"),
    "g17": lambda s: g.edition(s, "Shooting", 2016, PISTOL, "gold", 2),
    "g18": lambda s: g.following(s, "Shooting", 2008, "Men's skeet", "gold"),
    "g19": lambda s: g.following(s, "Shooting", 2012, "Women's trap", "bronze"),
    "g20": lambda s: g.edition(s, "Biathlon", 2014, "Men's sprint", "silver"),
    "g21": lambda s: g.edition(s, BEACH, 2016, "Women's tournament", "gold", 2),
    "g22": lambda s: g.refused("unanswerable", g.of(s, SKI, 2014, "Men's combined")),
    # count with conditions
    "g23": lambda s: g.counted(women(s, "Judo", 2012), g.measured("competitors", lambda n: n < 22)),
    "g24": lambda s: g.counted(
        men(s, "Biathlon", 2014), g.measured("competitors", lambda n: 59 <= n <= 88)
    ),
    "g25": lambda s: g.counted(g.of(s, "Judo", 2012, gold_noc="RUS"), lambda e: True),
    "g26": lambda s: g.counted(g.of(s, "Sailing", 2012), g.measured("nations", lambda n: n <= 20)),
    "g27": lambda s: g.different_winners(g.of(s, "Biathlon", 2014)),
    "g28": lambda s: g.counted(g.of(s, "Shooting", venue=BARRACKS), lambda e: True),
    # interval
    "g29": lambda s: g.counted(
        g.of(s, "Shooting", 2016), g.measured("competitors", lambda n: n >= 40)
    ),
    "g30": lambda s: g.counted(
        g.of(s, SKI, 2010), g.measured("competitors", lambda n: 50 < n < 100)
    ),
    "g31": lambda s: g.counted(
        g.of(s, "Biathlon", 2010), g.measured("competitors", lambda n: n > 70)
    ),
    "g32": lambda s: g.elsewhere(g.of(s, "Biathlon", 2014), LAURA),
    # superlative
    "g33": lambda s: g.extreme(g.of(s, "Judo", 2016), "nations", min),
    "g34": lambda s: g.extreme(g.of(s, "Biathlon", 2014), "competitors", min),
    "g35": lambda s: g.extreme(g.of(s, "Judo", 2016), "competitors", max),
    "g36": lambda s: g.extreme(g.of(s, SWIM), "nations", max),
    "g37": lambda s: g.extreme(g.of(s, "Sailing", 2012), "nations", min),
    # list, top-k, order
    "g38": lambda s: g.titles(g.of(s, "Shooting", 2016, gold_noc="ITA")),
    "g39": lambda s: g.top(g.of(s, SKI, 2014), "competitors", 3, ordered=True),
    "g40": lambda s: g.titles([e for e in s if "Jin Jong-oh" in e.gold]),
    "g41": lambda s: g.top(g.of(s, "Judo", 2012), "nations", 5),
    # fold
    "g42": lambda s: g.average(g.of(s, SWIM), "competitors"),
    "g43": lambda s: g.total(g.of(s, "Sailing", 2016), "competitors"),
    "g44": lambda s: g.most(g.of(s, "Biathlon", 2010), "nations"),
    # group, rank, having
    "g45": lambda s: g.ranked(g.of(s, "Judo", 2016), 1),
    "g46": lambda s: g.ranked(g.of(s, "Shooting", 2008), 3),
    "g47": lambda s: g.best_athlete(g.of(s, "Biathlon", 2014)),
    "g48": lambda s: g.busy_venues(g.of(s, year=2012), 9),
    "g49": lambda s: g.at_least(g.of(s, year=2010), 3),
    # negation
    "g50": lambda s: g.sports_without(g.of(s, year=2016), "CHN"),
    "g51": lambda s: g.counted(
        [e for e in g.of(s, "Shooting", 2012) if e.gold_noc != "CHN"], lambda e: True
    ),
    # conjunction, union
    "g52": lambda s: g.both_at_once(g.of(s, "Biathlon"), "individual", "pursuit"),
    "g53": lambda s: g.counted(
        [e for e in g.of(s, year=2012) if e.gold_noc in ("ITA", "CUB")], lambda e: True
    ),
    "g54": lambda s: g.in_both(g.of(s, "Shooting", 2008), g.of(s, "Shooting", 2016)),
    # comparison
    "g55": lambda s: g.larger(*editions(s, "Shooting", "Men's skeet", 2008, 2012), "nations"),
    "g56": lambda s: g.by_how_many(
        *editions(s, "Biathlon", "Women's sprint", 2010, 2014), "competitors"
    ),
    # career, join
    "g57": lambda s: g.champions_again(s, "Judo", 2016),
    "g58": lambda s: g.titles_kept(s, "Shooting", 2012),
    "g59": lambda s: g.won_again(g.of(s, year=2012), g.of(s, year=2016)),
    # relation path
    "g60": lambda s: g.winners_nations(g.of(s, "Sailing", 2012)),
    # existence
    "g61": lambda s: g.zero(),
    "g62": lambda s: g.exists(g.of(s, year=2016, gold_noc="KOS")),
    # schema
    "g63": lambda s: g.sports(s),
    # proven zero, unknown term, text only, unanswerable
    "g64": lambda s: g.zero(),
    "g65": lambda s: g.zero(g.of(s, TENNIS, 2012)),
    "g66": lambda s: g.refused("unknown_term"),
    "g67": lambda s: g.refused("unknown_term"),
    "g68": lambda s: g.refused("unanswerable"),
    "g69": lambda s: g.refused("unanswerable"),
    "g70": lambda s: g.refused("unanswerable"),
}
