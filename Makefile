# The verbs of OCCAM. `make` alone lists them; continuous integration calls these and nothing else.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := verbs
PYTHON ?=
BIN := .venv/bin
MEMBERS := shared tests/emulator $(wildcard services/*)
STAMP := .venv/.installed
COMPOSE := docker compose

.PHONY: verbs setup check test test-real demo up down logs bench-pipeline tiny docs gsql wire sample lock clean

verbs: ## list the verbs
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/\1|\2/p' Makefile | awk -F'|' '{printf "  make %-15s %s\n", $$1, $$2}'

setup: $(STAMP) ## .venv with everything, from the hash-pinned lock; uv comes into it when the machine has none

$(STAMP): requirements.lock pyproject.toml $(addsuffix /pyproject.toml,$(MEMBERS))
	@PYTHON="$(PYTHON)" infra/setup.sh $(MEMBERS)
	@touch $@

check: setup ## format, lint, types, rooms, and what the docs promise
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python docs/tables.py --check
	$(BIN)/python gsql/render.py --check
	$(BIN)/pytest -m "not integration" tests/docs tests/house

test: setup ## fast suite in parallel, then the bundled broker's and the chaos suites one by one
	$(BIN)/pytest -n auto -m "not integration and not chaos and not slow"
	$(BIN)/pytest -m "(integration or chaos) and not slow"

test-real: setup ## the suites that want servers of your own: OCCAM_REDIS_URL, OCCAM_TIGERGRAPH_URL, a container engine
	$(BIN)/pytest -rs tests/containers

demo: setup ## start everything embedded, load the sample, answer its questions with certificates
	$(BIN)/occam demo

up: ## everything in containers, the sample loaded; ends by printing the addresses
	$(COMPOSE) up --detach --build --wait
	$(COMPOSE) run --build --rm sample
	@echo "traces  http://$$($(COMPOSE) port jaeger 16686)"
	@echo "broker  redis://$$($(COMPOSE) port broker 6379)/0"

down: ## stop the containers; volumes stay
	$(COMPOSE) down

logs: ## follow the containers' logs: make logs service=certifier
	$(COMPOSE) logs --follow $(service)

bench-pipeline: setup ## questions a second and latency beside a raw-streams floor, in one run
	$(BIN)/python loadtest/pipeline.py

tiny: ## serve a tiny real model on 127.0.0.1, TINY_PORT or 8911, from an environment of its own; it proves wiring only
	@PYTHON="$(PYTHON)" infra/tiny/serve.sh

docs: setup ## rebuild the tables in README and docs, and the AsyncAPI document, from the code
	$(BIN)/python docs/tables.py

gsql: setup ## render the GSQL of every bundled pack from the templates
	$(BIN)/python gsql/render.py

wire: setup ## freeze an example of each message that has none yet
	$(BIN)/python tests/contracts/freeze.py

sample: setup ## render the sample pages of the Olympic pack from its facts table
	$(BIN)/python shared/packs/olympics/documents/render.py

lock: setup ## resolve anew and write the hash-pinned locks, without addresses
	$(BIN)/uv lock --upgrade
	$(BIN)/uv export -q --all-packages --all-extras --all-groups --no-emit-workspace --no-header -o requirements.lock
	$(BIN)/uv export -q --all-packages --all-extras --no-default-groups --no-emit-package lark --no-emit-workspace --no-header -o infra/docker/services.lock

clean: ## remove the environment and every cache
	rm -rf .venv .venv-tiny .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
