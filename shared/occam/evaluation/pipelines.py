"""Every pipeline on the same questions and the same graph, from the queue to verified certificates.

    python -m occam.evaluation.pipelines [PACK] [--pipelines NAMES] …

Everything runs on a home of its own that is removed afterwards. No answer of a model is shared
between pipelines there, so that each pays its own bill.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from occam.core.errors import BadInput, OccamError
from occam.core.pipelines import PIPELINES
from occam.core.record import AnswerRecord
from occam.evaluation.gold import GoldQuestion, read_gold
from occam.evaluation.public import Failed, Run, held, records_in
from occam.evaluation.standing import Standing, lines, standing
from occam.packs import find_pack
from occam.runtime.settings import load_settings

OWN = {"OCCAM_REDIS_URL": "", "OCCAM_LLM_CACHE_S": "0"}


class Asked(msgspec.Struct, frozen=True):
    """One line of a file that `occam submit` takes."""

    id: str
    question: str


def spread(questions: Sequence[GoldQuestion], limit: int) -> tuple[GoldQuestion, ...]:
    """So many of them from the whole length of the file, the first included."""
    if not 0 < limit < len(questions):
        return tuple(questions)
    return tuple(questions[at * len(questions) // limit] for at in range(limit))


def ask(run: Run, questions: Sequence[GoldQuestion], file: Path, name: str) -> list[AnswerRecord]:
    """Every question of a batch in one pipeline, until the last has its terminal."""
    batch = f"pipelines-{name.replace(':', '-')}"
    run.occam("submit", str(file), "--batch", batch, "--pack", run.pack, "--pipeline", name)
    found = records_in(run.occam("answers", batch, "--follow", "--json", allowed=(0, 1)))
    return [found[each.qid] for each in questions if each.qid in found]


def measure(
    pack: str,
    names: Sequence[str],
    questions: Sequence[GoldQuestion],
    corpus: Path | None,
    out: Path | None = None,
) -> list[Standing]:
    """The row of each pipeline, on one graph version."""
    rows: list[Standing] = []
    with tempfile.TemporaryDirectory(prefix="occam-pipelines-") as folder:
        home = Path(folder)
        run = Run(home, pack, OWN)
        file = home / "questions.jsonl"
        asked = [Asked(id=each.qid, question=each.question) for each in questions]
        file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in asked))
        try:
            run.start(corpus)
            for name in names:
                print(f"{name}: {len(questions)} questions …", file=sys.stderr, flush=True)
                records = ask(run, questions, file, name)
                raw = home / "records.jsonl"
                raw.write_bytes(_lines(records))
                if out:
                    with out.open("ab") as sink:
                        sink.write(_lines(records))
                verified = held(run.occam("verify", str(raw), "--json", allowed=(0, 1)))
                by_id = {record.id: record for record in records}
                rows.append(standing(name, questions, by_id, verified))
        finally:
            run.stop()
    return rows


def _lines(records: Sequence[AnswerRecord]) -> bytes:
    return b"".join(msgspec.json.encode(record) + b"\n" for record in records)


def options() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(prog="occam evaluate pipelines", description=__doc__)
    parser.add_argument("pack", nargs="?", default="")
    parser.add_argument("--pipelines", default=",".join(each.name for each in PIPELINES))
    parser.add_argument("--questions", type=Path, help="default: the pack's golden questions")
    parser.add_argument("--corpus", type=Path, help="default: the pack's sample")
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--out", type=Path, help="all records, JSONL")
    parser.add_argument("--json", action="store_true", help="one object a pipeline")
    return parser


def _questions(chosen: argparse.Namespace, pack: str) -> tuple[GoldQuestion, ...]:
    settings = load_settings()
    file = chosen.questions or find_pack(pack, settings.pack_roots).golden
    if file is None:
        raise BadInput(f"pack {pack}: it has no golden questions; give --questions")
    return spread(read_gold(file), chosen.limit)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 when every pipeline ran to its end, whatever came out."""
    chosen = options().parse_args(arguments)
    try:
        pack = chosen.pack or load_settings().pack
        questions = _questions(chosen, pack)
        if chosen.out:
            chosen.out.write_bytes(b"")
        rows = measure(pack, chosen.pipelines.split(","), questions, chosen.corpus, chosen.out)
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    except (OccamError, OSError) as error:
        print(f"occam: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    if chosen.json:
        print("\n".join(msgspec.json.encode(row).decode() for row in rows))
    else:
        print("\n".join(lines(rows)))
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
