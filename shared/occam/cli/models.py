"""`occam models`: what the configured models can do, and what the planner is told."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from occam.cli.connection import run
from occam.cli.exits import Exit
from occam.cli.options import Json, Pack, check_pack
from occam.cli.output import console, print_json, say, table
from occam.core.errors import BadConfig, BadInput
from occam.core.model import Prompted
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.llm.ranking_trial import RankingTrial
    from occam.llm.trial import Trial

app = typer.Typer(
    help="Language models: what they can do, and what they are told.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
AT_MOST = 600


class RoleName(StrEnum):
    """What a model is for."""

    planner = "planner"
    chooser = "chooser"
    reader = "reader"
    reranker = "reranker"


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """A planner's prompt by tokens: one number for each tokenizer that was asked."""

    id: str
    question: str
    tokens: dict[str, int]

    @property
    def most(self) -> int:
        """By the tokenizer that makes most of it."""
        return max(self.tokens.values())


@app.command("check")
def check(
    role: Annotated[RoleName | None, typer.Option(help="Only the model of this role.")] = None,
    as_json: Json = False,
) -> None:
    """Ask each configured model a few tiny things and say what it can do.

    Which form it can be held to, whether it tells probabilities and usage, how long a short answer
    takes, and what it costs. These calls are real and are on no ceiling's account.
    """
    settings = load_settings()
    named = _roles(settings, role)
    ranking = bool(settings.reranker.model) and role in (None, RoleName.reranker)
    if not named and not ranking:
        wanted = "OCCAM_RERANKER_MODEL" if role is RoleName.reranker else "OCCAM_LLM_MODEL"
        raise BadConfig(f"no model is configured: set {wanted}; see docs/models.md")
    from occam.cli.trials import told

    trials = run(_tried(settings, named, ranking), lambda: "stopped")
    for trial in trials:
        if as_json:
            print_json(trial)
        else:
            say("\n".join(told(trial)))
    if any(trial.problem for trial in trials):
        raise typer.Exit(Exit.NO)


def _roles(settings: Settings, role: RoleName | None) -> dict[str, list[str]]:
    """Each model that generates, and the roles that it has."""
    found: dict[str, list[str]] = {}
    for each in [role] if role else RoleName:
        if each is not RoleName.reranker and (name := settings.llm.named(each.value)):
            found.setdefault(name, []).append(each.value)
    return found


async def _tried(
    settings: Settings, named: dict[str, list[str]], ranking: bool
) -> list[Trial | RankingTrial]:
    from occam.llm.client import HostedModel
    from occam.llm.naming import model_named
    from occam.llm.trial import Trial, try_out

    found: list[Trial | RankingTrial] = []
    for name, roles in named.items():
        if isinstance(model_named(name, settings.llm), HostedModel):
            found.append(await try_out(name, settings.llm, roles))
        else:
            found.append(Trial(model=name, roles=tuple(roles)))
    return [*found, await _ranking_tried(settings)] if ranking else found


async def _ranking_tried(settings: Settings) -> Trial | RankingTrial:
    from occam.llm.naming import ranking_named
    from occam.llm.ranking import HostedRanking
    from occam.llm.ranking_trial import try_ranking
    from occam.llm.trial import Trial

    model = ranking_named(settings.reranker, settings.llm)
    if isinstance(model, HostedRanking):
        return await try_ranking(model)
    return Trial(model=settings.reranker.model, roles=(RoleName.reranker.value,))


@app.command("prompt")
def prompt(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")] = "",
    pack: Pack = "",
    golden: Annotated[
        bool, typer.Option("--golden", help="Measure all golden questions of the pack instead.")
    ] = False,
    at_most: Annotated[int, typer.Option(help="Exit 1 above so many tokens.")] = AT_MOST,
    as_json: Json = False,
) -> None:
    """Print what the planner is told about a question, and how many tokens that is.

    Counted by tokenizers that come with litellm; nothing is asked and nothing has to be up.
    """
    settings = load_settings()
    check_pack(settings, pack)
    if golden == bool(question.strip()):
        raise BadInput("name a question, or --golden for those of the pack")
    asked = _golden(settings, pack) if golden else [("1", question.strip())]
    prompts = _prompts(settings, pack, asked)
    measured = [_measured(id, text, told) for (id, text), told in zip(asked, prompts, strict=True)]
    if golden:
        _print_golden(measured, as_json)
    else:
        _print_prompt(prompts[0], measured[0], as_json)
    if max(each.most for each in measured) > at_most:
        raise typer.Exit(Exit.NO)


def _golden(settings: Settings, pack: str) -> list[tuple[str, str]]:
    from occam.cli.questions import read_questions
    from occam.packs import find_pack

    found = find_pack(pack or settings.pack, settings.pack_roots)
    if found.golden is None:
        raise BadConfig(f"pack {found.name}: it has no golden questions")
    read = read_questions(found.golden.read_bytes(), str(found.golden), "jsonl")
    return [(each.id, each.text) for each in read.questions]


def _prompts(settings: Settings, pack: str, asked: Sequence[tuple[str, str]]) -> list[Prompted]:
    """The real requests, as they are when the planner comes first."""
    from occam.runtime.estimating import planner_prompts
    from occam.runtime.shelf import Shelf

    return planner_prompts(Shelf(settings), pack, [text for _, text in asked])


def _measured(id: str, question: str, prompted: Prompted) -> Measured:
    from occam.llm.counting import TOKENIZERS, tokens_of

    tokens = {name: tokens_of(name, prompted) for name in TOKENIZERS}
    return Measured(id=id, question=question, tokens=tokens)


def _print_prompt(prompted: Prompted, measured: Measured, as_json: bool) -> None:
    if as_json:
        print_json({"messages": prompted.messages, "prompt": prompted.prompt,
                    "longest_answer": prompted.most_tokens, "tokens": measured.tokens})  # fmt: skip
        return
    for each in prompted.messages:
        say(f"--- {each.role}\n{each.content}")
    counts = ", ".join(f"{count} by {name}" for name, count in measured.tokens.items())
    say(f"--- prompt {prompted.prompt}: {counts}; the answer may have {prompted.most_tokens}")


def _print_golden(measured: Sequence[Measured], as_json: bool) -> None:
    names = list(measured[0].tokens)
    found = {name: sorted(each.tokens[name] for each in measured) for name in names}
    longest = max(measured, key=lambda each: each.most)
    if as_json:
        print_json({"questions": len(measured), "longest": longest,
                    "median": {name: statistics.median(found[name]) for name in names},
                    "max": {name: found[name][-1] for name in names}})  # fmt: skip
        return
    rows = [
        (name, str(len(measured)), f"{statistics.median(found[name]):g}", str(found[name][-1]))
        for name in names
    ]
    console().print(table(("tokenizer", ">questions", ">median", ">max"), rows))
    say(f"longest: {longest.id} {longest.question}")


@app.command("prompts")
def prompts(as_json: Json = False) -> None:
    """List the prompts with their versions."""
    from occam.prompts import names
    from occam.prompts import prompt as named

    found = [named(name) for name in names()]
    if as_json:
        for each in found:
            print_json(each)
        return
    rows = [(each.name, each.version, each.output) for each in found]
    console().print(table(("prompt", "version", "an answer is"), rows))
