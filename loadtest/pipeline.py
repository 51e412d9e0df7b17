"""The messaging alone and the whole tier-0 pipeline beside a raw floor, on one server in one run.

    python loadtest/pipeline.py [--corpus FILE] [--runs 3]

The floor passes small messages over the same five hops; `script` is the fenced form and the base
of every ratio. Medians of interleaved runs; absolute figures of a shared machine mean little.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

import floor
import msgspec
from driving import Run, idle, services, throughput
from occam.bus.broker import start_broker
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Shelf
from parts import cpu_of_parts
from questions import distinct

PACK = "olympics"
HERE = Path(__file__).parent
FORMS: dict[str, Callable[[str], list[str]]] = {
    "messaging": lambda service: [str(HERE / "empty.py"), service],
    "tier-0": lambda service: ["-m", f"occam_{service.replace('-', '_')}.app"],
}


class Report(msgspec.Struct):
    """Every figure of one invocation."""

    rates: dict[str, list[float]]
    idle_ms: dict[str, dict[str, float]]
    cpu_ms: dict[str, float]
    service_cpu_ms: dict[str, dict[str, float]]
    answered: float


def main() -> None:
    """Load a graph, take turns between the floor and the services, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, help="JSONL corpus; default: the bundled sample")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--floor-questions", type=int, default=20_000)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--questions", type=int, default=3_000)
    parser.add_argument("--idle", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="occam-bench-") as place:
        home = Path(place)
        _load(home, args.corpus)
        broker = start_broker(home / "broker", port=0)
        try:
            report = _measured(home, broker.url, args)
        finally:
            broker.stop()
    print(json.dumps(msgspec.to_builtins(report)) if args.json else _table(report))


def _load(home: Path, corpus: Path | None) -> None:
    words = [sys.executable, "-m", "occam.cli", "load", "--pack", PACK]
    words += [str(corpus)] if corpus else []
    environ = {**os.environ, "OCCAM_HOME": str(home)}
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=environ)  # noqa: S603


def _measured(home: Path, url: str, args: argparse.Namespace) -> Report:
    settings = load_settings({"OCCAM_HOME": str(home), "OCCAM_REDIS_URL": url})
    texts = distinct(Shelf(settings), home, PACK, args.questions)
    messages = [f"question {number}" for number in range(args.messages)]
    rates: dict[str, list[float]] = {form: [] for form in ("multi", "script", *FORMS)}
    waits: dict[str, dict[str, float]] = {}
    last: dict[str, Run] = {}
    for number in range(args.runs):
        for form in ("multi", "script"):
            rates[form].append(floor.measure(url, form, args.floor_questions))
        for name, command in FORMS.items():
            given = messages if name == "messaging" else texts
            run, taken = asyncio.run(_served(home, url, name, command, given, args, number))
            rates[name].append(run.questions_per_s)
            last[name] = run
            waits.setdefault(name, taken)
    waits["script"] = floor.latency(url, "script", args.idle)
    cpu = asyncio.run(cpu_of_parts(Shelf(settings), PACK, texts[:1000]))
    cpu["messaging"] = sum(last["messaging"].cpu_ms.values())
    return Report(
        rates=rates,
        idle_ms=waits,
        cpu_ms=cpu,
        service_cpu_ms={name: run.cpu_ms for name, run in last.items()},
        answered=last["tier-0"].answered,
    )


async def _served(
    home: Path,
    url: str,
    name: str,
    command: Callable[[str], list[str]],
    texts: list[str],
    args: argparse.Namespace,
    number: int,
) -> tuple[Run, dict[str, float]]:
    namespace = f"{name}-{number}"
    async with services(home, url, namespace, command) as (client, processes):
        await throughput(client, processes, "warm", texts[:200])
        run = await throughput(client, processes, "load", texts)
        taken = await idle(client, "idle", texts[: args.idle]) if number == 0 else [0.0, 0.0]
    return run, {"p50_ms": round(median(taken), 2), "p99_ms": round(quantiles(taken, n=100)[98], 2)}


def _table(report: Report) -> str:
    base = median(report.rates["script"])
    lines = ["                     questions/s   of fenced floor   idle p50 ms   idle p99 ms"]
    titles = {
        "multi": "floor, MULTI",
        "script": "floor, script",
        "messaging": "messaging alone",
        "tier-0": "whole tier 0",
    }
    for form, title in titles.items():
        rate, wait = median(report.rates[form]), report.idle_ms.get(form, {})
        lines.append(
            f"{title:18}{rate:14,.0f}{rate / base:18.3f}"
            f"{wait.get('p50_ms', float('nan')):14.2f}{wait.get('p99_ms', float('nan')):14.2f}"
        )
    lines.append("")
    lines.append(f"answered or ambiguous: {report.answered:.1%}")
    for name, spent in report.service_cpu_ms.items():
        each = " · ".join(f"{service} {value:.3f}" for service, value in spent.items())
        lines.append(f"CPU ms per question, {name}: {each} · together {sum(spent.values()):.3f}")
    lines += _limits(report.cpu_ms, median(report.rates["tier-0"]))
    return "\n".join(lines)


def _limits(cpu_ms: dict[str, float], rate: float) -> list[str]:
    total = sum(cpu_ms.values())
    lines = ["CPU ms per question, each part measured alone:"]
    lines += [f"  {part:12}{value:8.3f}" for part, value in cpu_ms.items()]
    cores = len(os.sched_getaffinity(0))
    allowed = cores * 1000 / total
    lines.append(f"  {'together':12}{total:8.3f}")
    lines.append(
        f"{cores} cores allow {allowed:,.0f} questions/s; the pipeline reaches "
        f"{rate / allowed:.2f} of that (broker and submitting client share the cores)"
    )
    return lines


if __name__ == "__main__":
    main()
