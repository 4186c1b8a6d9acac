# Everything a person types here is one word: `make demo`, `make test`, `make help`.
#
# Needs Python 3.11 or newer and make; the rest is set up in .venv at the first call and left
# alone until pyproject.toml changes.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
# The versions that were last tested together; `make ... CONSTRAINTS=` takes the newest instead.
CONSTRAINTS ?= constraints.txt
INSTALL := -m pip --disable-pip-version-check install --quiet
PIP := $(BIN)/python $(INSTALL) $(addprefix --constraint ,$(CONSTRAINTS))
# A name on the path need not run (version switchers leave such names), so each is asked.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
# Markers whose tests must not be skipped; .ci/run says `browser,tesseract,firmware,wordnet`.
REQUIRE ?=
# Python 3.12 and newer count lines at no cost; before, that doubles what tests of the rules take.
COVER = $(shell $(BIN)/python -c 'import sys; print("--cov --cov-report=term:skip-covered" * (sys.version_info >= (3, 12)))' 2>/dev/null)
test coverage: export COVERAGE_CORE = $(if $(COVER),sysmon,ctrace)
COVERED := board rules inference session app household watching
# As many tests at a time as there are cores, those of one file after the other.
WORKERS ?= --numprocesses auto --dist loadfile
# More arguments for the program that a target runs: make demo ARGS="--port 8123"
ARGS ?=

.PHONY: help demo serve test test-long fuzz setup lint format types pages coverage contracts texts \
	bench sbom audit lowest mutants soak screenshots constraints clean train train-letters train-board train-locate

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: $(VENV)/.ready ## the dashboard with a rendered game; no hardware needed
	@$(BIN)/companion demo $(ARGS)

serve: $(VENV)/.ready ## the dashboard with a camera
	@$(BIN)/companion serve $(ARGS)

setup: $(VENV)/.ready-test ## everything for development and tests

test: $(VENV)/.ready-test lint types ## every check; pytest comes last (import contracts and pages are tests)
	$(BIN)/python -m pytest $(WORKERS) --require="$(REQUIRE)" $(if $(ARGS),$(ARGS),$(COVER))

coverage: $(VENV)/.ready-test ## which lines of the rules and of what joins the parts no test comes by
	$(BIN)/python -m pytest -q $(wildcard $(addprefix tests/,$(COVERED))) --cov --cov-report=term-missing:skip-covered

test-long: $(VENV)/.ready-test ## what takes many minutes: a thousand games each, presses by the thousand
	$(BIN)/python -m pytest -m long $(ARGS)

fuzz: $(VENV)/.ready-test ## 100,000 damaged files for each parser, for hours; ARGS="--inputs 1000 gcg stl"
	$(BIN)/python -m tests.fuzz $(ARGS)

lint: $(VENV)/.ready-test ## style
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: $(VENV)/.ready-test ## put the style right where that can be done by a program
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

types: $(VENV)/.ready-test ## mypy, strict
	$(BIN)/mypy

contracts: $(VENV)/.ready-test ## who may import whom, with the chains that break a contract
	$(BIN)/lint-imports

pages: $(VENV)/.ready-test ## the pages' JavaScript: style, types, tests of what needs no browser
	$(BIN)/python -m pytest -q tests/architecture/test_pages.py

texts: $(VENV)/.ready-test ## bring the catalogues of all languages up to date with the sources
	$(BIN)/python -m tools.texts

bench: $(VENV)/.ready-test ## speed; see benchmarks/README.md
	@mkdir -p var
	@scripts/oracles.sh $(VENV) bench
	$(BIN)/python -m pytest benchmarks --benchmark-only --benchmark-json=var/benchmarks.json $(ARGS)

train: train-letters train-board train-locate ## train all networks anew from rendered pictures (hours on a CPU)

# One network at a time takes arguments: make train-letters ARGS="--passes 2"
train-letters train-board train-locate: train-%: $(VENV)-train/.ready
	$(VENV)-train/bin/python -m tools.training.$* $(ARGS)

mutants: $(VENV)/.ready-test ## which planted faults does no test notice? ARGS="--sample 20"
	$(PIP) --editable '.[mutants]'
	$(BIN)/python -m tools.mutants $(ARGS)

soak: $(VENV)/.ready-test ## can the live eyes keep up with a camera? ARGS="--seconds 600"
	$(BIN)/python -m tools.soak $(ARGS)

screenshots: $(VENV)/.ready-test ## the pictures in docs/images
	$(BIN)/python -m tools.screenshots $(ARGS)

constraints: ## take the newest versions of all libraries into constraints.txt; test before you land
	rm -rf $(VENV)-fresh
	$(PYTHON) -m venv $(VENV)-fresh
	$(VENV)-fresh/bin/python $(INSTALL) '.[test,https,print,mutants]'
	{ echo "# Written by make constraints: versions that were tested together."; \
	  $(VENV)-fresh/bin/python -m pip freeze --exclude tabletop-companion; } > constraints.txt
	rm -rf $(VENV)-fresh

# Tools of a release, in an environment of their own.
$(VENV)-release/.ready: | $(VENV)/.ready
	$(PYTHON) -m venv $(VENV)-release
	$(VENV)-release/bin/python $(INSTALL) 'cyclonedx-bom>=7,<8' 'pip-audit>=2.9,<3' 'uv>=0.8'
	@touch $@

sbom: $(VENV)-release/.ready ## what a release is made of, as CycloneDX, in dist/sbom.json
	@mkdir -p dist
	$(VENV)-release/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		--output-file dist/sbom.json $(BIN)/python

audit: $(VENV)-release/.ready ## known faults of the libraries in use, where advisories can be had
	$(VENV)-release/bin/pip-audit --skip-editable --requirement constraints.txt --no-deps --disable-pip $(ARGS)

lowest: $(VENV)-release/.ready ## the tests with the oldest libraries that pyproject.toml allows
	rm -rf $(VENV)-lowest && $(PYTHON) -m venv $(VENV)-lowest
	$(VENV)-release/bin/uv pip install --quiet --python $(VENV)-lowest --resolution lowest-direct \
		--editable '.[test]'
	$(VENV)-lowest/bin/python -m pytest -q tests/export tests/store tests/web tests/app $(ARGS)

clean: ## remove what can be made again; games in var/ stay
	rm -rf $(VENV) $(VENV)-train $(VENV)-release $(VENV)-lowest node_modules build dist .mypy_cache .ruff_cache .pytest_cache \
		.hypothesis .import_linter_cache .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@if [ -z "$(PYTHON)" ]; then echo "Python 3.11 or newer is needed and not found; say which with make PYTHON=/path/to/python." >&2; exit 1; fi
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || scripts/system_packages.sh venv app $(if $(filter demo serve,$(MAKECMDGOALS)),,test)
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml $(wildcard constraints.txt) | $(VENV)/bin/python
	@scripts/system_packages.sh app
	$(PIP) --editable .
	@touch $@

$(VENV)/.ready-test: pyproject.toml package-lock.json $(wildcard constraints.txt) | $(VENV)/bin/python
	@scripts/system_packages.sh app test
	$(PIP) --editable '.[test]'
	@scripts/npm.sh
	@scripts/oracles.sh $(VENV)
	@touch $@ $(VENV)/.ready

$(VENV)-train/.ready: pyproject.toml | $(VENV)/.ready
	$(PYTHON) -m venv $(VENV)-train
	$(VENV)-train/bin/python -m pip --disable-pip-version-check install --quiet --editable '.[train]'
	@touch $@
