#!/usr/bin/env bash
# Fills .venv from requirements.lock, every wheel checked against its hash, then links the members.
set -euo pipefail
python=${PYTHON:-}
for candidate in ${python:-python3.11 python3 python}; do
  "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 12)))' 2>/dev/null || continue
  python=$candidate found=yes
  break
done
[ -n "${found:-}" ] || {
  echo "OCCAM needs Python 3.11 or 3.12: install it, or name it with make PYTHON=/path/to/python3.11" >&2
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
