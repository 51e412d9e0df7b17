"""What becomes of a table that is longer than the embedding model reads, in three ways.

    python loadtest/windows.py pages.jsonl

For every table passage of more than 256 tokens its last row is looked for, with the page's title
and without, among all passages: with the passage cut to what the model reads, in windows, and in
windows each of which begins with the title.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from occam.documents.chunks import chunks_of
from occam.documents.embedding import LONGEST, WINDOWS, MiniLm
from occam.documents.passages import text_of

AT = (1, 5, 10, 20)


class Cut(NamedTuple):
    """A passage, and whether it is a table."""

    title: str
    body: str
    table: bool


def passages(path: Path) -> list[Cut]:
    """Every passage of a corpus."""
    pages = map(json.loads, path.read_text("utf-8").splitlines())
    return [
        Cut(page["title"], page["text"][chunk.start : chunk.end], chunk.form == "table")
        for page in pages
        for chunk in chunks_of(page["text"])
    ]


def ways(model: MiniLm) -> dict[str, Callable[[Cut], Any]]:
    """A vector of a passage, in each way."""

    def tokens(text: str) -> list[int]:
        return model._tokenizer.encode(text).ids

    def normal(summed: Any) -> Any:
        return summed / np.linalg.norm(summed)

    def cut(passage: Cut) -> Any:
        whole = tokens(text_of(passage.title, passage.body))
        return normal(model._summed([*whole[: LONGEST - 1], whole[-1]]))

    def windows(passage: Cut) -> Any:
        first, *inner, last = tokens(text_of(passage.title, passage.body))
        room = LONGEST - 2
        starts = range(0, len(inner), room)[:WINDOWS]
        return normal(sum(model._summed([first, *inner[at : at + room], last]) for at in starts))

    def titled(passage: Cut) -> Any:
        return np.array(model.embed([text_of(passage.title, passage.body)]).vectors[0])

    return {"cut": cut, "windows": windows, "windows with the title": titled}


def main() -> None:
    """Prints how much is cut, and a line a way and question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    found, model = passages(parser.parse_args().corpus), MiniLm(threads=0)
    lengths = [len(model._tokenizer.encode(text_of(p.title, p.body)).ids) for p in found]
    tables = [number for number, passage in enumerate(found) if passage.table]
    long = [number for number in tables if lengths[number] > LONGEST]
    lost = sum(lengths[n] - LONGEST for n in long) / max(1, sum(lengths[n] for n in tables))
    print(f"{len(long)} of {len(tables)} tables are longer; {100 * lost:.0f} % of tokens cut")
    print(f"{'':38}" + "".join(f"{f'@{k}':>8}" for k in AT) + f"{'MRR':>8}")
    rows = [found[number].body.rpartition("\n")[2] for number in long]
    asked = {
        "row with title": [f"{found[n].title} {row}" for n, row in zip(long, rows, strict=True)],
        "row alone": rows,
    }
    for way, vector in ways(model).items():
        stored = np.array([vector(passage) for passage in found])
        for name, questions in asked.items():
            scores = np.array(model.embed(questions).vectors) @ stored.T
            places = [1 + int((s > s[n]).sum()) for s, n in zip(scores, long, strict=True)]
            shares = [sum(place <= k for place in places) / len(places) for k in AT]
            shares.append(sum(1 / place for place in places) / len(places))
            print(f"{way:22}  {name:14}" + "".join(f"{100 * s:8.1f}" for s in shares))


if __name__ == "__main__":
    main()
