"""Short ways to write the parts of a draft over the sample."""

from __future__ import annotations

from typing import Any

Form = dict[str, Any]


def at(path: str, value: Any = None, **more: Any) -> Form:
    return {"at": path, **({} if value is None else {"value": value}), **more}


def name(value: str) -> Form:
    return {"attr": "name", "value": value}


def measure(attr: str, op: str, value: Any) -> Form:
    return {"attr": attr, "op": op, "value": value}


def form(
    *where: Form, find: str = "Event", because: dict[str, str] | None = None, **ask: Any
) -> Form:
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
