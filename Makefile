# signet: `make run` and `make test` do all their set-up on Debian 12.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help deps build run test hard differential protos format bench clean

BIN := build/release/bin
# Compilers' and package managers' caches outlive a checkout.
export SIGNET_CACHE ?= $(HOME)/.cache/signet
export CCACHE_DIR ?= $(HOME)/.cache/ccache
export CCACHE_BASEDIR ?= $(CURDIR)
export CCACHE_NOHASHDIR ?= 1

help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 22

deps: ## Install the packages that building needs (asks apt for what is missing)
	@tests/support/install_packages build

build: deps ## Build the release binaries into build/release/bin
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target signetd signet

run: build ## Start a server, sign a sample request, keep serving until Ctrl-C
	@tests/support/run_demo $(BIN)

test: ## Install everything and run every test suite
	@tests/run $(STAGES)

hard: ## Run the suites in full (hours) into tests/hard: make hard STAGES="policy audit" FUZZ_SECONDS=60
	@tests/hard/run $(STAGES)

differential: build ## Compare with other signers: make differential CASES=2000 SEED=1
	@tests/support/install_packages build test
	@cmake --build --preset release --target differential_driver
	@tests/differential/run $(or $(CASES),2000) $(or $(SEED),1)

protos: ## Regenerate the stubs that are checked in
	@protos/generate

format: ## Format all C++ sources
	@git ls-files '*.h' '*.cc' | xargs clang-format-14 -i

bench: ## Measure everything (half an hour) into bench/results: make bench PARTS="rpc peers"
	@bench/run $(PARTS)

clean: ## Remove everything that was built
	@rm -rf build
