"""Names in a question and mistyped names, found among many: the vocabulary beside other ways.

    python loadtest/vocabulary.py [--sizes 20000 200000 3000000] [--forms stored dicts every ...]

Each form runs in a process of its own over the same invented names. `compiled` makes the flat
arrays, `stored` opens them from a file, `dicts` is a trie of dicts, `every` looks at every name.
Times are the processor's, because the machine may be shared. Ratios are to `stored`.
"""

from __future__ import annotations

import argparse
import json
import mmap
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles

import msgspec
import psutil
import rivals
from occam.core.dataset import Name
from occam.core.gazetteer.spelled import spell
from occam.core.lexicon import Lexicon
from occam.core.vocabulary import Vocabulary, compile_vocabulary
from occam.core.words import Words
from synthetic import SCHEMA, invented, mistyped, questions

SEED = 20261130
PLAIN = ("compiled", "stored", "dicts", "every")
FORMS = (*PLAIN, "marisa", "ahocorasick")
HEAD = (
    f"{'':12} {'build s':>9} {'RSS MB':>8} {'scan p50':>9} {'p99 ms':>8} {'ratio':>7}"
    f" {'fuzzy p50':>10} {'p99 ms':>9} {'ratio':>8}"
)
SLOW = 2_000_000
"""Comparisons with every name, in all, that one run may take."""


class Figures(msgspec.Struct):
    """What one form did with one number of names."""

    build_s: float = 0.0
    rss_mb: float = 0.0
    scan_ms: tuple[float, float] | None = None
    fuzzy_ms: tuple[float, float] | None = None
    found: float = 0.0


def main() -> None:
    """Invent names, run each form over them, print a table for each number of names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[20_000, 200_000, 3_000_000])
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=PLAIN)
    parser.add_argument("--questions", type=int, default=2_000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--run", nargs=2, metavar=("FORM", "FOLDER"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.run:
        figures = measured(args.run[0], Path(args.run[1]))
        print(msgspec.json.encode(figures).decode())
        return
    for size in args.sizes:
        if not args.json:
            print(f"{size:,} names\n{HEAD}", flush=True)
        found: dict[str, Figures] = {}
        for form, figures in _compared(size, args.forms, args.questions):
            found[form] = figures
            if not args.json:
                print(_line(form, figures, found.get("stored", Figures())), flush=True)
        print(json.dumps({size: msgspec.to_builtins(found)}) if args.json else "")


def _compared(size: int, forms: Sequence[str], count: int) -> Iterator[tuple[str, Figures]]:
    with tempfile.TemporaryDirectory(prefix="occam-names-") as place:
        folder = Path(place)
        names = invented(size, SEED)
        _write(folder / "names", names)
        _write(folder / "questions", list(questions(names, count, SEED)))
        _write(folder / "mistyped", list(mistyped(names, count // 2, SEED)))
        del names
        for form in forms:
            yield form, _apart(form, folder)


def _apart(form: str, folder: Path) -> Figures:
    words = [sys.executable, __file__, "--run", form, str(folder)]
    done = subprocess.run(words, check=True, capture_output=True, text=True)  # noqa: S603
    return msgspec.json.decode(done.stdout, type=Figures)


def measured(form: str, folder: Path) -> Figures:
    """One form, in this process."""
    words, figures = Words(), Figures()
    asked: list[str] = _read(folder / "questions", list[str])
    typed: list[str] = _read(folder / "mistyped", list[str])
    if form == "compiled":
        started = time.process_time()
        names = _read(folder / "names", list[Name])
        (folder / "stored").write_bytes(compile_vocabulary(names, SCHEMA, Lexicon(), words))
        figures.build_s = time.process_time() - started
    elif form == "stored":
        _stored(folder / "stored", words, asked, typed, figures)
    else:
        _rival(form, folder, words, asked, typed, figures)
    figures.rss_mb = _peak() if form == "compiled" else psutil.Process().memory_info().rss / 2**20
    return figures


def _stored(
    path: Path, words: Words, asked: Sequence[str], typed: Sequence[str], figures: Figures
) -> None:
    started = time.process_time()
    with path.open("rb") as file:
        view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    vocabulary = Vocabulary((), SCHEMA, Lexicon(), words, stored=view)
    vocabulary.proposals(("zzzz",))
    figures.build_s = time.process_time() - started
    figures.scan_ms, figures.found = _times(lambda text: vocabulary.scan(words.tokens(text)), asked)
    figures.fuzzy_ms, _ = _times(lambda text: vocabulary.proposals(words.key(text)), typed)


def _rival(
    form: str,
    folder: Path,
    words: Words,
    asked: Sequence[str],
    typed: Sequence[str],
    figures: Figures,
) -> None:
    started = time.process_time()
    spelled = spell(_read(folder / "names", list[Name]), SCHEMA, Lexicon(), words)
    scan = getattr(rivals, form)(spelled)
    figures.build_s = time.process_time() - started
    if form == "every":
        texts = [" ".join(key) for key in spelled.values]
        few = max(3, SLOW // len(texts))
        figures.fuzzy_ms, _ = _times(
            lambda text: rivals.alike(texts, " ".join(words.key(text))), typed[: few // 3 + 3]
        )
        asked = asked[: few * 3]
    del spelled
    figures.scan_ms, figures.found = _times(lambda text: scan(words.key(text)), asked)


def _times(work: Callable[[str], Sequence[object]], texts: Iterable[str]) -> tuple:
    """Milliseconds of each call at p50 and p99, and how much was found on average."""
    taken: list[float] = []
    found = 0
    for text in texts:
        started = time.process_time()
        result = work(text)
        taken.append((time.process_time() - started) * 1e3)
        found += len(result)
    return (median(taken), quantiles(taken, n=100, method="inclusive")[98]), found / len(taken)


def _peak() -> float:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def _write(path: Path, content: object) -> None:
    path.write_bytes(msgspec.msgpack.encode(content))


def _read(path: Path, kind: type) -> list:
    return msgspec.msgpack.decode(path.read_bytes(), type=kind)


def _line(form: str, each: Figures, base: Figures) -> str:
    scan = _cells(each.scan_ms, base.scan_ms, 9)
    fuzzy = _cells(each.fuzzy_ms, base.fuzzy_ms, 10)
    return f"{form:12} {each.build_s:9.2f} {each.rss_mb:8,.0f} {scan} {fuzzy}".rstrip()


def _cells(times: tuple[float, float] | None, base: tuple[float, float] | None, width: int) -> str:
    if times is None:
        return " " * (2 * width + 7)
    ratio = f"{times[0] / base[0]:.1f}" if base else "-"
    return f"{times[0]:{width}.3f} {times[1]:{width - 1}.2f} {ratio:>{width - 2}}"


if __name__ == "__main__":
    main()
