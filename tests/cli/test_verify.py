"""What `occam verify` prints where a record cannot be checked, is not certified, or fails often."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest
from occam.bus.lastresort import buried_terminal
from occam.cli.exits import Exit
from occam.core.closing import close
from occam.core.gaps import NotInGraph
from occam.core.record import AnswerRecord
from occam.core.seal import sealed
from occam.core.verify import Verdict
from occam.messages.catalog import QuestionDied
from occam.messages.header import Header

ASKED = Header(question_id="q1", batch_id="b1", question="How many?", asked_at=0.0)
BURIED = buried_terminal(QuestionDied(header=ASKED, tier="certifier", cause="poison")).record


def settled(pack: str, version: str = "") -> AnswerRecord:
    header = msgspec.structs.replace(ASKED, pack=pack, graph_version=version)
    record = asyncio.run(close(header, NotInGraph(plans=1), None, (), None, None))
    assert isinstance(record, AnswerRecord)
    return record


def lines(*records: AnswerRecord) -> str:
    return "".join(msgspec.json.encode(record).decode() + "\n" for record in records)


def test_a_record_of_a_pack_that_is_not_loaded_fails_and_the_others_go_on(occam, tmp_path) -> None:
    records = tmp_path / "r.jsonl"
    records.write_text(lines(settled("lighthouses"), BURIED))
    ran = occam("verify", records)
    assert ran.code == Exit.NO
    assert "not checked: no graph of pack 'lighthouses' is loaded" in ran.out
    assert "q1: NOT CERTIFIED" in ran.out
    assert "0 of 2 certificates verified" in ran.out


@pytest.mark.parametrize(
    ("pack", "version"), [("../packs", "v1"), ("olympics", "../../v1"), ("/etc", ""), ("a/b", "v")]
)
def test_a_name_from_a_file_never_becomes_a_path(occam, tmp_path, pack, version) -> None:
    records = tmp_path / "r.jsonl"
    records.write_text(lines(settled(pack, version)))
    ran = occam("verify", records, "--json")
    assert ran.code == Exit.NO
    (finding,) = json.loads(ran.out)["findings"]
    assert finding.startswith("not checked: ")


def test_a_long_list_of_findings_is_cut_and_the_version_is_said_first(
    occam, tmp_path, monkeypatch
) -> None:
    async def failing(*_: object) -> Verdict:
        findings = tuple(f"R{number}: gone" for number in range(13))
        return Verdict(ok=False, findings=findings, notes=("checked on version v2",))

    monkeypatch.setattr("occam.cli.verify.verify_record", failing)
    records = tmp_path / "r.jsonl"
    records.write_text(lines(sealed(BURIED)))
    said = occam("verify", records).out.splitlines()
    assert said[1] == "  checked on version v2"
    assert said[2:12] == [f"  R{number}: gone" for number in range(10)]
    assert said[12] == "  and 3 more; --json lists all"
    whole = json.loads(occam("verify", records, "--json").out)
    assert len(whole["findings"]) == 13
