# Each target sets up what it needs on first use: the virtual environment, then the packages of one extra.
PYTHON ?= python3
BIN := .venv/bin

# Tests start the bot a hundred times: Python may keep what it compiled, also where it is told not to.
test check: export PYTHONDONTWRITEBYTECODE :=
test check: export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/bytecode

.PHONY: play sandbox run postgres test check soak lint lock dist bench load chaos drill fuzz strength tables art pictures \
	screens clean

play: .venv/.made
	@$(BIN)/python -m games $(if $(NO_COLOR),--plain)

sandbox: .venv/.sandbox
	@$(BIN)/python -m sandbox

run: .venv/.run
	@$(BIN)/python -m bot

# The driver for a DATABASE_URL that names a PostgreSQL server.
postgres: .venv/.postgres

test: .venv/.dev
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

# What can be asked after every change: everything but the tests that start a server, a browser or the bot,
# with a tenth of the random examples.
check: lint
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal -m "not outside" --hypothesis-profile brief

# The same tests as `test`; those that leave things to chance go on for as long as it takes to meet the rare.
soak: export SOAK := 1
soak: test

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The versions that an image is built from, PostgreSQL's driver among them, with the hashes of their files for
# every kind of machine: the newest that pyproject.toml allows.
lock: .venv/.lock
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-annotate \
		--custom-compile-command "make lock" --extra postgres --output-file requirements.lock pyproject.toml

# A source archive, and a wheel built from that archive, as an index would take them.
dist: .venv/.release
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python -m twine check --strict dist/*

# What a pick costs beside a bare bot's, and what becomes of 3,000 presses at one instant.
bench: .venv/.bench
	$(BIN)/python -m bench

load: .venv/.bench
	$(BIN)/python -m bench.load $(LOAD)

chaos: .venv/.bench
	$(BIN)/python -m bench.chaos $(CHAOS)

# Everything that a host or a crowd can do wrong, done on purpose; one table of what came of it.
drill: .venv/.bench
	$(BIN)/python -m bench.drill $(DRILL)

fuzz: .venv/.bench
	$(BIN)/python -m bench.fuzz

strength: .venv/.bench
	$(BIN)/python -m bench.strength

tables: .venv/.tables
	$(BIN)/python -m tools.tables

# The emoji, the avatar and the page's icon, from the drawings in tools/art/.
art: .venv/.art
	$(BIN)/python -m tools.art

# The README's pictures, taken of matches that are played on the sandbox's page. They need Chromium.
pictures: .venv/.dev
	$(BIN)/python -m tools.pictures readme

# A picture of every screen, on a phone and a desktop, light and dark: open build/screens/index.html.
screens: .venv/.dev
	$(BIN)/python -m tools.pictures screens

clean:
	rm -rf .venv dist

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit("Gauntlet needs Python 3.11 or newer; this is %s. Try: make PYTHON=python3.11" % sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.run: pyproject.toml | .venv/.made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/.%: pyproject.toml | .venv/.made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@
