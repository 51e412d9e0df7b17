"""Tries the grammar on GSQL that others wrote: `python -m tigergraph_emulator.trial DIR`.

Prints how many files there are, how many are read, and why the others are not.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tigergraph_emulator.reading import GsqlSyntaxError, parse


@dataclass(frozen=True, slots=True)
class Trial:
    """One file: `line` and `message` are empty when it is read."""

    file: Path
    line: str = ""
    message: str = ""

    @property
    def reason(self) -> str:
        """The error without its place and without what was expected."""
        return self.message.partition(" expecting")[0]


def tried(directory: Path) -> list[Trial]:
    """Every `.gsql` file below a directory, read once."""
    return [_tried(file) for file in sorted(directory.rglob("*.gsql"))]


def _tried(file: Path) -> Trial:
    text = file.read_text(encoding="utf-8", errors="replace")
    try:
        parse(text)
    except GsqlSyntaxError as error:
        lines = text.split("\n")
        return Trial(file, lines[error.line - 1].strip(), f"{error.line}: {error.message}")
    return Trial(file)


def table(trials: list[Trial], directory: Path) -> str:
    """One row for each folder, then one line for each file that is not read."""
    folders = Counter(trial.file.parent for trial in trials)
    accepted = Counter(trial.file.parent for trial in trials if not trial.message)
    rows = [f"{'files':>6} {'read':>6}  folder"]
    rows += [
        f"{count:>6} {accepted[folder]:>6}  {folder.relative_to(directory)}"
        for folder, count in sorted(folders.items())
    ]
    share = 100 * sum(accepted.values()) / len(trials) if trials else 0
    rows.append(f"{len(trials):>6} {sum(accepted.values()):>6}  all: {share:.0f} % read")
    for trial in trials:
        if trial.message:
            rows.append(f"\n{trial.file.relative_to(directory)}:{trial.reason}\n    {trial.line}")
    return "\n".join(rows)


def main() -> None:
    """The command."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        raise SystemExit("usage: python -m tigergraph_emulator.trial DIR")
    directory = Path(sys.argv[1])
    print(table(tried(directory), directory))


if __name__ == "__main__":
    main()
