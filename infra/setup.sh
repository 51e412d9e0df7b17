#!/usr/bin/env bash
# Fills .venv from requirements.lock, every wheel checked against its hash, then links the members.
set -euo pipefail
python=${PYTHON:-python3.11}

command -v "$python" >/dev/null || {
  echo "OCCAM needs Python 3.11: install it, or name it with make PYTHON=/path/to/python3.11" >&2
  exit 1
}
[ -x .venv/bin/python ] || "$python" -m venv .venv

uv=.venv/bin/uv
if [ ! -x "$uv" ]; then
  if command -v uv >/dev/null; then
    uv=$(command -v uv)
  else
    pinned=$(mktemp)
    trap 'rm -f "$pinned"' EXIT
    awk '/^[^ ]/ {keep = /^uv==/} keep' requirements.lock >"$pinned"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement "$pinned"
  fi
fi

# uv does not read pip.conf: where only pip knows the mirror, pip installs.
"$uv" pip install --quiet --python .venv/bin/python --require-hashes --requirement requirements.lock ||
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock

editable=()
for member in "$@"; do editable+=(--editable "$member"); done
"$uv" pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation "${editable[@]}"
