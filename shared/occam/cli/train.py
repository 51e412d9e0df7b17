"""`occam pack train` and `occam pack calibration`: a pack's local decider, and how good it is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from occam.cli.options import Json, check_pack
from occam.cli.output import complain, print_json, say
from occam.core.errors import BadInput
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.core.ports import Embedder
    from occam.deciding.store import Trained
    from occam.deciding.training import Example, Material
    from occam.phrasing import Split
    from occam.runtime.shelf import Edition

DEFAULT_COUNT = 4000
SHARE_KNOWN = 4
"""For so many questions to train on, one more is made in the same wordings, to measure by."""
PackName = Annotated[str, typer.Argument(help="The pack; default: setting `pack`.")]


def train(
    pack: PackName = "",
    count: Annotated[
        int, typer.Option(min=100, help="How many questions to make for training.")
    ] = (DEFAULT_COUNT),
    seed: Annotated[int, typer.Option(help="The same seed makes the same decider.")] = 1,
    precision: Annotated[
        float, typer.Option(min=0.5, max=0.999, help="What the threshold must hold.")
    ] = 0.98,
    as_json: Json = False,
) -> None:
    """Train the pack's local decider on questions made from its current graph.

    Temperature and threshold are chosen on wordings that it was not trained on, and it is measured
    on others again. What it rests on is kept beside it.
    """
    settings = load_settings()
    check_pack(settings, pack)
    trained = asyncio.run(_trained(settings, pack, count, seed, precision))
    if as_json:
        print_json(trained.evidence)
        return
    _tell(trained)


def calibration(
    pack: PackName = "",
    out: Annotated[
        Path | None, typer.Option(help="Folder for the page and the diagram, by the pack's name.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show how far the pack's local decider can be trusted: reliability, errors, coverage.

    The figures come from wordings that took no part in training or calibration.
    """
    from occam.deciding.store import load
    from occam.runtime.deciding import decider_directory

    settings = load_settings()
    check_pack(settings, pack)
    name = pack or settings.pack
    trained = load(decider_directory(settings, name), name)
    if as_json:
        print_json(trained.evidence)
    else:
        _tell(trained)
    if out:
        _write(out, name, trained)


def _tell(trained: Trained) -> None:
    from occam.deciding.report import report

    say(report(trained))


def _write(out: Path, name: str, trained: Trained) -> None:
    from occam.deciding.plot import reliability_svg
    from occam.deciding.reliability import bins
    from occam.deciding.report import pairs, report

    drawn = reliability_svg(
        bins(pairs(trained)), f"Choices between two kinds, new wordings: {name}"
    )
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{name}.md").write_text(report(trained) + "\n", "utf-8")
        (out / f"{name}.svg").write_text(drawn, "utf-8")
    except OSError as error:
        raise BadInput(f"{out}: cannot be written: {error.strerror}") from error
    complain(f"written: {out / name}.md and .svg")


async def _trained(
    settings: Settings, pack: str, count: int, seed: int, precision: float
) -> Trained:
    from occam.documents.embedding import MiniLm

    embedder: Embedder = MiniLm()
    from occam.deciding.store import save
    from occam.deciding.training import Origin
    from occam.deciding.training import train as fitted
    from occam.runtime.deciding import decider_directory
    from occam.runtime.folders import make_private
    from occam.runtime.shelf import Shelf

    shelf = Shelf(settings)
    name, version = shelf.current(pack)
    material = await _material(shelf.edition(name, version), count, seed)
    origin = Origin(pack=name, graph_version=version, seed=seed)
    trained = await asyncio.to_thread(fitted, material, embedder, origin, precision)
    directory = decider_directory(settings, name)
    make_private(directory)
    save(directory, trained.evidence, trained.head, trained.outcomes)
    return trained


async def _material(edition: Edition, count: int, seed: int) -> Material:
    """Questions by their use: three seeds, and held-out wordings in two halves."""
    from occam.deciding.training import Material, halves

    learnt = await _examples(edition, count, seed, "train")
    known = await _examples(edition, count // SHARE_KNOWN, seed + 1, "train")
    seen = {example.text for example in learnt}
    calibrating, held_out = halves(await _examples(edition, count, seed + 2, "held-out"))
    material = Material(
        train=learnt,
        known=tuple(example for example in known if example.text not in seen),
        calibration=calibrating,
        held_out=held_out,
    )
    if not (learnt and calibrating and held_out):
        raise BadInput(f"too few questions can be made from the graph of {edition.pack.name!r}")
    return material


async def _examples(edition: Edition, count: int, seed: int, split: Split) -> tuple[Example, ...]:
    from occam.core.kinds import kind_of
    from occam.deciding.masking import masked
    from occam.deciding.training import Example
    from occam.phrasing import Generator, stock, wording_of
    from occam.runtime.versions import names_of

    found = await stock(edition.graph, edition.schema, names_of(edition.directory))
    await found.link(edition.graph)
    wording = wording_of(edition.pack.directory, edition.schema)
    generator = Generator(wording, found, edition.graph, seed, split)
    made = [each async for each in generator.questions(count)]
    return tuple(
        Example(
            text=masked(each.question, edition.vocabulary),
            kind=kind_of(each.plan),
            family=each.family,
        )
        for each in made
        if each.plan is not None
    )
