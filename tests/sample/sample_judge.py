"""Is an answer the golden one? Strict where the sample's own wording is known."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

REFUSALS = ("unknown_term", "unanswerable")


def plain(text: object) -> str:
    """Without case, separators of a crew and the typography that does not matter."""
    folded = unicodedata.normalize("NFC", str(text)).replace("’", "'").casefold()
    return "".join(folded.replace(" and ", "").replace("&", "").replace(",", "").split())


def fused(names: Sequence[object]) -> str:
    return plain(" and ".join(map(str, names)))


def is_right(gold: Mapping[str, Any], record: Mapping[str, Any]) -> bool:
    """`record` has an answer record's outcome, answer, value, interval and alternatives."""
    kind, outcome, answer = gold["kind"], record["outcome"], list(record["answer"])
    if kind in REFUSALS:
        return outcome == "refused"
    if kind == "ambiguous":
        said = {fused(each["answer"]) for each in record["alternatives"]}
        return outcome == "ambiguous" and said == {plain(value) for value in gold["values"]}
    return outcome == "answered" and CHECKS[kind](gold, record, answer)


def _value(gold: Mapping[str, Any], record: Mapping[str, Any], answer: list[object]) -> bool:
    if "names" in gold and {plain(name) for name in answer} == set(map(plain, gold["names"])):
        return True
    return fused(answer) in {plain(right) for right in (gold["value"], *gold.get("aliases", ()))}


def _count(gold: Mapping[str, Any], record: Mapping[str, Any], answer: list[object]) -> bool:
    return abs(record["value"] - gold["number"]) < 0.001 and record["interval"] is None


def _interval(gold: Mapping[str, Any], record: Mapping[str, Any], answer: list[object]) -> bool:
    return list(record["interval"] or ()) == [gold["low"], gold["high"]]


def _list(gold: Mapping[str, Any], record: Mapping[str, Any], answer: list[object]) -> bool:
    said, right = list(map(plain, answer)), list(map(plain, gold["values"]))
    return said == right if gold.get("ordered") else sorted(said) == sorted(right)


def _zero(gold: Mapping[str, Any], record: Mapping[str, Any], answer: list[object]) -> bool:
    return not answer or plain(answer[0]) in ("0", "no", "none")


CHECKS = {
    "value": _value,
    "count": _count,
    "interval": _interval,
    "list": _list,
    "proven_zero": _zero,
}
