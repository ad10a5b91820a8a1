# `make play` to play, `make quick` and `make test` to develop. All set up what they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null || echo $(BIN)/uv)
# All addresses of this computer, so that a friend's phone in the same network can join; HOST=127.0.0.1 keeps it here.
HOST ?= 0.0.0.0
WEB := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
CATALOGUES := $(shell find src -name '*.po' 2>/dev/null)
# One worker more than cores: tests wait for browsers, servers and clocks half of their time.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
# Bots always stand back behind whoever is served; at the lowest priority the tests themselves do not starve them.
LAST := $(if $(shell command -v nice),nice -n 19)
EXAMPLE := examples/connect_four
BUILD_INPUTS := pyproject.toml constraints.txt hatch_build.py $(WEB) $(CATALOGUES)

# Compiled modules are kept whatever the shell says: without them each process takes seconds to begin.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play quick test prerequisites check types soak bench docs pictures format pins clean
.NOTPARALLEL: # what is missing is installed before it is needed

play: $(VENV)/play.stamp ## set up and open the games in the browser
	$(BIN)/quartier serve --host $(HOST) $(if $(PORT),--port $(PORT))

# Under a minute on two cores, without browser or database server. The rules of all games are interpreted, since compiling
# them takes minutes. `slow` marks what takes seconds then: whole games, enumerations, searches, packages that are built.
# Types are left to `make check`: mypy takes longer than all of this unless its cache is warm.
quick: $(VENV)/dev.stamp ## the rules of all games, the core, style and names: before each commit
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python tools/check_names.py
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/games -m "rules and not slow" -n auto
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/core tests/tools -m "not slow" -n auto

test: prerequisites check ## set up and run everything that must hold
	$(LAST) $(BIN)/python -m pytest -m "not soak" -n $(WORKERS)

prerequisites: ## find Chromium and PostgreSQL; as root on Debian and Ubuntu install them
	$(PYTHON) tests/prerequisites.py

check: $(VENV)/dev.stamp ## style, types, names, commit messages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python hatch_build.py check
	$(BIN)/python tools/check_names.py
	$(BIN)/python tools/commit_subject.py

types: $(VENV)/dev.stamp ## the page's types, from the server's models
	$(BIN)/python hatch_build.py types

soak: $(VENV)/dev.stamp ## the long runs
	$(PYTHON) tests/prerequisites.py soak
	$(LAST) $(BIN)/python -m pytest -m soak -n $(WORKERS)

bench: $(VENV)/dev.stamp ## speed, beside OpenSpiel
	$(BIN)/python benchmarks/run.py

docs: $(VENV)/dev.stamp ## the documentation site, in build/site
	$(BIN)/python tools/build_site.py

pictures: prerequisites $(VENV)/dev.stamp ## the pictures in docs/images, of the page as it is
	$(BIN)/python -m tools.pictures

format: $(VENV)/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python hatch_build.py format

pins: $(VENV)/python.stamp ## write new dependencies into constraints.txt; all anew: make pins UPGRADE=--upgrade
	$(UV) pip compile --quiet $(UPGRADE) --universal --python-version 3.11 --all-extras --no-header --no-annotate pyproject.toml -o constraints.txt

clean:
	rm -rf $(VENV) build dist src/quartier/server/http/static
	find src -name '*.mo' -delete

$(VENV)/python.stamp:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Quartier needs Python 3.11 or newer; set PYTHON=...")'
	@if command -v uv >/dev/null; then uv venv --quiet --allow-existing --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(VENV); \
	else $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet uv; fi
	@touch $@

$(VENV)/play.stamp: $(VENV)/python.stamp $(BUILD_INPUTS)
	$(UV) pip install --quiet --compile-bytecode --python $(BIN)/python --constraint constraints.txt --reinstall-package quartier -e '.[server]'
	@touch $@

$(VENV)/dev.stamp: $(VENV)/python.stamp $(BUILD_INPUTS) $(EXAMPLE)/pyproject.toml
	$(UV) pip install --quiet --python $(BIN)/python --constraint constraints.txt --reinstall-package quartier -e '.[server,lab,mcp,data,ray,notebooks,postgres,openspiel,gymnasium,pettingzoo,training,docs,dev]' -e $(EXAMPLE)
	@touch $@ $(VENV)/play.stamp
