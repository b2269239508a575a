# `make lab` and `make test` set up everything they need in .venv, and again only when
# pyproject.toml or constraints.txt has changed.

PYTHON ?= python3
ARGS ?=
SECONDS ?= 60
BIN := .venv/bin
READY := .venv/ready
CORE := lite/node_modules/pyodide
AXE := tests/browser/node_modules/axe-core
PYODIDE ?= $(CORE)
TWO := --numprocesses 2 --dist loadfile  # tests in two processes

.PHONY: help lab apps test quick check format report bench lite clean

help: ## show what there is
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1|/' | awk -F'|' '{printf "%-12s %s\n", $$1, $$2}'

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("cardlab needs Python 3.11, 3.12 or 3.13; set PYTHON=... (this is %d.%d)" % sys.version_info[:2] if not (3, 11) <= sys.version_info < (3, 14) else 0)'
	@echo 'Setting up .venv: two to four minutes, once.'
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[notebooks,test,cluster]'
	@$(BIN)/cardlab warmup
	@$(BIN)/jupyter labextension disable @jupyterlab/apputils-extension:announcements  # it asks the network for news
	@touch $@

lab: $(READY) ## set up, then open the notebooks (ARGS=--no-browser on a server)
	$(BIN)/jupyter lab --LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb $(ARGS)

apps: $(READY) ## set up, then serve the explorers and games without code (ARGS=--no-browser on a server)
	JUPYTER_PATH=$(CURDIR)/apps $(BIN)/voila apps --template=cardlab \
		--MappingKernelManager.cull_idle_timeout=600 $(ARGS)

# Without it the tests run, and say that they could not look for what keeps people from using a page.
$(AXE)/package.json: tests/browser/package.json
	@npm install --prefix tests/browser --no-package-lock --no-audit --no-fund --loglevel error && touch $@ \
		|| echo 'axe-core is not to be had here (it comes with npm); its checks are skipped.'

test: $(READY) $(AXE)/package.json ## set up, then run every test
	$(BIN)/python -m pytest $(TWO) -m 'not browser' $(ARGS)
	$(BIN)/python -m pytest -m browser $(ARGS)
	$(BIN)/python -m pytest $(TWO) --nbval-lax notebooks

quick: $(READY) ## the tests that need no browser and little time
	$(BIN)/python -m pytest $(TWO) -m 'not slow and not browser' $(ARGS)

check: $(READY) ## formatting, types, docstring examples, stripped notebooks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --quiet --doctest-modules --doctest-glob='*.md' cardlab README.md
	$(BIN)/nbstripout --verify --keep-count --keep-id --extra-keys 'metadata.widgets metadata.language_info.version' $$(git ls-files '*.ipynb')

format: $(READY) ## format the code and strip the notebooks
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/nbstripout --keep-count --keep-id --extra-keys 'metadata.widgets metadata.language_info.version' $$(git ls-files '*.ipynb')

report: $(READY) ## run the write-ups in notebooks/reports to pages and tables in reports/
	$(BIN)/cardlab report $(ARGS)

.venv/peers: $(READY)
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["bench"], sep="\n")' \
		| xargs -n 1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		|| echo 'Some of the packages to compare with are not to be had here; their rows are left out.'
	@touch $@

bench: .venv/peers ## measure speed, as ratios to other packages
	$(BIN)/python -m benchmarks $(ARGS)

# JupyterLab would try to load the kernel for the browser, so that gets an environment of its own.
lite/.venv/ready: lite/requirements.txt constraints.txt
	@$(PYTHON) -m venv --clear lite/.venv
	@lite/.venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --requirement lite/requirements.txt
	@touch $@

$(CORE)/package.json: lite/package.json
	@command -v npm >/dev/null || { echo 'npm is missing. It comes with Node and fetches the core of Pyodide; or name a folder with all of Pyodide: make lite PYODIDE=...'; exit 1; }
	@npm install --prefix lite --no-package-lock --no-audit --no-fund --loglevel error
	@touch $@

lite: lite/.venv/ready $(if $(filter $(CORE),$(PYODIDE)),$(CORE)/package.json) ## build a site that needs no installation (PYODIDE=folder, for NumPy)
	@lite/.venv/bin/python lite/build.py --pyodide $(PYODIDE) $(ARGS)

soak: $(READY) ## ten thousand random questions: answers agree, nothing is left behind
	$(BIN)/python -m tests.soak $(ARGS)

fuzz: $(READY) ## search for text that a parser does not refuse as it should (SECONDS=60, Linux)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[fuzz]'
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) $(ARGS)

clean: ## remove everything that was built
	rm -rf .venv lite/.venv lite/node_modules tests/browser/node_modules build dist reports screenshots .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find cardlab -name __pycache__ -prune -exec rm -rf {} +
