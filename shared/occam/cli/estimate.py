"""`occam estimate`: what a batch may cost, before it is asked."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from occam.cli.connection import run
from occam.cli.exits import Exit
from occam.cli.options import Json, Pack, check_pack
from occam.cli.output import console, print_json, say, table
from occam.cli.questions import Form, Question, RefusedLine, content_of, name_of, read_questions
from occam.cli.records import money_text
from occam.cli.terms import PipelineName, Terms
from occam.core.errors import BadInput
from occam.core.pipelines import OCCAM
from occam.core.spending import Spent
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.runtime.estimating import Estimated

FREE = ("none", "local")
NOTE = (
    "Estimates: low is the first prompt of what surely goes on, with no word of an answer; high is "
    "what the till would reserve for every draft and reading that is allowed, longest answers "
    "included. Answers that are kept (OCCAM_LLM_CACHE_S) and ceilings make it less."
)


class Estimate(msgspec.Struct, kw_only=True):
    """What `occam estimate --json` prints. Prices are in dollars, None where nobody knows one."""

    questions: list[Estimated]
    ends: dict[str, int]
    gaps: dict[str, int]
    refused_for_want_of_a_model: list[str]
    tokens: tuple[int, int]
    usd: tuple[float | None, float | None]
    calls: tuple[int, int]
    counted_by: dict[str, str]
    refused_lines: list[RefusedLine] = []
    estimated: bool = True


def estimate(
    file: Annotated[
        Path | None, typer.Argument(help="JSONL, CSV or plain lines; - reads stdin.")
    ] = None,
    question: Annotated[str, typer.Option(help="One question in place of a file.")] = "",
    pack: Pack = "",
    pipeline: PipelineName = OCCAM,
    as_json: Json = False,
) -> None:
    """Say what a file of questions may cost, before it is asked.

    Every question is read at tier 0, in this process and for nothing. What would go on to a model
    is counted by the requests that would really be made. Nothing has to be up.
    """
    settings = load_settings()
    check_pack(settings, pack)
    Terms(pipeline=pipeline).checked()
    if (file is None) == (not question.strip()):
        raise BadInput("name a file of questions, or one with --question")
    lines, refused = _lines(settings, file, question)
    made = run(_estimated(settings, pack, pipeline, lines), lambda: "stopped")
    made.refused_lines = list(refused)
    if as_json:
        print_json(made)
    else:
        _print(made)
    if refused:
        raise typer.Exit(Exit.NO)


def _lines(
    settings: Settings, file: Path | None, question: str
) -> tuple[Sequence[Question], Sequence[RefusedLine]]:
    if file is None:
        asked, limit = question.strip(), settings.bus.question_limit
        if len(asked) > limit:
            raise BadInput(f"--question: {len(asked):,} characters, at most {limit:,} are taken")
        return [Question(1, "1", asked)], ()
    form: Form = "auto"
    read = read_questions(content_of(file), name_of(file), form, settings.bus.question_limit)
    return read.questions, read.refused


async def _estimated(
    settings: Settings, pack: str, pipeline: str, lines: Sequence[Question]
) -> Estimate:
    from occam.runtime.estimating import Estimator, total
    from occam.runtime.shelf import Shelf

    if settings.embedding not in FREE:
        settings = msgspec.structs.replace(settings, embedding="none")
    estimator = await asyncio.to_thread(Estimator, settings, Shelf(settings), pack)
    found = [
        await estimator.of(each.id, each.text, each.choice, each.pipeline or pipeline)
        for each in lines
    ]
    low, high = total(each.low for each in found), total(each.high for each in found)
    gaps = Counter(each.gap for each in found if each.gap and each.ends == "goes on")
    return Estimate(
        questions=found,
        ends=dict(Counter(each.ends for each in found).most_common()),
        gaps=dict(gaps.most_common()),
        refused_for_want_of_a_model=[each.id for each in found if each.refused],
        tokens=(low.total_tokens, high.total_tokens),
        usd=(_dollars(low), _dollars(high)),
        calls=(low.model_calls, high.model_calls),
        counted_by=estimator.counters if high.model_calls else {},
    )


def _dollars(spent: Spent) -> float | None:
    return None if spent.micro_usd is None else spent.micro_usd / 1e6


def _print(made: Estimate) -> None:
    ends = ", ".join(f"{count} {end}" for end, count in made.ends.items())
    say(f"{len(made.questions)} questions at tier 0: {ends}")
    if made.gaps:
        say("by gap: " + ", ".join(f"{count} {gap}" for gap, count in made.gaps.items()))
    going = [each for each in made.questions if each.ends == "goes on"]
    columns = ("id", "pipeline", "gap", ">tokens from", ">to", ">price from", ">to", "requests")
    if going:
        console().print(table(columns, [_row(each) for each in going]))
    if made.refused_for_want_of_a_model:
        told = Counter(each.refused for each in going if each.refused)
        missing = ", ".join(f"{count} for {role}" for role, count in told.items())
        say(f"refused for want of a model: {missing}; see OCCAM_LLM_MODEL")
    (low, high), (least, most) = made.tokens, made.usd
    say(
        f"tokens {low:,} to {high:,} · price {money_text(least)} to {money_text(most)} · "
        f"model calls {made.calls[0]} to {made.calls[1]}"
    )
    for model, tokenizer in made.counted_by.items():
        say(f"{model}: counted by {tokenizer}")
    if going:
        say(NOTE)
    for line in made.refused_lines:
        say(f"line {line.line}: {line.reason}")


def _row(each: Estimated) -> tuple[str, ...]:
    if each.refused:
        return (each.id, each.pipeline, each.gap or "", "0", "0", "", "", f"no {each.refused}")
    return (
        each.id,
        each.pipeline,
        each.gap or "",
        f"{each.low.total_tokens:,}",
        f"{each.high.total_tokens:,}",
        money_text(_dollars(each.low)),
        money_text(_dollars(each.high)),
        ", ".join(f"{count} × {name}" for name, count in Counter(each.requests).items()),
    )
