"""Fetching the benchmark from a server of this machine: whole or not at all."""

import http.server
import io
import threading
import zipfile

import pytest
from occam.cli.exits import Exit

PAGE = b'{"doc_id": "a", "title": "t", "text": "x"}\n'


def archive(**members):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as opened:
        for name, content in members.items():
            opened.writestr(name, content)
    return packed.getvalue()


FILES = {
    "/resources.zip": archive(
        **{"deep/corpus.jsonl": PAGE, "deep/eval_public.jsonl": b"{}\n", "../evil.jsonl": b"{}\n"}
    ),
    "/prose.zip": archive(**{"readme.txt": b"x"}),
    "/corpus.jsonl": PAGE,
    "/page.html": b"<html>",
}


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves `FILES`."""

    def do_GET(self):
        content = FILES.get(self.path)
        self.send_response(200 if content else 404)
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, *_):
        """Says nothing."""


@pytest.fixture(scope="module")
def address():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_an_archive_is_unpacked_flat_under_the_names_the_evaluation_knows(occam, home, address):
    ran = occam("data", "fetch", "--from", f"{address}/resources.zip")
    assert ran.code == Exit.OK, ran.err
    folder = home / "benchmark"
    found = {path.name for path in folder.iterdir()}
    assert found == {"corpus.jsonl", "questions_public.jsonl", "evil.jsonl"}
    assert (folder / "corpus.jsonl").read_bytes() == PAGE
    assert f"OCCAM_BENCHMARK={folder}" in ran.out


def test_a_single_file_is_stored_where_asked(occam, tmp_path, address):
    ran = occam("data", "fetch", "--from", f"{address}/corpus.jsonl", "--into", tmp_path / "b")
    assert ran.code == Exit.OK
    assert (tmp_path / "b" / "corpus.jsonl").read_bytes() == PAGE


@pytest.mark.parametrize(
    ("path", "code", "complaint"),
    [
        ("missing.zip", Exit.USAGE, "404 Not Found"),
        ("page.html", Exit.USAGE, "neither a zip nor a JSONL file"),
        ("prose.zip", Exit.USAGE, "holds no .jsonl file"),
    ],
)
def test_what_is_no_benchmark_leaves_nothing_behind(occam, home, address, path, code, complaint):
    ran = occam("data", "fetch", "--from", f"{address}/{path}")
    assert ran.code == code
    assert complaint in ran.err
    assert not list((home / "benchmark").iterdir())
