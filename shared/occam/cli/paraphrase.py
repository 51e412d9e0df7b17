"""`occam pack paraphrase`: questions made from a pack's graph, with plans and computed answers."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from occam.cli.options import Json, check_pack
from occam.cli.output import complain, print_json
from occam.core.errors import BadInput
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.phrasing import Generator


class SplitName(StrEnum):
    """Which families of sentences are used; the two share none."""

    train = "train"
    held_out = "held-out"


def check_kinds(kinds: Sequence[str]) -> None:
    """Raises `BadInput` with the known kinds when one is unknown."""
    from occam.phrasing import KINDS

    if strange := [kind for kind in kinds if kind not in KINDS]:
        raise BadInput(f"no kind {strange[0]!r}; kinds: {', '.join(KINDS)}")


def paraphrase(
    pack: Annotated[str, typer.Argument(help="The pack; default: setting `pack`.")] = "",
    count: Annotated[int, typer.Option(min=1, help="How many questions.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed asks the same of the same graph.")] = 1,
    split: Annotated[
        SplitName, typer.Option(help="Wordings to train on, or those held out.")
    ] = SplitName.train,
    kind: Annotated[list[str], typer.Option(help="Only these kinds; default: all.")] = [],  # noqa: B006
    out: Annotated[
        Path | None, typer.Option(help="Write to this file instead of standard output.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make questions of every shape from the pack's current graph, one JSON object a line.

    Each comes with its plan and the answer that the plan gives. What was made and thrown away is
    told on standard error, or with --json as a last line of standard output beside --out.
    """
    settings = load_settings()
    check_pack(settings, pack)
    check_kinds(kind)
    made, generator = asyncio.run(_write(settings, pack, count, seed, split.value, kind, out))
    dropped: Counter[str] = Counter()
    for (_, reason), number in generator.dropped.items():
        dropped[reason] += number
    if as_json and out:
        print_json({"questions": made, "dropped": dict(dropped.most_common())})
        return
    complain(f"{made} questions; {dropped.total()} drafts thrown away")
    for reason, number in dropped.most_common():
        complain(f"  {number:6,} {reason}")


async def _write(
    settings: Settings, pack: str, count: int, seed: int, split: str,
    kinds: Sequence[str], out: Path | None,
) -> tuple[int, Generator]:  # fmt: skip
    from occam.phrasing import Generator, Split, stock, wording_of
    from occam.runtime.shelf import Shelf
    from occam.runtime.versions import names_of

    shelf = Shelf(settings)
    edition = shelf.edition(*shelf.current(pack))
    found = await stock(edition.graph, edition.schema, names_of(edition.directory))
    await found.link(edition.graph)
    wording = wording_of(edition.pack.directory, edition.schema)
    generator = Generator(wording, found, edition.graph, seed, msgspec.convert(split, Split))
    made = 0
    with ExitStack() as stack:
        try:
            sink = stack.enter_context(out.open("w", encoding="utf-8")) if out else sys.stdout
        except OSError as error:
            raise BadInput(f"{out}: cannot be written: {error.strerror}") from error
        async for question in generator.questions(count, kinds):
            sink.write(msgspec.json.encode(question).decode() + "\n")
            made += 1
    return made, generator
