"""Questions of a benchmark: the text, its kind, the official answer, the documents that show it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from occam.core.errors import BadInput


class BenchmarkQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a question file; other keys of the line are ignored."""

    qid: str
    question: str
    qtype: str = ""
    answer: tuple[str, ...] = ()
    gold_doc_ids: tuple[str, ...] = ()


def read_benchmark(path: Path) -> tuple[BenchmarkQuestion, ...]:
    """Every question of the file; a bad line is named."""
    found: list[BenchmarkQuestion] = []
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found.append(msgspec.json.decode(line, type=BenchmarkQuestion))
            except msgspec.DecodeError as error:
                raise BadInput(f"{path}:{number}: not a question: {error}") from None
    if not found:
        raise BadInput(f"{path}: no questions in it")
    return tuple(found)


def write_benchmark(path: Path, questions: tuple[BenchmarkQuestion, ...]) -> None:
    """The questions as a file that `occam submit` takes."""
    lines = (msgspec.json.encode(question).decode() for question in questions)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
