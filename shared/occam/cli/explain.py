"""`occam explain`: how a question is read, step by step, without asking it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from occam.cli.options import Json, Pack, check_pack
from occam.cli.output import console, plain, print_json
from occam.core.errors import BadInput
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from rich.tree import Tree

    from occam.core.model import Model
    from occam.core.reading.explaining import Explanation, Missing

PARSERS = {
    "rules": "the pack's rules",
    "schema": "the schema parser",
    "inquiry": "sentences about the schema",
}


def explain(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")],
    pack: Pack = "",
    choice: Annotated[
        str, typer.Option(help="Key of the reading that is meant, where several remain.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Show how a question is read: mentions, plan in words, every phrase, how sure and why.

    Nothing is asked and nothing has to be up: it needs the pack's current graph version, no more.
    """
    settings = load_settings()
    check_pack(settings, pack)
    if not question.strip():
        raise BadInput("the question is empty")
    found = asyncio.run(_explained(settings, pack, question, choice))
    if as_json:
        print_json(found)
    else:
        console().print(_tree(found))


async def _explained(settings: Settings, pack: str, question: str, choice: str) -> Explanation:
    """The explanation, the decider of the settings asked where readings remain."""
    from occam.core.gaps import LowConfidence
    from occam.runtime.shelf import Shelf

    shelf = Shelf(settings)
    edition = shelf.edition(*shelf.current(pack))
    parsed = edition.parser.parse(question, choice)
    if choice or not isinstance(parsed, LowConfidence):
        return edition.parser.explain(question, choice)
    from occam.deciding import settle
    from occam.runtime.deciding import decider_of

    settled = await settle(parsed, question, *decider_of(settings, edition, _model(settings)))
    return edition.parser.explain(question, settled.choice, settled.decision)


def _model(settings: Settings) -> Model | None:
    """The model of the settings' decider, for this one question and on nobody's budget."""
    if settings.decider != "llm":
        return None
    from occam.core.paying import Payer
    from occam.llm.books import MemoryPurse
    from occam.runtime.models import Bought, Models

    payer = Payer(tenant="default", batch="explain", question="explain")
    return Bought(Models(settings, MemoryPurse()).decider, payer)


def _tree(found: Explanation) -> Tree:
    from rich.tree import Tree

    root = Tree(plain(found.question))
    by = PARSERS[found.parser] + (f", shape “{found.shape}”" if found.shape else "")
    gap = f"gap {found.gap.kind}, named by {by}" if found.gap else ""
    parts = {
        "mentions": [
            f"“{each.phrase}”: {' | '.join(each.readings) or 'not known'}"
            for each in found.mentions
        ],
        "corrected": [f"“{each.written}” read as “{each.read}”" for each in found.corrections],
        f"read by {by}": _plan(found),
        "phrases of the question": [
            f"“{line.phrase}” → {line.became}{': ' * bool(line.detail)}{line.detail}"
            for line in found.ledger
        ],
        gap: _gap(found, found.gap) if found.gap else [],
        f"confidence {found.confidence:.2f}": [found.why],
    }
    for title, lines in parts.items():
        if lines:
            branch = root.add(plain(title))
            for line in lines:
                branch.add(plain(line))
    return root


def _plan(found: Explanation) -> list[str]:
    lines = [f"wanted: {found.wanted}"] if found.wanted else []
    if found.plan:
        lines += [f"plan: {found.plan}", f"digest: {found.digest}"]
    return lines + [f"where that finds nothing: {each}" for each in found.fallbacks]


def _gap(found: Explanation, gap: Missing) -> list[str]:
    lines = [f"phrase: “{gap.phrase}”"] if gap.phrase else []
    lines += [f"expected: {gap.expected}"] if gap.expected else []
    lines += [f"near: {each}" for each in gap.nearest]
    for each in gap.readings:
        chance = f"{found.chances[each.key]:.2f} " if each.key in found.chances else ""
        lines.append(f"{chance}{each.words}\nkey: {each.key}")
    return [*lines, gap.clarify] if gap.clarify else lines
