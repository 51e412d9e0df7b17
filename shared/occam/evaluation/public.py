"""The public benchmark from end to end: load, start, submit to the queue, await, verify, score.

    python -m occam.evaluation.public FOLDER [--reword SEED] …

Everything runs on a home of its own that is removed afterwards.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from occam.core.record import AnswerRecord
from occam.evaluation.questions import BenchmarkQuestion, read_benchmark, write_benchmark
from occam.evaluation.reword import reword
from occam.evaluation.scoring import Report, lines, score
from occam.packs import find_pack

QUESTIONS = "questions_public.jsonl"
CORPUS = "corpus_infobox.jsonl"


class Failed(Exception):
    """A step of the run failed; says which, and what it printed."""


class Verified(msgspec.Struct):
    """One line of `occam verify --json`."""

    id: str = ""
    ok: bool = False


class Run:
    """One home with everything started on it."""

    def __init__(self, home: Path, pack: str, settings: Mapping[str, str] | None = None) -> None:
        self._home, self.pack = home, pack
        self._environment = {**os.environ, "OCCAM_HOME": str(home), **(settings or {})}

    def occam(self, *words: str, allowed: Sequence[int] = (0,)) -> str:
        """What a verb of the command line prints."""
        command = [sys.executable, "-m", "occam.cli", *words]
        done = subprocess.run(  # noqa: S603
            command, env=self._environment, capture_output=True, text=True, check=False
        )
        if done.returncode not in allowed:
            raise Failed(f"occam {' '.join(words)}: {(done.stderr or done.stdout).strip()}")
        return done.stdout

    def start(self, corpus: Path | None) -> None:
        """Load the corpus, or the pack's sample, and bring everything up."""
        self.occam("load", *([str(corpus)] if corpus else []), "--pack", self.pack)
        self.occam("up", "--detach")

    def stop(self) -> None:
        """Everything down again."""
        self.occam("down", allowed=(0, 1, 2, 3))

    def ask(self, questions: tuple[BenchmarkQuestion, ...], batch: str) -> Report:
        """Submit to the queue, wait for every terminal, verify every certificate, score."""
        file = self._home / f"{batch}.jsonl"
        write_benchmark(file, questions)
        self.occam("submit", str(file), "--batch", batch, "--pack", self.pack)
        printed = self.occam("answers", batch, "--follow", "--json", allowed=(0, 1))
        records = self._home / f"{batch}-answers.jsonl"
        records.write_text(printed, "utf-8")
        verified = self.occam("verify", str(records), "--json", allowed=(0, 1))
        return score(questions, records_in(printed), held(verified))


def records_in(printed: str) -> dict[str, AnswerRecord]:
    """The records that `occam answers --json` printed, by id."""
    found = [
        msgspec.json.decode(line, type=AnswerRecord)
        for line in printed.splitlines()
        if line.startswith("{")
    ]
    return {record.id: record for record in found}


def held(printed: str) -> frozenset[str]:
    """The ids of the records that `occam verify --json` found to hold."""
    found = [
        msgspec.json.decode(line, type=Verified)
        for line in printed.splitlines()
        if line.startswith("{")
    ]
    return frozenset(verified.id for verified in found if verified.ok)


def hosts_of(pack: str) -> dict[str, str]:
    """The host city of each Games, by id, from the pack's own table."""
    table = find_pack(pack).tables["games.tsv"]
    return {row.cells["id"]: row.cells["city"] for row in table.rows.values()}


def report(
    questions: Path, corpus: Path, seeds: Sequence[int] = (), pack: str = "olympics"
) -> list[tuple[str, Report]]:
    """The scores of the questions as they are, and reworded by each seed."""
    asked = read_benchmark(questions)
    batches = [("as asked", asked)]
    batches += [(f"reworded by seed {seed}", reword(asked, seed, hosts_of(pack))) for seed in seeds]
    with tempfile.TemporaryDirectory(prefix="occam-public-") as home:
        run = Run(Path(home), pack)
        try:
            run.start(corpus)
            return [
                (name, run.ask(batch, f"public-{place}"))
                for place, (name, batch) in enumerate(batches)
            ]
        finally:
            run.stop()


def _json(name: str, scores: Report) -> str:
    summary = {
        "run": name,
        "held": scores.held,
        "recall": scores.recall,
        "precision": scores.precision,
        **msgspec.to_builtins(scores),
    }
    return msgspec.json.encode(summary).decode()


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 when every question holds and every certificate verifies."""
    parser = argparse.ArgumentParser(prog="occam evaluate public", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the benchmark lies")
    parser.add_argument("--questions", type=Path, help=f"default: {QUESTIONS} in the folder")
    parser.add_argument("--corpus", type=Path, help=f"default: {CORPUS} in the folder")
    parser.add_argument("--reword", type=int, action="append", default=[], metavar="SEED")
    parser.add_argument("--pack", default="olympics")
    parser.add_argument("--json", action="store_true", help="one object a run, rows and all")
    chosen = parser.parse_args(arguments)
    questions = chosen.questions or chosen.folder / QUESTIONS
    corpus = chosen.corpus or chosen.folder / CORPUS
    try:
        reports = report(questions, corpus, chosen.reword, chosen.pack)
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    for name, scores in reports:
        print(_json(name, scores) if chosen.json else "\n".join([f"{name}:", *lines(scores)]))
    first = reports[0][1]
    return int(first.held < len(first.rows) or first.verified < len(first.rows))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
