"""Questions, and drafts that do not say what the question says: each has to end as a gap."""

from __future__ import annotations

from typing import Any

Form = dict[str, Any]


def at(path: str, value: Any = None, **more: Any) -> Form:
    return {"at": path, **({} if value is None else {"value": value}), **more}


def name(value: str) -> Form:
    return {"attr": "name", "value": value}


def measure(attr: str, op: str, value: Any) -> Form:
    return {"attr": attr, "op": op, "value": value}


def form(*where: Form, find: str = "Event", because: dict[str, str] | None = None, **ask: Any) -> Form:
    more = {key: ask.pop(key) for key in ("same", "differ", "sides", "versus") if key in ask}
    said = [{"phrase": phrase, "is": part} for phrase, part in (because or {}).items()]
    return {"find": find, "where": [*where], "ask": ask, "because": said, **more}


SIX, FIVE = name("Men's 66 kg"), name("Women's 52 kg")
JUDO, SAILING, SHOOTING = (at("IN_SPORT>", sport) for sport in ("Judo", "Sailing", "Shooting"))
BEIJING, LONDON, RIO, SOCHI = (
    at("AT_GAMES>", games) for games in ("2008 Summer", "2012 Summer", "2016 Summer", "2014 Winter")
)
GOLD, SILVER, BRONZE = (
    {"what": "value", "at": f"WON_{medal}>"} for medal in ("GOLD", "SILVER", "BRONZE")
)
COUNT, LIST, EXISTS = {"what": "count"}, {"what": "list"}, {"what": "exists"}
FRANCE, JAPAN, ITALY = "FRA", "JPN", "ITA"
WHO = "Who won the men's 66 kg judo in 2012?"
REIGNED = "Who reigned supreme in the men's 66 kg judo in 2012?"
SUPREME = {"reigned supreme": "WON_GOLD"}
MANY = "How many judo events in 2012 had more than 30 competitors?"
MORE = measure("competitors", ">", 30)

MEDALS: list[tuple[str, Form]] = [
    (WHO, form(SIX, JUDO, LONDON, **SILVER)),
    (WHO, form(SIX, JUDO, LONDON, **BRONZE)),
    ("Who won silver in the men's 66 kg judo in 2012?", form(SIX, JUDO, LONDON, **GOLD)),
    ("Who took bronze in the men's 66 kg judo in 2012?", form(SIX, JUDO, LONDON, **SILVER)),
    ("Who was runner-up in the men's 66 kg judo in 2012?", form(SIX, JUDO, LONDON, **GOLD)),
    ("Who won a medal in the men's 66 kg judo in 2012?", form(SIX, JUDO, LONDON, **GOLD)),
    ("Who reigned supreme and won silver in the men's 66 kg judo in 2012?",
     form(SIX, JUDO, LONDON, because=SUPREME, **GOLD)),
    ("How many medals did Japan win in judo?", form(at("GOLD_FOR>", JAPAN), JUDO, **COUNT)),
    ("How many gold medals did Japan win in judo?", form(at("SILVER_FOR>", JAPAN), JUDO, **COUNT)),
    ("How many judo events in which France took silver did Japan win?",
     form(at("GOLD_FOR>", FRANCE), at("SILVER_FOR>", JAPAN), JUDO, **COUNT)),
    ("How many judo events won by Japan were in 2012?",
     form(at("GOLD_FOR>", JAPAN, any=1), at("SILVER_FOR>", JAPAN, any=1), JUDO, LONDON, **COUNT)),
]  # fmt: skip
PLACES: list[tuple[str, Form]] = [
    (WHO, form(SIX, JUDO, RIO, **GOLD)),
    (WHO, form(SIX, JUDO, BEIJING, **GOLD)),
    (WHO, form(SIX, JUDO, **GOLD)),
    (WHO, form(JUDO, LONDON, **GOLD)),
    (WHO, form(SIX, LONDON, **GOLD)),
    (WHO, form(FIVE, JUDO, LONDON, **GOLD)),
    (WHO, form(name("Men's 73 kg"), JUDO, LONDON, **GOLD)),
    (WHO, form(name("Men's 100 kg"), JUDO, LONDON, **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, at("AT_VENUE>", "ExCeL Exhibition Centre"), **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, at("GOLD_FOR>", "GEO"), **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, at("WON_GOLD> REPRESENTS>", "GEO"), **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, {"attr": "gender", "value": "women"}, **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, measure("competitors", ">", 66), **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, measure("competitors", "<", 2012), **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, measure("nations", "=", 66), **GOLD)),
    ("Who won the men's 66 kg judo in London?", form(SIX, JUDO, LONDON, **GOLD)),
    ("Who won the men's marathon in 1984?",
     form(name("Men's marathon"), at("AT_GAMES>", "1984 Summer"), at("IN_SPORT>", "Athletics"), **GOLD)),
    ("How many judo events were held at the Royal Artillery Barracks in 2012?",
     form(JUDO, LONDON, **COUNT)),
    ("How many events were held at Riocentro?",
     form(at("AT_VENUE>", "Royal Artillery Barracks"), **COUNT)),
    ("How many judo events did France win?", form(JUDO, at("AT_GAMES>", "France", attr="country"), **COUNT)),
    ("How many sailing events were held in China?",
     form(SAILING, at("GOLD_FOR>", "CHN"), **COUNT)),
    ("Who won the event in the City of Light in judo?",
     form(at("AT_GAMES>", "Paris", attr="city"), JUDO, because={"City of Light": "AT_GAMES Paris"}, **GOLD)),
    ("Who won the judo event in the year of the millennium?",
     form(JUDO, at("AT_GAMES>", 2000, attr="year"), because={"millennium": "year 2000"}, **GOLD)),
]  # fmt: skip
AMOUNTS: list[tuple[str, Form]] = [
    (MANY, form(JUDO, LONDON, measure("competitors", "<", 30), **COUNT)),
    (MANY, form(JUDO, LONDON, measure("competitors", ">=", 30), **COUNT)),
    (MANY, form(JUDO, LONDON, measure("competitors", "=", 30), **COUNT)),
    (MANY, form(JUDO, LONDON, measure("competitors", ">", 29), **COUNT)),
    (MANY, form(JUDO, LONDON, measure("nations", ">", 30), **COUNT)),
    (MANY, form(JUDO, LONDON, measure("competitors", ">", 2012), **COUNT)),
    (MANY, form(JUDO, LONDON, **COUNT)),
    (MANY, form(JUDO, MORE, **COUNT)),
    (MANY, form(LONDON, MORE, **COUNT)),
    (MANY, form({**JUDO, "any": 1}, {**LONDON, "any": 1}, {**MORE, "any": 1}, **COUNT)),
    (MANY, form(JUDO, {**LONDON, "any": 1}, {**MORE, "any": 1}, **COUNT)),
    (MANY, form(JUDO, LONDON, MORE, **LIST)),
    (MANY, form(JUDO, LONDON, MORE, **EXISTS)),
    (MANY, form(JUDO, LONDON, MORE, what="sum", by="competitors")),
    (MANY, form(JUDO, LONDON, MORE, what="count", at="IN_SPORT>")),
    (MANY, form(JUDO, LONDON, MORE, what="value", attr="competitors")),
    (MANY, form(JUDO, LONDON, measure("competitors", "between", [30, 2012]), **COUNT)),
    ("How many judo events had at most 30 competitors?",
     form(JUDO, measure("competitors", "<", 30), **COUNT)),
    ("How many judo events had no more than 30 competitors?",
     form(JUDO, measure("competitors", ">", 30), **COUNT)),
    ("How many judo events had between 20 and 30 competitors?",
     form(JUDO, measure("competitors", ">", 20), measure("competitors", "<", 30), **COUNT)),
    ("How many judo events had between 20 and 30 competitors?",
     form(JUDO, measure("competitors", "in", [20, 30]), **COUNT)),
    ("How many judo events had more than 20 nations and fewer than 30 competitors?",
     form(JUDO, measure("competitors", ">", 20), measure("nations", "<", 30), **COUNT)),
    ("How many judo events had more than 20 nations and fewer than 30 competitors?",
     form(JUDO, measure("nations", ">", 20), **COUNT)),
    ("How many judo events since 2012 were there?", form(JUDO, LONDON, **COUNT)),
    ("How many judo events before 2012 were there?", form(JUDO, LONDON, **COUNT)),
    ("How many judo events before 2012 were there?",
     form(JUDO, at("AT_GAMES>", 2012, attr="year", op=">"), **COUNT)),
    ("How many judo events after 2012 were there?",
     form(JUDO, at("AT_GAMES>", 2012, attr="year", op=">="), **COUNT)),
    ("Which nations won at least three gold medals in judo?",
     form(JUDO, what="group", at="GOLD_FOR>", having=[">", 3])),
    ("Which nations won at least three gold medals in judo?",
     form(JUDO, what="group", at="GOLD_FOR>", having=[">=", 2])),
    ("Which nations won at least three gold medals in judo?",
     form(JUDO, what="group", at="SILVER_FOR>", having=[">=", 3])),
    ("Which nations won at least three gold medals in judo?",
     form(JUDO, what="group", at="GOLD_FOR>", k=3)),
    ("Which nations won at least three gold medals in judo?", form(JUDO, what="group", at="GOLD_FOR>")),
]  # fmt: skip
DENIALS: list[tuple[str, Form]] = [
    ("How many judo events were not won by France?", form(JUDO, at("GOLD_FOR>", FRANCE), **COUNT)),
    ("How many judo events were not won by France?", form(JUDO, **COUNT)),
    ("How many judo events were not won by France?",
     form(at("IN_SPORT>", "Judo", absent=True), at("GOLD_FOR>", FRANCE), **COUNT)),
    ("How many judo events were not won by France?",
     form(JUDO, at("SILVER_FOR>", FRANCE, absent=True), **COUNT)),
    ("How many judo events were not won by France?",
     form(JUDO, at("GOLD_FOR>", FRANCE, op="!=", absent=True), **COUNT)),
    ("How many judo events were won by France?",
     form(JUDO, at("GOLD_FOR>", FRANCE, absent=True), **COUNT)),
    ("How many judo events were won by France?",
     form(JUDO, at("GOLD_FOR>", FRANCE, op="!="), **COUNT)),
    ("How many events in 2012 were not in judo?", form(JUDO, LONDON, **COUNT)),
    ("How many events in 2012 were not in judo?",
     form(JUDO, at("AT_GAMES>", "2012 Summer", absent=True), **COUNT)),
    ("How many events not in 2012 did France win?",
     form(LONDON, at("GOLD_FOR>", FRANCE, absent=True), **COUNT)),
    ("Who never won gold in judo?", form(JUDO, **GOLD)),
    ("Who did not win gold in the men's 66 kg judo in 2012?", form(SIX, JUDO, LONDON, **GOLD)),
    ("How many judo events except the men's 66 kg were there?", form(SIX, JUDO, **COUNT)),
    ("How many judo events did only France win?", form(JUDO, at("GOLD_FOR>", FRANCE), **COUNT)),
    ("How many judo events neither Italy nor France won were there?",
     form(JUDO, at("GOLD_FOR>", ITALY, absent=True), **COUNT)),
]  # fmt: skip
ORDERS: list[tuple[str, Form]] = [
    ("Which judo event in 2012 had the most competitors?",
     form(JUDO, LONDON, what="least", by="competitors")),
    ("Which judo event in 2012 had the most competitors?",
     form(JUDO, LONDON, what="most", by="nations")),
    ("Which judo event in 2012 had the most competitors?",
     form(JUDO, LONDON, what="list", by="competitors", k=1)),
    ("Which judo event in 2012 had the most competitors?",
     form(JUDO, LONDON, what="top", by="competitors", k=3)),
    ("Which judo event in 2012 had the most competitors?", form(JUDO, LONDON, **LIST)),
    ("Which judo event in 2012 had the most competitors?", form(JUDO, LONDON, what="max", by="competitors")),
    ("Which judo event in 2012 had the second most competitors?",
     form(JUDO, LONDON, what="most", by="competitors")),
    ("Which judo event in 2012 had the second most competitors?",
     form(JUDO, LONDON, what="top", by="competitors", k=2)),
    ("What were the three largest judo events by competitors?",
     form(JUDO, what="top", by="competitors", k=5)),
    ("What were the three largest judo events by competitors?",
     form(JUDO, what="bottom", by="competitors", k=3)),
    ("Which country won the most gold medals in judo?", form(JUDO, what="rarest", at="GOLD_FOR>", k=1)),
    ("Which country won the most gold medals in judo?", form(JUDO, what="group", at="SILVER_FOR>", k=1)),
    ("Which country won the most gold medals in judo?", form(JUDO, what="group", at="GOLD_FOR>", k=3)),
    ("Which country won the most gold medals in judo?", form(JUDO, what="group", at="WON_GOLD>", k=1)),
    ("Which country won the second most gold medals in judo?",
     form(JUDO, what="group", at="GOLD_FOR>", k=1)),
    ("Which country won the second most gold medals in judo?",
     form(JUDO, what="group", at="GOLD_FOR>", k=2)),
    ("Which judo event was the rainiest in 2012?",
     form(JUDO, LONDON, because={"rainiest": "competitors"}, what="most", by="competitors")),
    ("What was the average number of competitors in judo events?", form(JUDO, what="sum", by="competitors")),
    ("What was the average number of competitors in judo events?", form(JUDO, what="avg", by="nations")),
    ("How many competitors were there in total in the judo events of 2016?",
     form(JUDO, RIO, what="avg", by="competitors")),
    ("By how many competitors did the men's 66 kg judo exceed the women's 52 kg judo in 2012?",
     form(JUDO, LONDON, what="value", attr="competitors", sides=[[FIVE], [SIX]], versus="difference")),
    ("By how many competitors did the men's 66 kg judo exceed the women's 52 kg judo in 2012?",
     form(JUDO, LONDON, what="value", attr="nations", sides=[[SIX], [FIVE]], versus="difference")),
    ("By how many competitors did the men's 66 kg judo exceed the women's 52 kg judo in 2012?",
     form(JUDO, LONDON, what="value", attr="competitors", sides=[[SIX], [FIVE]], versus="gt")),
    ("By how many competitors did the men's 66 kg judo exceed the women's 52 kg judo in 2012?",
     form(JUDO, LONDON, SIX, what="value", attr="competitors")),
    ("Did more nations compete in judo in 2008 or in 2012?",
     form(JUDO, what="count", sides=[[LONDON], [BEIJING]], versus="gt")),
]  # fmt: skip
KINDS: list[tuple[str, Form]] = [
    (WHO, form(SIX, JUDO, LONDON, what="value", at="GOLD_FOR>")),
    (WHO, form(SIX, JUDO, LONDON, what="value", at="AT_VENUE>")),
    (WHO, form(SIX, JUDO, LONDON, what="value", attr="held")),
    (WHO, form(SIX, JUDO, LONDON, at("WON_GOLD>"), **COUNT)),
    (WHO, form(SIX, JUDO, LONDON, at("WON_GOLD>"), **EXISTS)),
    ("Where did France win the men's 66 kg judo in 2012?",
     form(SIX, JUDO, LONDON, at("GOLD_FOR>", FRANCE), **GOLD)),
    ("Where was the men's 66 kg judo in 2012?", form(SIX, JUDO, LONDON, what="value", attr="held")),
    ("When was the men's 66 kg judo in 2012?", form(SIX, JUDO, LONDON, what="value", at="AT_VENUE>")),
    ("Who staged the men's 66 kg judo in 2012?",
     form(SIX, JUDO, LONDON, because={"staged": "AT_VENUE"}, what="value", at="AT_VENUE>")),
    ("Why was the men's 66 kg judo held in 2012?", form(SIX, JUDO, LONDON, what="value", attr="held")),
    ("Which country won the men's 66 kg judo in 2012?", form(SIX, JUDO, LONDON, **GOLD)),
    ("Which athlete won the men's 66 kg judo in 2012?",
     form(SIX, JUDO, LONDON, what="value", at="GOLD_FOR>")),
    ("How many nations were in the men's 66 kg judo in 2012?",
     form(SIX, JUDO, LONDON, what="value", attr="competitors")),
    ("How many teams were in the men's 66 kg judo in 2012?",
     form(SIX, JUDO, LONDON, what="value", attr="competitors")),
    ("Did France win the men's 66 kg judo in 2012?",
     form(SIX, JUDO, LONDON, at("GOLD_FOR>", FRANCE), **COUNT)),
    ("List the judo events of 2012.", form(JUDO, LONDON, **COUNT)),
    ("List the judo events of 2012.", form(JUDO, LONDON, what="list", k=5)),
    ("Which judo events were there in 2012?", form(JUDO, LONDON, **GOLD)),
    ("What was the winning score in the men's 66 kg judo in 2012?", form(SIX, JUDO, LONDON, **GOLD)),
    ("Who coached the winner of the men's 66 kg judo in 2012?",
     form(SIX, JUDO, LONDON, because={"coached": "WON_GOLD"}, **GOLD)),
    ("Who coached the winner of the men's 66 kg judo in 2012?", form(SIX, JUDO, LONDON, **GOLD)),
    ("How old was the winner of the men's 66 kg judo in 2012?",
     form(SIX, JUDO, LONDON, because={"old": "WON_GOLD"}, **GOLD)),
]  # fmt: skip
DATES: list[tuple[str, Form]] = [
    ("Which judo event was held on 29 July?", form(JUDO, {"attr": "held", "value": "29 July 2012"}, **LIST)),
    ("Which judo event was held on 29 July 2012?", form(JUDO, {"attr": "held", "value": "30 July 2012"}, **LIST)),
    ("Which judo event was held on 29 July 2012?", form(JUDO, LONDON, **LIST)),
    ("Which judo event was held in July 2012?", form(JUDO, {"attr": "held", "value": "29 July 2012"}, **LIST)),
    ("Which judo events were held before 29 July 2012?",
     form(JUDO, {"attr": "held", "op": "after", "value": "29 July 2012"}, **LIST)),
    ("Which judo events were held before 29 July 2012?", form(JUDO, {"attr": "held", "value": "29 July 2012"}, **LIST)),
    ("Which judo events were held after 29 July 2012?",
     form(JUDO, {"attr": "held", "op": "before", "value": "29 July 2012"}, **LIST)),
]  # fmt: skip
EDITIONS: list[tuple[str, Form]] = [
    ("Who won the men's 66 kg judo at the edition before 2012?", form(SIX, JUDO, LONDON, **GOLD)),
    ("Who won the men's 66 kg judo at the edition before 2012?", form(SIX, JUDO, BEIJING, **GOLD)),
    ("Who won the men's 66 kg judo at the edition before 2012?",
     form(SIX, JUDO, LONDON, what="value", at="<PREV_EDITION WON_GOLD>")),
    ("Who won the men's 66 kg judo at the edition after 2012?",
     form(SIX, JUDO, LONDON, what="value", at="PREV_EDITION> WON_GOLD>")),
    ("Who won the men's 66 kg judo two editions before 2012?",
     form(SIX, JUDO, LONDON, what="value", at="PREV_EDITION> WON_GOLD>")),
    ("Who won the men's 66 kg judo in 2012?",
     form(SIX, JUDO, LONDON, what="value", at="PREV_EDITION> WON_GOLD>")),
]  # fmt: skip
BOTH: list[tuple[str, Form]] = [
    ("Who won gold in judo both in 2008 and in 2012?",
     form(at("<WON_GOLD AT_GAMES>", ["2008 Summer", "2012 Summer"], op="in"),
          at("<WON_GOLD IN_SPORT>", "Judo"), find="Athlete", **LIST)),
    ("Which athletes won gold in judo in 2008 and 2012?",
     form(at("<WON_GOLD AT_GAMES>", ["2008 Summer", "2012 Summer"], op="in"),
          at("<WON_GOLD IN_SPORT>", "Judo"), find="Athlete", **LIST)),
    ("Which athletes won both gold and silver in judo?",
     form(at("<WON_GOLD IN_SPORT>", "Judo", any=1), at("<WON_SILVER IN_SPORT>", "Judo", any=1),
          find="Athlete", **LIST)),
    ("Which athletes won gold and silver in judo?",
     form(at("<WON_GOLD IN_SPORT>", "Judo"), find="Athlete", **LIST)),
    ("How many judo events were won by France or Italy?", form(JUDO, at("GOLD_FOR>", FRANCE), **COUNT)),
    ("How many judo events were won by France or Italy?",
     form({**JUDO, "any": 1}, at("GOLD_FOR>", [FRANCE, ITALY], any=1), **COUNT)),
    ("How many judo events were won by France and held in 2012?",
     form(JUDO, at("GOLD_FOR>", FRANCE, any=1), {**LONDON, "any": 1}, **COUNT)),
    ("How many judo events were won by France?",
     form(JUDO, at("GOLD_FOR>", [FRANCE, ITALY]), **COUNT)),
]  # fmt: skip
LIES: list[tuple[str, Form]] = [
    (REIGNED, form(SIX, JUDO, LONDON, because={"reigned supreme": "IN_SPORT"}, **GOLD)),
    (REIGNED, form(SIX, JUDO, LONDON, because={"reigned supreme": "Judo"}, **GOLD)),
    (REIGNED, form(SIX, JUDO, LONDON, because={"reigned supreme": "label"}, **GOLD)),
    (REIGNED, form(SIX, JUDO, LONDON, because={"reigned": "WON_GOLD"}, **GOLD)),
    (REIGNED, form(SIX, JUDO, LONDON, because={"reigned": "WON_GOLD", "supreme": "WON_GOLD"}, **GOLD)),
    (REIGNED, form(SIX, JUDO, LONDON, because={"reigned supreme": "the best there is"}, **GOLD)),
    (REIGNED, form(SIX, JUDO, LONDON, because={"reigned supreme in the men's 66 kg": ""}, **GOLD)),
    (REIGNED, form(SIX, JUDO, LONDON, because={"": "WON_GOLD"}, **GOLD)),
    (REIGNED, form(SIX, JUDO, because=SUPREME | {"2012": "AT_GAMES"}, **GOLD)),
    (REIGNED, form(JUDO, LONDON, because=SUPREME | {"men's 66 kg": "Event"}, **GOLD)),
    ("Which judo event in 2012 was the windiest?", form(JUDO, LONDON, because={"windiest": "IN_SPORT"}, **LIST)),
    ("Which windy judo event was held in 2012?", form(JUDO, LONDON, because={"windy": "Judo"}, **LIST)),
    ("Which windy judo event was held in 2012?", form(JUDO, LONDON, because={"windy": "AT_GAMES"}, **LIST)),
    ("How many contested judo events did left-handers win in 2012?",
     form(JUDO, LONDON, because={"left-handers": "GOLD_FOR"}, **COUNT)),
    ("How many televised judo events were there in 2012?",
     form(JUDO, LONDON, because={"televised": "competitors"}, **COUNT)),
    ("How many televised judo events were there in 2012?",
     form(JUDO, LONDON, measure("competitors", ">", 2012), because={"televised": "competitors"}, **COUNT)),
    ("How many televised judo events were there in 2012?",
     form(JUDO, LONDON, at("WON_GOLD>"), because={"televised": "WON_GOLD"}, **COUNT)),
]  # fmt: skip
INVENTED: list[tuple[str, Form]] = [
    (WHO, form(SIX, at("IN_SPORT>", "Judoo"), LONDON, **GOLD)),
    (WHO, form(SIX, JUDO, at("AT_GAMES>", "2012 Atlantis"), **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, what="value", at="WON_PLATINUM>")),
    (WHO, form(SIX, JUDO, LONDON, {"attr": "secret", "value": "x"}, **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, find="Medal", **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, what="value", at="WON_GOLD> WON_GOLD>")),
    (WHO, form(SIX, JUDO, LONDON, {"attr": "name", "op": "contains", "value": "kg"}, **GOLD)),
    (WHO, form({"attr": "name", "op": "contains", "value": "66 kg"}, JUDO, LONDON, **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, {"attr": "result", "value": "won"}, **GOLD)),
    (WHO, form(SIX, JUDO, LONDON, {"attr": "held", "op": "unknown"}, **GOLD)),
    ("Who won the men's 250 kg judo in 2012?", form(name("Men's +100 kg"), JUDO, LONDON, **GOLD)),
    ("Who won the men's 250 kg judo in 2012?", form(JUDO, LONDON, {"attr": "gender", "value": "men"}, **GOLD)),
    ("Who won gold for Narnia in judo?", form(JUDO, **GOLD)),
]  # fmt: skip
ATTACKS = [
    *MEDALS, *PLACES, *AMOUNTS, *DENIALS, *ORDERS, *KINDS, *DATES, *EDITIONS, *BOTH, *LIES, *INVENTED,
]  # fmt: skip
