"""Writes the GSQL of every bundled pack beside this file, from the templates of the library.

Without arguments it writes them; with `--check` it names what is out of date and fails.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from occam.graph.tigergraph.catalog import PREFIX, Scripts, scripts
from occam.graph.tigergraph.layout import DIMENSION
from occam.packs import load_pack

ROOT = Path(__file__).resolve().parent
PACKS = ROOT.parent / "shared" / "packs"


def files() -> dict[Path, str]:
    """Every file with its text."""
    found: dict[Path, str] = {}
    for folder in sorted(path for path in PACKS.iterdir() if (path / "pack.toml").is_file()):
        pack = load_pack(folder)
        dimension = pack.manifest.vectors.dimension or DIMENSION
        placed = _placed(scripts(pack.schema, pack.name, dimension))
        found |= {ROOT / pack.name / place: text for place, text in placed}
    return found


def _placed(made: Scripts) -> Iterator[tuple[str, str]]:
    steps = (*made.schema, *made.vectors)
    for number, script in enumerate(steps, 1):
        yield f"schema/{number}_{script.name.removeprefix(PREFIX)}.gsql", script.text
    for script in made.loading:
        yield f"loading/{script.name.removeprefix(PREFIX)}.gsql", script.text
    for script in made.queries:
        yield f"queries/{script.name.removeprefix(PREFIX)}.gsql", script.text


def main(arguments: Sequence[str]) -> int:
    """Writes the files, or names those that are out of date."""
    wanted = files()
    there = set(ROOT.glob("*/*/*.gsql"))
    stale = {
        path
        for path, text in wanted.items()
        if path not in there or path.read_text("utf-8") != text
    }
    stale |= there - wanted.keys()
    for path in sorted(stale):
        name = path.relative_to(ROOT.parent)
        if "--check" in arguments:
            print(f"{name} is out of date: run `make gsql`")
        elif path in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], "utf-8")
            print(f"{name} written")
        else:
            path.unlink()
            print(f"{name} removed")
    return int(bool(stale) and "--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
