# Every target is one command that also runs without make. `make help` lists them.

PORT ?= 8080
OUT ?= dist
AT ?=
BENCH ?= beside,tools,npm,build,site,edge
FUZZTIME ?= 10s

.PHONY: help serve build browsers dist edge edge-dev test lint bench fuzz fmt clean
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "make %-8s %s\n", $$1, $$2}'

# Not `go run`: it does not pass a termination signal on, and the server would stay.
serve: ## build everything and serve it on 127.0.0.1 (PORT=8080, or the next free port)
	@test -e .build/site || echo "the first build takes a minute or two, later ones seconds"
	@go build -o .build/site ./scripts/site
	@exec .build/site serve -port $(PORT) -out $(OUT)

build: ## build the complete static site into dist/ (OUT=dist, AT=https://its.address/)
	@go run ./scripts/site build -out $(OUT) $(if $(AT),-at $(AT))

dist: ## build it with its downloads for a disk: a zip and one file, in dist/downloads/ (OUT, AT)
	@go run ./scripts/site dist -out $(OUT) $(if $(AT),-at $(AT))

edge: ## build a worker for Cloudflare, the API and the site, into .build/edge/ (AT)
	@go run ./scripts/site edge $(if $(AT),-at $(AT))

edge-dev: edge ## run that worker here in Cloudflare's own runtime (PORT; npm's network, once)
	@test -e site/node_modules/.bin/wrangler || npm --prefix site ci --no-audit --no-fund
	@WRANGLER_SEND_METRICS=false exec site/node_modules/.bin/wrangler dev \
		-c .build/edge/wrangler.jsonc --ip 127.0.0.1 --port $(PORT)

test: ## install what the checks need and run all of them
	@go run ./scripts/ci

browsers: ## every browser test in all three browsers; `make test` has a part of them in two
	@BROWSER_TESTS=all go run ./scripts/ci -only tools,npm,build,browser

lint: ## only format, vet, staticcheck, types and lint
	@go run ./scripts/ci -only npm,gofmt,vet,staticcheck,js

bench: ## this log beside others, and the site, into scripts/bench/*.md (BENCH=go: the engine)
	@go run ./scripts/ci bench -only $(BENCH)

fuzz: ## run each fuzz target for a while, one after the other (FUZZTIME=10s)
	@go run ./scripts/ci fuzz -time $(FUZZTIME)

fmt: ## format the Go files
	@gofmt -w engine wasm scripts

clean: ## remove what was built (not node_modules)
	@rm -rf dist .build
