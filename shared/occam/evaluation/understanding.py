"""How well questions are understood: generated ones, asked in process, held against what they are.

python -m occam.evaluation.understanding [PACK] [--count N] [--split held-out] …
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from occam.core.errors import BadInput, OccamError
from occam.evaluation.figures import Figures, figures, lines
from occam.evaluation.marking import MARKS, Mark, Marked, mark
from occam.phrasing import KINDS, SPLITS, Generated, Generator, Split, stock, wording_of
from occam.runtime.hearing import Hearing
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Edition, Shelf
from occam.runtime.versions import names_of

WARMING = 20
SHOWN = 300


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of `--out`: the question with its mark, and without its documents."""

    id: str
    question: str
    kind: str
    expected: str
    mark: Mark
    got: str
    said: tuple[str, ...]
    answer: tuple[str, ...]
    same_plan: bool
    milliseconds: float
    wanted: object
    plan: object


async def generated(
    edition: Edition, seed: int, count: int, split: Split, kinds: Sequence[str]
) -> tuple[Generated, ...]:
    """So many questions from the edition's graph."""
    found = await stock(edition.graph, edition.schema, names_of(edition.directory))
    await found.link(edition.graph)
    wording = wording_of(edition.pack.directory, edition.schema)
    generator = Generator(wording, found, edition.graph, seed, split)
    return tuple([each async for each in generator.questions(count, kinds)])


def read_generated(path: Path) -> tuple[Generated, ...]:
    """Questions that `occam pack paraphrase` wrote."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from error
    found: list[Generated] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found.append(msgspec.json.decode(line, type=Generated))
        except msgspec.DecodeError as error:
            raise BadInput(f"{path}:{number}: not a generated question: {error}") from None
    return tuple(found)


async def marked(
    hearing: Hearing,
    questions: Sequence[Generated],
    tell: Callable[[int], None] = lambda done: None,
) -> tuple[Marked, ...]:
    """Every question asked and marked; the first few are asked before, to warm the parser."""
    for question in questions[:WARMING]:
        await hearing.of(question.id, question.question)
    rows: list[Marked] = []
    for question in questions:
        rows.append(mark(question, await hearing.of(question.id, question.question)))
        tell(len(rows))
    return tuple(rows)


async def run(chosen: argparse.Namespace) -> tuple[Marked, ...]:
    """The marked questions that the options ask for."""
    shelf = Shelf(load_settings())
    pack, version = shelf.current(chosen.pack)
    edition = shelf.edition(pack, version)
    if chosen.questions:
        asked = read_generated(chosen.questions)
        wanted = set(chosen.kind)
        asked = tuple(each for each in asked if not wanted or each.kind in wanted)
    else:
        asked = await generated(edition, chosen.seed, chosen.count, chosen.split, chosen.kind)
    if not asked:
        raise BadInput("no questions: nothing can be asked of this graph, or none is of that kind")
    hearing = Hearing(edition.parser, edition.graph, edition.facts, edition.schema, pack)
    return await marked(hearing, asked)


def shown(row: Marked) -> list[str]:
    """One question for people: what was expected, and what came."""
    asked = row.question
    wanted = str(asked.value) if asked.value is not None else "; ".join(asked.answer)
    wanted = f"{asked.gap} “{asked.phrase}”" if asked.expected == "refused" else wanted
    return [
        f"{asked.id} {asked.kind} ({asked.family}): {asked.question}",
        f"    expected {asked.expected} {wanted}"[:SHOWN],
        f"    got {row.got} {'; '.join(row.said)}"[:SHOWN],
    ]


def written(row: Marked) -> str:
    """The line of a question for programs."""
    asked = row.question
    line = Line(
        id=asked.id, question=asked.question, kind=asked.kind, expected=asked.expected,
        mark=row.mark, got=row.got, said=row.said, answer=asked.answer, same_plan=row.same_plan,
        milliseconds=round(row.milliseconds, 3), wanted=asked.plan, plan=row.plan,
    )  # fmt: skip
    return msgspec.json.encode(line).decode()


def holds(found: Figures, at_least: float, silent_at_most: float) -> bool:
    """Whether enough is right and little enough silently wrong, in percent."""
    return (
        found.marks["right"].percent >= at_least and found.marks["wrong"].percent <= silent_at_most
    )


def options() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(prog="occam evaluate understanding", description=__doc__)
    parser.add_argument("pack", nargs="?", default="")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--split", choices=SPLITS, default="held-out")
    parser.add_argument("--kind", action="append", default=[], choices=tuple(KINDS))
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--show", action="append", default=[], choices=MARKS)
    parser.add_argument("--at-least", type=float, default=0.0)
    parser.add_argument("--silent-at-most", type=float, default=100.0)
    parser.add_argument("--json", action="store_true")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 1 where the figures miss what `--at-least` and `--silent-at-most` ask."""
    chosen = options().parse_args(arguments)
    try:
        rows = asyncio.run(run(chosen))
        if chosen.out:
            chosen.out.write_text("".join(written(row) + "\n" for row in rows), "utf-8")
    except (OccamError, OSError) as error:
        print(f"occam: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    found = figures(rows)
    for row in rows:
        if row.mark in chosen.show and not chosen.json:
            print("\n".join(shown(row)))
    print(msgspec.json.encode(found).decode() if chosen.json else "\n".join(lines(found)))
    return int(not holds(found, chosen.at_least, chosen.silent_at_most))


if __name__ == "__main__":
    sys.exit(main())
