"""Keys are made and shown by the command line, and no verb ever prints a private one."""

import base64
import stat

import pytest
from occam.cli.exits import Exit
from occam.runtime.signing import public_key


def test_a_new_key_prints_what_trusted_takes_and_show_prints_it_again(occam, tmp_path):
    file = tmp_path / "key.pem"
    made = occam("key", "new", file)
    assert made.code == Exit.OK
    assert made.out.strip() == public_key(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert occam("key", "show", file).out == made.out


def test_a_key_is_never_overwritten(occam, tmp_path):
    file = tmp_path / "key.pem"
    occam("key", "new", file)
    before = file.read_bytes()
    assert occam("key", "new", file).code == Exit.USAGE
    assert file.read_bytes() == before


@pytest.mark.parametrize("verb", ["up", "up -d", "status", "ask Who?"])
def test_a_key_given_for_its_file_is_refused_without_a_word_of_it(
    occam, home, tmp_path, monkeypatch, verb
):
    occam("key", "new", tmp_path / "key.pem")
    secret = (tmp_path / "key.pem").read_text()
    monkeypatch.setenv("OCCAM_SIGNING_KEY", secret)
    ran = occam(*verb.split())
    assert ran.code == Exit.USAGE
    assert ran.err == ("occam: OCCAM_SIGNING_KEY: signing_key must be a file, not the key itself\n")
    assert not (home / "logs").exists()


@pytest.mark.parametrize("detached", [(), ("--detach",)])
@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "cannot be read: No such file"),
        (b"secret words", "neither a PEM key nor 32 bytes in base64"),
        (base64.b64encode(b"short"), "neither a PEM key nor 32 bytes in base64"),
    ],
)
def test_up_with_a_bad_key_starts_nothing_and_says_so_once(
    occam, home, tmp_path, monkeypatch, content, complaint, detached
):
    file = tmp_path / "bad.key"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv("OCCAM_SIGNING_KEY", str(file))
    ran = occam("up", *detached)
    assert ran.code == Exit.USAGE
    assert ran.err.count(str(file)) == ran.err.count(complaint) == ran.err.count("\n") == 1
    assert content is None or content.decode() not in ran.err
    assert not (home / "broker").exists()
