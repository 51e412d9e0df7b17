"""What the tests of gaps share: a scripted model's lines, and questions that leave one gap each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from occam.llm.scripted import Line
from occam.packs import find_pack
from occam.runtime.settings import Settings

PLANNED, REPLAN, FOUND = "plan.ready", "replan.requested", "findings.ready"
READING, CHOICE, REFETCH, END = (
    "reading.requested", "choice.requested", "refetch.requested", "question.settled",
)  # fmt: skip
SLALOM = "S0028"
STARTED = "In all 81 competitors of 47 nations started on the first day."
RELAYS = "Of the relay's 19 teams only 5 were lapped."
TORN = """
[[phrase]]
tag = "maker"
match = ["who made"]

[[shape]]
name = "who made it"
needs = ["maker"]
plan = ["BUILT_BY>:who"]
answer = "values who.label"
qualified = 1

[[shape]]
name = "who made the one before it"
needs = ["maker"]
plan = ["REPLACED> BUILT_BY>:who"]
answer = "values who.label"
qualified = 1
"""


def changed_pages(folder: Path) -> Path:
    """Two pages of the sample whose prose says what their record leaves out, or almost."""
    pack = find_pack("olympics", Settings(home=folder).pack_roots)
    told = {SLALOM: STARTED, "S0039": RELAYS}
    pages = [
        {"doc_id": page.doc_id, "title": page.title, "text": f"{page.text}\n\n{told[page.doc_id]}"}
        for page in pack.documents()
        if page.doc_id in told
    ]
    path = folder / "changed.jsonl"
    path.write_bytes(b"\n".join(msgspec.json.encode(page) for page in pages))
    return path


def draft(find: str = "Event", **parts: Any) -> str:
    return msgspec.json.encode({"find": find, **parts}).decode()


def plan(*lines: str, **more: Any) -> list[Line]:
    """One line of script for each answer of the planner, in turn."""
    return [Line(say=say, prompt="plan", times=1, **more) for say in lines]


def read(answer: str, quote: str, prompt: str = "read", when: str = "") -> Line:
    """A reader that quotes the passage in which it was told to look."""
    said = {"answers": [{"answer": answer, "quote": quote, "passage": 1}]}
    if prompt == "value":
        said = {"value": answer, "quote": quote, "passage": 1}
    return Line(say=msgspec.json.encode(said).decode(), prompt=prompt, when=(when,) if when else ())


JUDO = [
    {"attr": "name", "value": "Men's 66 kg"},
    {"at": "IN_SPORT>", "value": "Judo"},
    {"at": "AT_GAMES>", "value": "2012 Summer"},
]
WINNER = {"what": "value", "at": "WON_GOLD>"}
BECAUSE = [{"phrase": "reigned supreme", "is": "WON_GOLD"}]
REIGNED = "Who reigned supreme in the men's 66 kg judo at London 2012?"
BARRACKS = "Royal Artillery Barracks"
GOOD = draft(where=JUDO, ask=WINNER, because=BECAUSE)
EMPTY = draft(where=[*JUDO, {"at": "AT_VENUE>", "value": BARRACKS}], ask=WINNER, because=BECAUSE)
SNOW = "Why was the men's mass start in biathlon put off in Sochi?"
FOG = "Fog hid the targets on the first two attempts, so the race was run on the third day."
COUNTED = "How many judo events were there in London in 2012?"
