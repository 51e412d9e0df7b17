"""The trial on foreign GSQL: what is read is counted, what is not is shown with its line."""

from __future__ import annotations

from pathlib import Path

from tigergraph_emulator.trial import table, tried


def test_files_that_are_not_read_are_shown_with_their_line(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "good.gsql").write_text("USE GRAPH g\nLS\n")
    (tmp_path / "a" / "bad.gsql").write_text("USE GRAPH g\nGRANT ROLE admin TO me\n")
    shown = table(tried(tmp_path), tmp_path)
    assert "     2      1  a\n     2      1  all: 50 % read" in shown
    assert "a/bad.gsql:2: mismatched input 'GRANT'" in shown
    assert "    GRANT ROLE admin TO me" in shown


def test_a_folder_without_gsql_has_an_empty_table(tmp_path: Path) -> None:
    assert "all: 0 % read" in table(tried(tmp_path), tmp_path)
