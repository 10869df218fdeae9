.DEFAULT_GOAL := help
.PHONY: help site test format lint clean dependencies swift

SOURCES := Package.swift Sources Tests

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

site: dependencies ## Build cardshelf and, with it, the site in this folder into Output
	swift build -c release --product cardshelf
	.build/release/cardshelf build

test: dependencies ## Build and run all tests
	@.ci/install-dependencies spec test-fonts
	swift build --build-tests
	swift test --skip-build --parallel

format: swift ## Format all sources in place
	swift format --in-place --parallel --recursive $(SOURCES)

lint: swift ## Check the form of all sources
	swift format lint --strict --parallel --recursive $(SOURCES)

clean: ## Remove what was compiled; Output stays
	rm -rf .build

dependencies: swift
	@.ci/install-dependencies fonts

swift:
	@command -v swift >/dev/null || { \
	  echo "make: swift is not on the PATH. Install Swift 6.3 from https://www.swift.org/install/" >&2; exit 1; }
