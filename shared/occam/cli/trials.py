"""What was found out about models, for people."""

from __future__ import annotations

from occam.cli.records import money_text
from occam.core.spending import Spent
from occam.llm.ranking_trial import RankingTrial
from occam.llm.trial import Trial

PLAYED = "plays a file: there is nothing to find out"


def told(trial: Trial | RankingTrial) -> list[str]:
    """The lines of `occam models check` about one model."""
    lines = [f"{trial.model} ({', '.join(trial.roles)})"]
    if trial.problem:
        return [*lines, f"  does not answer: {trial.problem}"]
    if isinstance(trial, RankingTrial):
        return [*lines, *_ranking(trial), _bill(trial.spent)]
    if not trial.shapes:
        return [*lines, f"  {PLAYED}"]
    return [*lines, *_generating(trial), _bill(trial.spent)]


def _generating(trial: Trial) -> list[str]:
    lines: list[str] = []
    for shape, tried in trial.shapes.items():
        verdict = "follows" if tried.follows else "answers, but in another form"
        said = f"{verdict} ({tried.milliseconds:.0f} ms)" if tried.answered else tried.problem
        lines.append(f"  {shape}: {said}")
    lines.append(f"  advice: {trial.advice} (auto comes to {trial.automatic or 'nothing'})")
    for known, what in (
        (trial.tells_probabilities, "log-probabilities of the first token"),
        (trial.tells_usage, "token usage"),
        (trial.tells_usage_streamed, "token usage when streamed"),
    ):
        lines.append(f"  {what}: {'told' if known else 'not told'}")
    price = "unknown"
    if trial.price_input is not None and trial.price_output is not None:
        price = f"${trial.price_input:g} in, ${trial.price_output:g} out, a million tokens"
    lines.append(f"  one short answer: {trial.answer_ms:.0f} ms")
    lines.append(f"  price: {price}")
    return lines


def _ranking(trial: RankingTrial) -> list[str]:
    verdict = "puts first" if trial.ranks else "does not put first"
    price = "unknown"
    if trial.price_request is not None and trial.price_tokens is not None:
        price = f"${trial.price_request:g} a request, ${trial.price_tokens:g} a million tokens"
    return [
        f"  of two texts it {verdict} the one that answers",
        f"  token usage: {'told' if trial.tells_usage else 'not told'}",
        f"  one ranking: {trial.answer_ms:.0f} ms",
        f"  price: {price}",
    ]


def _bill(spent: Spent) -> str:
    cost = money_text(None if spent.micro_usd is None else spent.micro_usd / 1e6)
    about = "~" * spent.estimated
    return f"  this check: {spent.model_calls} calls, {about}{spent.total_tokens} tokens, {cost}"
