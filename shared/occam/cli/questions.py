"""Reads a file of questions: JSONL, CSV or plain lines. A bad line is named, the rest is kept."""

from __future__ import annotations

import codecs
import csv
import hashlib
import io
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from occam.core.errors import BadInput
from occam.core.pipelines import pipeline_of

STDIN = Path("-")
Form = Literal["auto", "jsonl", "csv", "lines"]

_LARGEST_FIELD = 1 << 26
_STRAY_BYTE = re.compile("[\udc80-\udcff]")


class Question(NamedTuple):
    """One question and the line it starts on; `choice` is the key of what it means, `pipeline` how
    it is to be answered."""

    line: int
    id: str
    text: str
    choice: str = ""
    pipeline: str = ""


class RefusedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that is no question, and why."""

    line: int
    reason: str


class QuestionFile(NamedTuple):
    """What a file holds; `digest` is the batch id of whoever names none."""

    questions: tuple[Question, ...]
    refused: tuple[RefusedLine, ...]
    digest: str


class _Fault(Exception):
    """Why a line is refused."""


def read_questions(
    content: bytes, name: str, form: Form = "auto", limit: int = 4_000
) -> QuestionFile:
    """Raises `BadInput` when the file as a whole holds nothing to ask."""
    digest = hashlib.sha256(content).hexdigest()[:16]
    text = _decoded(content, name)
    chosen = _form(text, name) if form == "auto" else form
    reader = {"jsonl": _jsonl, "csv": _csv, "lines": _plain}[chosen]
    questions: dict[str, Question] = {}
    refused: list[RefusedLine] = []
    for line, found in reader(text, name):
        try:
            question = _checked(line, found, limit)
            _add(question, questions)
        except _Fault as fault:
            refused.append(RefusedLine(line=line, reason=str(fault)))
    if not questions and not refused:
        raise BadInput(f"{name}: no questions in it")
    return QuestionFile(tuple(questions.values()), tuple(refused), digest)


def _decoded(content: bytes, name: str) -> str:
    """Text in which bytes that are no UTF-8 stand out, so that only their line is refused."""
    if not content.strip():
        raise BadInput(f"{name}: empty")
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise BadInput(f"{name}: this is UTF-16; save it as UTF-8")
    return content.decode("utf-8-sig", "surrogateescape")


def _form(text: str, name: str) -> Form:
    suffix = name.rpartition(".")[2].lower()
    if suffix in ("jsonl", "ndjson"):
        return "jsonl"
    if suffix == "csv":
        return "csv"
    first = text.lstrip()[:65_536].partition("\n")[0]
    if first.startswith("{"):
        return "jsonl"
    return "csv" if "question" in _header(first) and "," in first else "lines"


def _header(line: str) -> list[str]:
    return [cell.strip().lower() for cell in next(csv.reader([line]), list[str]())]


Found = tuple[int, dict[str, Any] | str | _Fault]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(io.StringIO(text, newline=None), start=1):
        if line.strip():
            yield number, line.strip()


def _plain(text: str, name: str) -> Iterator[Found]:
    yield from _lines(text)


def _is_utf8(text: str) -> bool:
    return not _STRAY_BYTE.search(text)


def _jsonl(text: str, name: str) -> Iterator[Found]:
    for number, line in _lines(text):
        if not _is_utf8(line):
            yield number, _Fault("not UTF-8")
            continue
        try:
            value = msgspec.json.decode(line)
        except msgspec.DecodeError as error:
            yield number, _Fault(f"not JSON: {error}")
            continue
        yield number, value if isinstance(value, dict) else _Fault("not a JSON object")  # pyright: ignore[reportUnknownVariableType]


def _csv(text: str, name: str) -> Iterator[Found]:
    csv.field_size_limit(_LARGEST_FIELD)
    reader = csv.reader(io.StringIO(text, newline=""))
    header = [cell.strip().lower() for cell in next(reader, list[str]())]
    if "question" not in header:
        raise BadInput(f"{name}: line 1 has no column `question`; columns: {', '.join(header)}")
    line = reader.line_num + 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield line, dict(zip(header, row, strict=False)) if row else {}
            line = reader.line_num + 1
    except csv.Error as error:
        yield line, _Fault(f"not CSV: {error}")


def _checked(line: int, found: dict[str, Any] | str | _Fault, limit: int) -> Question:
    if isinstance(found, _Fault):
        raise found
    if isinstance(found, str):
        found = {"question": found}
    given = found.get("id", found.get("qid"))
    name = str(line) if given in (None, "") else given
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise _Fault("`id` must be text or a whole number")
    text = found.get("question")
    if not isinstance(text, str):
        raise _Fault(f"{name}: no text under `question`" if given else "no text under `question`")
    text = text.strip()
    if not _is_utf8(text):
        raise _Fault("not UTF-8")
    if not text:
        raise _Fault(f"{name}: the question is empty")
    if len(text) > limit:
        raise _Fault(f"{name}: {len(text):,} characters, at most {limit:,} are taken")
    choice = _choice(found.get("choice"), str(name))
    return Question(line, str(name), text, choice, _pipeline(found.get("pipeline"), str(name)))


def _choice(given: Any, name: str) -> str:
    """A key; a vertex may be called by a number."""
    if isinstance(given, bool) or not isinstance(given, str | int | None):
        raise _Fault(f"{name}: `choice` must be text")
    key = "" if given is None else str(given).strip()
    if not _is_utf8(key):
        raise _Fault("not UTF-8")
    return key


def _pipeline(given: Any, name: str) -> str:
    if not isinstance(given, str | None):
        raise _Fault(f"{name}: `pipeline` must be text")
    pipeline = (given or "").strip()
    try:
        pipeline_of(pipeline)
    except BadInput as error:
        raise _Fault(f"{name}: {error}") from None
    return pipeline


def _add(question: Question, questions: dict[str, Question]) -> None:
    before = questions.setdefault(question.id, question)
    if before[2:] != question[2:]:
        raise _Fault(f"{question.id}: line {before.line} asks something else under this id")


def by_id(questions: Iterable[Question]) -> dict[str, int]:
    """The line of each question."""
    return {question.id: question.line for question in questions}


def content_of(file: Path) -> bytes:
    """The bytes of a file, or of standard input. Raises `BadInput`."""
    if file == STDIN:
        return sys.stdin.buffer.read()
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error


def name_of(file: Path) -> str:
    """What errors call it."""
    return "standard input" if file == STDIN else str(file)
