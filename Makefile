# Targets for everyday work; CONTRIBUTING.md tells more. "make" alone lists them.

FUZZTIME ?= 30s
BENCH    ?= .
COUNT    ?= 1
RUN      ?= .
SEED     ?= 0
MINUTES  ?= 3
CHAOS    ?=

MEASURE ?= 20s

SCREENSHOTS ?= screenshots

MODULE := $(shell go list -m)
LINT   := go tool -modfile=tools/golangci-lint.mod golangci-lint
FUMPT  := go tool -modfile=tools/gofumpt.mod gofumpt

# The tests that drive Chromium run after all others, for they measure time: a page may
# take two seconds to come back.
BROWSERTEST := tools/browser-test

# The packages whose tests must run nearly all of their statements, and the least
# share of them in percent. Any test may cover any of them; the last bar that matches counts.
GATED := ./game/...,./record/...,./fair/...
BARS  := game/...=95 record/...=95 fair/...=95

# Packages that do arithmetic by the million, which the race detector makes ten times
# slower; "make race" runs them with it. Where goroutines meet it is always on.
COUNTING := bot(/(avoid|cfr(/.*)?|equilibrium/(exploit|round|train|worth)|hidden|openhand|reflex|search))?
THEM     := ^$(MODULE)/$(COUNTING)$$

SHELL       := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' Makefile

.PHONY: setup
setup: ## Install what the tests need beside Go (as root on Debian; else say what is missing)
	@tools/setup

.PHONY: test
test: setup ## Vet and test everything with the race detector and the coverage bars
	go vet ./...
	go test -race -timeout 10m -coverprofile coverage.out -coverpkg $(GATED) $$(go list ./... | grep -v /browsertest$$ | grep -Ev '$(THEM)')
	go test -timeout 5m $$(go list ./... | grep -E '$(THEM)')
	go run ./tools/covergate -profile coverage.out -module $(MODULE) $(BARS)
	$(BROWSERTEST)

.PHONY: race
race: ## Test with the race detector also what is otherwise tested without it (minutes)
	go test -race -timeout 20m $$(go list ./... | grep -E '$(THEM)')

.PHONY: browser-test
browser-test: setup ## Play the whole games in Chromium: RUN=regexp (all)
	$(BROWSERTEST) '$(RUN)'

.PHONY: screenshots
screenshots: setup ## Write a picture of every page to SCREENSHOTS (screenshots/)
	go test -timeout 10m -count 1 ./internal/browsertest -run '^TestPages$$' -screenshots '$(abspath $(SCREENSHOTS))'

.PHONY: lighthouse
lighthouse: setup build ## Fail if Lighthouse's scores of two pages are below the bar
	node tools/browser/lighthouse.mjs bin/saloon

.PHONY: lint
lint: check-script ## Run the linters (builds them first, which takes minutes once)
	go mod tidy -diff
	tools/check-dependencies
	$(LINT) run ./...

.PHONY: check-script
check-script: setup ## Check the types of the pages' scripts
	tools/browser/node_modules/.bin/tsc -p tools/browser/tsconfig.page.json
	tools/browser/node_modules/.bin/tsc -p tools/browser/tsconfig.worker.json

.PHONY: fix
fix: ## Mend what the linters can mend by themselves
	$(LINT) run --fix ./...

.PHONY: fmt
fmt: ## Format the code
	$(FUMPT) -l -w .

.PHONY: fuzz
fuzz: ## Fuzz each target for FUZZTIME (30s)
	tools/fuzz $(FUZZTIME)

.PHONY: bench
bench: ## Run benchmarks on one core: BENCH=regexp (all), COUNT=n (1)
	go test -run '^$$' -bench '$(BENCH)' -benchmem -cpu 1 -count $(COUNT) ./...

.PHONY: load
load: build ## Measure how many players a house bears on this machine
	tools/load bin/saloon

.PHONY: chaos
chaos: setup ## Break a house of several processes while people play, and judge it: SEED=n (any), MINUTES=n (3)
	go run ./tools/chaos -seed $(SEED) -minutes $(MINUTES) $(CHAOS)

.PHONY: faults
faults: setup ## Measure what a fault does to everybody else (minutes; RUN=regexp for one)
	go test ./cmd/saloon -count 1 -timeout 30m -v -measure $(MEASURE) \
		-run '$(if $(filter .,$(RUN)),Disk|Slowly|NATSIsAway|HalfARequest|NeverReads,$(RUN))'

.PHONY: build
build: ## Build bin/saloon, one static binary
	CGO_ENABLED=0 go build -trimpath -buildvcs=auto -ldflags '-s -w' -o bin/saloon ./cmd/saloon

.PHONY: generate
generate: ## Write generated files anew
	go generate ./...

# The work tree as git sees it, as one hash, so that files not yet committed do no harm.
TREE = { git status --porcelain; git diff; } | git hash-object --stdin

.PHONY: check-generated
check-generated: ## Fail if a generated file is not what its generator writes
	@before=$$($(TREE)); $(MAKE) --no-print-directory generate; [ "$$before" = "$$($(TREE))" ] || \
		{ git status --short; echo 'generated files were not current; commit what make generate wrote'; exit 1; }

.PHONY: ci
ci: ## Do all that continuous integration does
	.ci/run

.PHONY: clean
clean: ## Remove what was built
	rm -rf bin coverage.out
