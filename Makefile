.DEFAULT_GOAL := help
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' Makefile)

SOURCES := Package.swift Sources Tests Benchmarks

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# With Swift's runtime in the program: it starts three times as fast, and runs where Swift is not installed.
RELEASE := swift build -c release --static-swift-stdlib

site: dependencies ## Build cardshelf and, with it, the site in this folder into Output
	$(RELEASE) --product cardshelf
	.build/release/cardshelf build

commands: site ## Write Documentation/Commands.md anew
	.ci/manual.py markdown .build/release/cardshelf > Documentation/Commands.md

play-themes: site ## Make the theme of the documentation, step by step
	@.ci/install-dependencies fonts
	python3 Tests/Tools/play_themes.py .build/release/cardshelf

play-guide: site ## Follow the guide in an empty folder, command by command
	@.ci/install-dependencies fonts
	python3 Tests/Tools/play_guide.py .build/release/cardshelf Documentation/Guide.md

PACKAGE := .build/package

release: dependencies ## Build a stripped binary and a Debian package, and say what they need
	@.ci/install-dependencies package
	$(RELEASE) --product cardshelf
	.ci/package .build/release/cardshelf $(PACKAGE)

prove-release: release ## Install the package on a bare Debian 12, and build the demo there
	PROGRAM=.build/release/cardshelf .ci/prove-package $(PACKAGE)/*.deb

reference: dependencies ## Write the reference of TextLayout and Arrangements, made by DocC
	swift build
	.ci/reference .build/reference

# Application cards in 88 languages, from Debian's packages.
CATALOGUE := .build/catalogue

audit-catalogue: site ## Audit real cards in 88 languages at nine widths
	@.ci/install-dependencies fonts browsers
	mkdir -p $(CATALOGUE)/site
	python3 Tests/Tools/catalogue.py fetch $(CATALOGUE)
	python3 Tests/Tools/catalogue.py write $(CATALOGUE) $(CATALOGUE)/site/Content --lang all
	cp -R Themes cardshelf.yml $(CATALOGUE)/site/
	.build/release/cardshelf build --root $(CATALOGUE)/site
	.build/release/cardshelf audit --root $(CATALOGUE)/site $(foreach width,$(CATALOGUE_WIDTHS),--width $(width))

# Texts that are hard to break. Pairs of ASCII signs, Unicode's tests, CommonMark's examples, and scripts mixed at random.
CORPORA := pairs line-break-test commonmark mixed

audit-corpora: site ## Audit texts that are hard to break at three widths
	@.ci/install-dependencies fonts spec browsers
	for corpus in $(CORPORA); do \
	  python3 Tests/Tools/corpus.py $$corpus .build/corpora/$$corpus && \
	  .build/release/cardshelf build --root .build/corpora/$$corpus 2>.build/corpora/$$corpus.log && \
	  .build/release/cardshelf audit --root .build/corpora/$$corpus --width 320 --width 390 --width 840 || exit; done

# Families that kern signs with letters: four with serifs, two without.
FAMILIES := Noto_Serif Vollkorn Gentium_Plus Linux_Libertine_O Noto_Sans Lato

audit-scripts: site ## Audit words of one script among those of another, in six families at nine widths (SHORT=1: in one at three)
	@.ci/install-dependencies fonts browsers $(if $(SHORT),,kerned-fonts)
	for family in $(if $(SHORT),Noto_Serif,$(FAMILIES)); do \
	  python3 Tests/Tools/corpus.py scripts .build/scripts/$$family --family "$$(echo $$family | tr _ ' ')" $(if $(SHORT),--count 300 --seed 3) && \
	  .build/release/cardshelf build --root .build/scripts/$$family 2>.build/scripts/$$family.log && \
	  .build/release/cardshelf audit --root .build/scripts/$$family $(if $(SHORT),--browser chromium firefox --width 320 600 1280,$(foreach width,$(CATALOGUE_WIDTHS),--width $(width))) || exit; done

audit-faces: site ## Audit the site set in CFF, variable and collected faces
	@.ci/install-dependencies fonts test-fonts browsers
	for kind in $$(Tests/Tools/faces.py .build/faces); do \
	  .build/release/cardshelf build --root .build/faces/$$kind && \
	  .build/release/cardshelf audit --root .build/faces/$$kind || exit; done

# THEMES="--theme cinema --kind demo", for example; SHORT=1, as CI has it, takes one page of each.
THEMES :=

audit-themes: site ## Audit the demo, samples and cards in ten languages with each theme
	@.ci/install-dependencies fonts browsers
	python3 Tests/Tools/themes.py audit .build/themes --catalogue $(CATALOGUE) $(THEMES)

# PAGES="--width 390", for example.
PAGES :=

# The sample of cinema has cards without a picture, which the demo and new sites have not.
audit-pages: site ## Hold the demo and new sites, with each theme, to the rules for pages: shifts, contrast, targets, keys, axe-core
	@.ci/install-dependencies fonts browsers
	python3 Tests/Tools/themes.py build .build/pages --kind demo sample starter $(filter-out --short,$(THEMES))
	$(if $(SHORT),,python3 Tests/Tools/page_rules.py prove $(firstword $(PAGE_FOLDERS)))
	python3 Tests/Tools/page_rules.py check $(PAGE_FOLDERS) .build/pages/cinema-sample/Output $(PAGES)
	python3 Tests/Tools/page_rules.py check $(call pages_of,starter) --fills --width $(if $(SHORT),1280 --scheme light,390 1280 1920)

pages_of = $(foreach theme,storefront cinema library,.build/pages/$(theme)-$(1)/Output)
PAGE_FOLDERS := $(call pages_of,demo)

picture-of-themes: site ## Take the picture of the themes in the documentation anew
	@.ci/install-dependencies fonts browsers images
	python3 Tests/Tools/themes.py build .build/pages --kind sample
	python3 Tests/Tools/theme_picture.py .build/pages Documentation/themes.png

audit-layouts: site ## Audit generated cards in every arrangement
	@.ci/install-dependencies fonts browsers
	python3 Tests/Tools/layouts.py .build/layouts
	.build/release/cardshelf build --root .build/layouts 2>.build/layouts.log
	.build/release/cardshelf audit --root .build/layouts

# Those that audits ask; SHORT=1, as CI has it, leaves out WebKit.
BROWSERS := chromium firefox webkit

audit-compare: site ## Use the compare page in real browsers with wheels, pointers and keys
	@.ci/install-dependencies fonts browsers
	python3 Tests/Tools/compare.py Output $(foreach browser,$(BROWSERS),--browser $(browser)) $(if $(SHORT),--from file)

audit-growth: site ## Open the site in Chromium with wider text spacing and larger fonts
	@.ci/install-dependencies fonts browsers
	python3 Tests/Tools/growth.py spacing Output
	$(if $(SHORT),,python3 Tests/Tools/growth.py font-size Output --size 20)
	python3 Tests/Tools/growth.py font-size Output --size 24
	$(if $(SHORT),,python3 Tests/Tools/growth.py prove Output)
	$(if $(SHORT),,python3 Tests/Tools/themes.py build .build/growth --kind demo starter)
	python3 Tests/Tools/growth.py reflow Output $(if $(SHORT),,$(foreach theme,storefront cinema library,.build/growth/$(theme)-demo/Output .build/growth/$(theme)-starter/Output)) --size 20 24 32

PHOTOGRAPHS := .build/photographs

audit-images: site ## Ask Chromium whether images are as large as they show, at one to three pixels for each of CSS
	@.ci/install-dependencies fonts browsers images
	python3 Tests/Tools/picture_weight.py make $(PHOTOGRAPHS)
	.build/release/cardshelf build --root $(PHOTOGRAPHS)
	python3 Tests/Tools/picture_weight.py check $(PHOTOGRAPHS)/Output $(if $(SHORT),--window 390x844 --window 1280x800)

audit-serve: site ## Try the preview server: crowds, hostile requests, and whole answers during edits
	@.ci/install-dependencies fonts browsers
	python3 Tests/Tools/serve.py crowd
	python3 Tests/Tools/serve.py hostile
	python3 Tests/Tools/serve.py atomic --edits $(EDITS)

EDITS := 1000

audit-report: site ## Open reports of changes in browsers, and use them as people do
	@.ci/install-dependencies fonts browsers images
	python3 Tests/Tools/report.py .build/release/cardshelf --prove $(if $(SHORT),--browser chromium,--site demo --site photographs) $(REPORT)

# XSS="--limit 12", for example; xss.py --help lists all.
XSS :=

torture-xss: site ## Put texts that attack into every place of a site, and open all that is made of them in Chromium
	@.ci/install-dependencies fonts browsers
	python3 Tests/Tools/xss.py $(XSS)

torture-bidi: site ## Put characters that turn text into every place, and look at what is beside it in Chromium
	@.ci/install-dependencies fonts browsers
	python3 Tests/Tools/bidi.py
	python3 Tests/Tools/bidi.py --prove >/dev/null

torture-styles: site ## Put random text into every place: none may reach a style sheet
	@.ci/install-dependencies fonts
	python3 Tests/Tools/style_text.py $(STYLES) --prove

# The folders whose pages are read: those that the other targets leave, as far as they are there.
HTML := Output $(wildcard $(CATALOGUE)/site/Output .build/xss/sites)
# MUTANTS="--count 150", for example.
MUTANTS :=

check-html: site ## Have the Nu HTML checker read all pages, and hold it against Cardshelf's own validation
	@.ci/install-dependencies fonts html
	rm -rf .build/html/report
	.build/release/cardshelf diff --against-folder Tests/Golden/layout.json --report .build/html/report --exit-zero-on-changes >/dev/null
	python3 Tests/Tools/html_checker.py prove Output
	python3 Tests/Tools/html_checker.py check $(HTML) .build/html/report
	python3 Tests/Tools/html_checker.py mutants $(MUTANTS)

# REPORT="--browser webkit", for example; report.py --help lists all.
REPORT :=

CATALOGUE_WIDTHS := 320 375 390 600 768 840 1080 1280 1680

# COST="--short", for example; pathological.py --help lists all.
COST :=

torture-cost: site ## Build texts that are made to cost too much, and measure them (COST="--short" in a minute)
	@.ci/install-dependencies fonts
	python3 Tests/Tools/pathological.py --prove
	python3 Tests/Tools/pathological.py $(COST)

# BOUNDARIES="--short" leaves out the theme's fields one by one.
BOUNDARIES :=

torture-boundaries: site ## Try the edges of numbers in every field and option
	@.ci/install-dependencies fonts
	python3 Tests/Tools/boundaries.py --prove
	python3 Tests/Tools/boundaries.py $(BOUNDARIES)

# SETTINGS="--seed 2 --count 1000", for example; random_sites.py --help lists all.
SETTINGS :=

torture-settings: dependencies ## Build 20,000 sites with random settings, cards and themes
	@.ci/install-dependencies fonts
	$(RELEASE) --product TryRandomSites
	python3 Tests/Tools/random_sites.py $(SETTINGS)

prove-placement: site ## Prove that style sheets place what layout.json states: in this site, and in those that other checks built
	$(RELEASE) --product ProvePlacement
	find Output $(wildcard .build/pages .build/themes .build/scripts .build/layouts .build/corpora .build/photographs .build/catalogue) \
	  -name layout.json -printf '%h\0' | sort -z | xargs -0 .build/release/ProvePlacement

audit: site ## Open the site in real browsers and compare every frame and line
	@.ci/install-dependencies fonts browsers
	.build/release/cardshelf audit $(foreach browser,$(BROWSERS),--browser $(browser))

break-tables: ## Ask the browsers where lines may break, after they changed
	@.ci/install-dependencies fonts browsers
	python3 Tests/Tools/break_tables.py

# BENCH="--cards 64000 --runs 7", for example; Benchmarks/run.py --help lists all.
BENCH :=

bench: dependencies ## Measure beside Hugo, browsers and the floor into Benchmarks/RESULTS.md (BENCH="--all" for 250,000 cards)
	@.ci/install-dependencies fonts bench
	$(RELEASE) --product cardshelf
	$(RELEASE) --product MicroBenchmarks
	swift build -c release --package-path Benchmarks/Floor --scratch-path .build/bench/floor
	python3 Benchmarks/run.py $(BENCH)

# TORTURE=--short takes a minute for all three, as CI does.
TORTURE :=

torture-machine: site ## Kill builds, refuse them system calls, disk, memory and descriptors, and look at what is published
	@.ci/install-dependencies fonts faults
	python3 Tests/Tools/machine_faults.py --prove
	python3 Tests/Tools/machine_faults.py $(TORTURE)

torture-files: site ## Build sites of hostile names, links, devices, paths that lead out, and files that change
	@.ci/install-dependencies fonts faults
	python3 Tests/Tools/hostile_tree.py --prove
	python3 Tests/Tools/hostile_tree.py $(TORTURE)

torture-git: site ## Compare with commits of repositories that are made to run, write or hang what they should not
	@.ci/install-dependencies fonts faults
	python3 Tests/Tools/hostile_repositories.py

torture-fonts: site ## Build with themes that bring damaged fonts, under limits of time and memory
	@.ci/install-dependencies fonts test-fonts
	python3 Tests/Tools/bad_fonts.py .build/release/cardshelf $(FONTS)

torture-images: site ## Compare what is read of images' headers with what made them, and build a site of hostile ones
	@.ci/install-dependencies images
	python3 Tests/Tools/images.py
	python3 Tests/Tools/hostile_images.py

torture-confinement: site ## Trace what the process that decodes images asks of the kernel
	@.ci/install-dependencies images faults
	python3 Tests/Tools/decoder_calls.py --prove
	python3 Tests/Tools/decoder_calls.py $(TORTURE)

# SHORT=1, as CI has it, takes a part of each.
torture-data: site ## Give shelves tables that are to cost time or memory
	@.ci/install-dependencies fonts
	python3 Tests/Tools/hostile_data.py

torture: torture-xss torture-bidi torture-styles torture-cost torture-data torture-boundaries torture-settings torture-machine torture-files torture-git torture-fonts torture-confinement torture-environment ## All of these; SHORT=1 takes minutes

checks: audit-images audit-pages audit audit-compare audit-growth audit-scripts audit-themes audit-report play-guide play-themes check-schemas reference prove-ci torture ## All that does not measure time (make -j3 -O checks SHORT=1)

ifdef SHORT
XSS := --limit 8
STYLES := --strings 600
COST := --short
BOUNDARIES := --short
SETTINGS := --short
TORTURE := --short
FONTS := --short
THEMES := --short
PAGES := --pages 1 --scheme light
BROWSERS := chromium firefox
EDITS := 50
endif

torture-environment: site ## Build the site under 64 circumstances, which must give the same bytes
	@.ci/install-dependencies fonts faults
	python3 Tests/Tools/same_bytes.py --prove
	python3 Tests/Tools/same_bytes.py $(TORTURE)

# No test has a limit of its own, as machines can be busy; what hangs is ended.
test: dependencies ## Build and run all tests
	@.ci/install-dependencies spec test-fonts
	swift build --build-tests
	FONTCONFIG_FILE=$(CURDIR)/Tests/Support/fonts.conf timeout 15m swift test --skip-build --parallel

# All is compiled anew, for libFuzzer and the sanitizers.
fuzz: dependencies ## Feed what reads foreign bytes with mutated ones, FUZZ_SECONDS each
	CARDSHELF_FUZZING=1 swift build -c release --product Fuzzing --scratch-path .build/fuzzing --sanitize=address \
	  -Xswiftc -enable-testing -Xswiftc -sanitize=fuzzer \
	  -Xcc -fsanitize=fuzzer-no-link,undefined -Xcxx -fsanitize=fuzzer-no-link,undefined
	python3 Tests/Tools/fuzz.py .build/fuzzing/release/Fuzzing --seconds $(FUZZ_SECONDS)

FUZZ_SECONDS := 600

test-threads: dependencies ## Run all tests under the thread sanitizer
	@.ci/install-dependencies spec test-fonts
	swift build --build-tests --sanitize=thread --scratch-path .build/threads
	TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/thread-sanitizer.txt \
	  swift test --skip-build --parallel --sanitize=thread --scratch-path .build/threads

format: swift ## Format all sources in place
	swift format --in-place --parallel --recursive $(SOURCES)

lint: swift ## Check the form of all sources
	swift format lint --strict --parallel --recursive $(SOURCES)

lint-workflows: ## Check the files that CI services read, and those that `cardshelf init` writes
	@.ci/install-dependencies lint
	python3 Tests/Tools/lint_workflows.py
	python3 Tests/Tools/lint_workflows.py --prove

check-schemas: site ## Hold what `cardshelf schema` prints against a table of files and the site's own
	@.ci/install-dependencies lint
	python3 Tests/Tools/schemas.py agree
	python3 Tests/Tools/schemas.py site .
	python3 Tests/Tools/schemas.py prove .

prove-ci: site ## Run the jobs that `cardshelf init` writes, as the services would
	@.ci/install-dependencies lint
	Tests/Tools/prove_ci.sh .build/release/cardshelf

clean: ## Remove what was compiled; Output stays
	rm -rf .build

dependencies: swift
	@.ci/install-dependencies fonts

swift:
	@command -v swift >/dev/null || { \
	  echo "make: swift is not on the PATH. Install Swift 6.3 from https://www.swift.org/install/" >&2; exit 1; }
