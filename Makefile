.DEFAULT_GOAL := help
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' Makefile)

SOURCES := Package.swift Sources Tests Benchmarks

# With Swift's runtime in the program: it starts three times as fast, and runs where Swift is not installed.
RELEASE := swift build -c release --static-swift-stdlib $(RELEASE_FLAGS)

# What is made for tests. In a folder of its own, it can be made at the same time as a release, as in CI.
TEST_FOLDER ?= .build

# Backtraces need the numbers of lines. All else that is for debuggers takes a fifth of a build.
DEBUG := swift build --scratch-path $(TEST_FOLDER) -Xswiftc -gline-tables-only $(DEBUG_FLAGS)

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "\nChecks with browsers, attacks and faults: python3 Tests/Tools/prove"

site: dependencies ## Build cardshelf and, with it, the site in this folder into Output
	$(RELEASE) --product cardshelf
	.build/release/cardshelf build

# A regular expression: the names of the tests to run.
ONLY := .

test: dependencies ## Build and run all tests (ONLY=LayoutTests for some)
	@.ci/install-dependencies tests spec test-fonts
	$(DEBUG) --build-tests $(TEST_FLAGS)
	@# No test has a time limit of its own, because machines can be busy; a test that hangs ends here.
	FONTCONFIG_FILE=$(CURDIR)/Tests/Support/fonts.conf timeout 30m \
	  swift test --scratch-path $(TEST_FOLDER) --skip-build --parallel $(TEST_FLAGS) --filter '$(ONLY)'

# All tests together need more memory maps than Linux allows a process: set vm.max_map_count to 1048576 before.
test-threads: dependencies ## Run all tests under the thread sanitizer (ONLY=LayoutTests for some)
	@.ci/install-dependencies tests spec test-fonts
	swift build --build-tests --sanitize=thread --scratch-path .build/threads
	@# Suppressions need names. Some tests start the program where PATH leads to no other.
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/thread-sanitizer.txt external_symbolizer_path=$$(command -v llvm-symbolizer)" \
	  FONTCONFIG_FILE=$(CURDIR)/Tests/Support/fonts.conf \
	  swift test --skip-build --parallel --sanitize=thread --scratch-path .build/threads --filter '$(ONLY)'

# Counting lines needs a build of its own.
coverage: ## Run all tests, and say how many lines of each module they ran
	@$(MAKE) --no-print-directory test TEST_FOLDER=.build/coverage TEST_FLAGS=--enable-code-coverage
	python3 Tests/Tools/prove/coverage.py "$$(swift test --scratch-path .build/coverage --show-codecov-path)"

FUZZ_SECONDS := 600

# All is compiled anew, for libFuzzer and the sanitizers.
fuzz: dependencies ## Feed what reads foreign bytes with mutated ones, FUZZ_SECONDS each
	CARDSHELF_FUZZING=1 swift build -c release --product Fuzzing --scratch-path .build/fuzzing --sanitize=address \
	  -Xswiftc -enable-testing -Xswiftc -sanitize=fuzzer \
	  -Xcc -fsanitize=fuzzer-no-link,undefined -Xcxx -fsanitize=fuzzer-no-link,undefined
	python3 Tests/Tools/hostile/fuzz.py .build/fuzzing/release/Fuzzing --seconds $(FUZZ_SECONDS)

# BENCH="--cards 64000 --runs 7", for example; Benchmarks/run.py --help lists all.
BENCH :=

bench: dependencies ## Measure beside Hugo, browsers and the floor into Benchmarks/RESULTS.md (BENCH="--all" for 250,000 cards)
	@.ci/install-dependencies fonts bench
	$(RELEASE) --product cardshelf
	$(RELEASE) --product MicroBenchmarks
	swift build -c release --package-path Benchmarks/Floor --scratch-path .build/bench/floor
	python3 Benchmarks/run.py $(BENCH)

commands: site ## Write Documentation/Commands.md anew
	.ci/manual.py markdown .build/release/cardshelf > Documentation/Commands.md

reference: dependencies ## Write the reference of TextLayout and Arrangements, made by DocC
	$(DEBUG)
	.ci/reference .build/reference

release: dependencies ## Build a Debian package, portable archives, Python wheels and a container image
	@.ci/pin --check
	@.ci/install-dependencies fonts package
	$(RELEASE) --product cardshelf
	.ci/package .build/release/cardshelf .build/package
	.ci/portable .build/package/*.deb .build/package
	.ci/wheels .build/package
	.ci/image .build/package
	cd .build/package && sha256sum *.deb *.tar *.tar.* *.whl >SHA256SUMS

audit-libraries: ## Compare the libraries of the last release with the security tracker of Debian
	.ci/audit-libraries .build/package

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
