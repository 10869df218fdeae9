"""The checks that `prove` runs: their requirements, and their commands in full and in short."""
import dataclasses

PROGRAM = ".build/release/cardshelf"
BROWSER, HOSTILE, CORPORA, PROVE = (f"python3 Tests/Tools/{folder}" for folder in ("browser", "hostile", "corpora", "prove"))
CATALOGUE_WIDTHS = (320, 375, 390, 600, 768, 840, 1080, 1280, 1680)
# Families before those of a theme that lack some marks and letters: one with CFF outlines, one without many marks, one without Cyrillic.
MARKED_FAMILIES = ("EB Garamond", "Lato", "Vollkorn")
# Families with kerning between signs and letters: four with serifs, two without.
KERNED_FAMILIES = ("Noto Serif", "Vollkorn", "Gentium Plus", "Linux Libertine O", "Noto Sans", "Lato")
THEMES = ("storefront", "cinema", "library")


@dataclasses.dataclass
class Check:
    title: str
    # Names of `.ci/install-dependencies`.
    groups: list
    # Shell commands, run from the root of the project; the first failure ends the check.
    commands: list
    # Executables besides cardshelf.
    products: tuple = ()
    is_in_all: bool = True
    # Begins before the others of `all`, so that none is left to run alone at the end.
    is_long: bool = False


def checks(short):
    browsers = "chromium firefox" if short else "chromium firefox webkit"
    each_browser = " ".join(f"--browser {browser}" for browser in browsers.split())
    widths = " ".join(f"--width {width}" for width in CATALOGUE_WIDTHS)
    brief = "--short" if short else ""

    def full(*commands):
        return [] if short else list(commands)

    def outputs(folder, kind):
        return " ".join(f"{folder}/{theme}-{kind}/Output" for theme in THEMES)

    def corpus(name):
        folder = f".build/corpora/{name}"
        return [f"{CORPORA}/corpus.py {name} {folder}", f"{PROGRAM} build --root {folder} 2>{folder}.log",
                f"{PROGRAM} audit --root {folder} --width 320 --width 390 --width 840"]

    def scripts(family):
        folder = f".build/scripts/{family.replace(' ', '_')}"
        size, asked = ("--count 300 --seed 3", "--browser chromium firefox --width 320 600 1280") if short else ("", widths)
        return [f"{CORPORA}/corpus.py scripts {folder} --family '{family}' {size}", f"{PROGRAM} build --root {folder} 2>{folder}.log",
                f"{PROGRAM} audit --root {folder} {asked}"]

    def numbers(theme):
        folder = f".build/numbers/{theme}"
        asked = "--browser chromium firefox --width 320 840 1080" if short else widths
        return [f"{CORPORA}/corpus.py numbers {folder} --theme {theme}", f"{PROGRAM} build --root {folder} 2>{folder}.log",
                f"{PROGRAM} audit --root {folder} {asked}"]

    def marks(theme, family=None):
        folder = f".build/marks/{(family or theme).replace(' ', '_')}"
        size, asked = ("--count 46", "--browser chromium firefox --width 320 600 1280") if short else ("", widths)
        return [f"{CORPORA}/corpus.py marks {folder} --theme {theme} {f'--family {chr(39)}{family}{chr(39)}' if family else ''} {size}",
                f"{PROGRAM} build --root {folder} 2>{folder}.log", f"{PROGRAM} audit --root {folder} {asked}"]

    catalogue, layouts, photographs, pages, reader, growth, pictures = (
        f".build/{name}" for name in ("catalogue", "layouts", "photographs", "pages", "reader", "growth", "pictures"))
    catalogue_site = [
        f"mkdir -p {catalogue}/site", f"{CORPORA}/catalogue.py fetch {catalogue}",
        f"{CORPORA}/catalogue.py write {catalogue} {catalogue}/site/Content --lang all",
        f"cp -R Themes cardshelf.yml {catalogue}/site/", f"{PROGRAM} build --root {catalogue}/site"]

    return {
        # Layout: browsers show what `layout.json` states.
        "audit": Check("Compare every frame and line of the site with browsers", ["fonts", "browsers"],
                       [f"{PROGRAM} audit {each_browser}"]),
        "audit-themes": Check(
            "Audit the demo, samples and cards in ten languages with each theme", ["fonts", "browsers"],
            [f"{CORPORA}/themes.py audit .build/themes --catalogue {catalogue} {brief}"]),
        "audit-scripts": Check(
            "Audit words of one script among those of another", ["fonts", "browsers"] + ([] if short else ["kerned-fonts"]),
            [command for family in KERNED_FAMILIES[:1 if short else None] for command in scripts(family)]),
        "audit-numbers": Check(
            "Audit numbers, prices and dates among words from right to left", ["fonts", "browsers"],
            [command for theme in THEMES[:1 if short else None] for command in numbers(theme)]),
        "audit-marks": Check(
            "Audit letters with marks, and signs of scripts, in families that lack some", ["fonts", "kerned-fonts", "browsers"],
            [command for theme in ((THEMES[1],) if short else THEMES) for command in marks(theme)]
            + [command for family in MARKED_FAMILIES[:1 if short else None] for command in marks(THEMES[0], family)]),
        "audit-catalogue": Check(
            "Audit real cards in 88 languages at nine widths", ["fonts", "browsers"],
            [*catalogue_site, f"{PROGRAM} audit --root {catalogue}/site {widths}"], is_in_all=False),
        "audit-corpora": Check(
            "Audit texts that are hard to break at three widths", ["fonts", "spec", "browsers"],
            [command for name in ("pairs", "line-break-test", "commonmark", "mixed") for command in corpus(name)],
            is_in_all=False),
        "audit-late-fonts": Check(
            "Audit in Firefox with fonts that arrive after the text was laid out", ["fonts", "browsers"],
            [f"{BROWSER}/late_fonts.py --prove", f"{BROWSER}/late_fonts.py .",
             *full(f"{CORPORA}/corpus.py mixed .build/corpora/mixed", f"{PROGRAM} build --root .build/corpora/mixed 2>.build/corpora/mixed.log",
                   f"{BROWSER}/late_fonts.py .build/corpora/mixed")]),
        "audit-faces": Check(
            "Audit the site set in CFF, variable and collected faces", ["fonts", "test-fonts", "browsers"],
            [f"for kind in $({CORPORA}/faces.py .build/faces); do {PROGRAM} build --root .build/faces/$kind; "
             f"{PROGRAM} audit --root .build/faces/$kind; done"], is_in_all=False),
        "audit-layouts": Check(
            "Audit generated cards in every arrangement", ["fonts", "browsers"],
            [f"{CORPORA}/layouts.py {layouts}", f"{PROGRAM} build --root {layouts} 2>{layouts}.log",
             f"{PROGRAM} audit --root {layouts}"], is_in_all=False),

        "gfm": Check(
            "Compare tables, tasks, struck text and addresses with those of cmark-gfm and comrak", ["fonts", "gfm", "pypi"],
            [*full(f"{CORPORA}/gfm.py prove .build/gfm/site"),
             f"{CORPORA}/gfm.py compare .build/gfm/site --count {500 if short else 10_000}"]),

        # Pages: what people see and use.
        "pages": Check(
            "Hold the demo and new sites, with each theme, to the rules for pages: shifts, contrast, targets, keys, axe-core",
            ["fonts", "browsers", "pypi"],
            # The sample of cinema has cards without a picture, unlike the demo and new sites.
            [f"{CORPORA}/themes.py build {pages} --kind demo sample starter",
             *full(f"{BROWSER}/page_rules.py prove {pages}/storefront-demo/Output"),
             f"{BROWSER}/page_rules.py check {outputs(pages, 'demo')} {pages}/cinema-sample/Output "
             + ("--pages 1 --scheme light" if short else ""),
             f"{BROWSER}/page_rules.py check {outputs(pages, 'starter')} --fills "
             + ("--width 1280 --scheme light" if short else "--width 390 1280 1920")]),
        "reader": Check(
            "Find, quote and copy the words of pages in Chromium, and read them without style sheets", ["fonts", "browsers"],
            [*full(f"{BROWSER}/reader.py prove Output"),
             f"{BROWSER}/reader.py check Output {'--width 390 1280' if short else ''}",
             *full(f"{BROWSER}/stillness.py prove Output"),
             # What is behind an inline element moves within its line, or with its word to another one.
             f"{BROWSER}/stillness.py check Output --most {'.01 --page index.html --width 390 1280 --late 1' if short else '.1'}",
             *full(f"{CORPORA}/themes.py build {reader} --kind demo sample starter",
                   f"{BROWSER}/reader.py check {outputs(reader, 'demo')} {outputs(reader, 'sample')} {outputs(reader, 'starter')}",
                   *catalogue_site,
                   f"python3 Benchmarks/corpus.py {reader}/english --cards 5000", f"{PROGRAM} build --root {reader}/english",
                   f"{BROWSER}/reader.py check {catalogue}/site/Output {reader}/english/Output --width 390 1280")]),
        "costs": Check(
            "Compare what pages cost Chromium with plain pages of the same cards", ["fonts", "browsers"],
            [f"{BROWSER}/costs.py write .build/costs/{count} --cards {count}; {PROGRAM} build --root .build/costs/{count} 2>/dev/null"
             for count in (20, 200, 2000)]
            + [f"{BROWSER}/costs.py prove .build/costs/2000/Output",
               f"{BROWSER}/costs.py check .build/costs/2000/Output --first .25 --resize .25",
               f"{BROWSER}/costs.py check .build/costs/200/Output --fonts --first .7 --resize 1",
               f"{BROWSER}/costs.py check .build/costs/20/Output --fonts --first 1.1 --resize 1.1",
               f"{BROWSER}/costs.py paint Output"], is_in_all=False),
        "growth": Check(
            "Open pages in Chromium with wider text spacing and larger fonts", ["fonts", "browsers"],
            [f"{BROWSER}/growth.py spacing Output", *full(f"{BROWSER}/growth.py font-size Output --size 20"),
             f"{BROWSER}/growth.py font-size Output --size 24", *full(f"{BROWSER}/growth.py prove Output"),
             *full(f"{CORPORA}/themes.py build {growth} --kind demo starter"),
             f"{CORPORA}/reflow.py {growth}/words", f"{PROGRAM} build --root {growth}/words",
             f"{BROWSER}/growth.py spacing {growth}/words/Output --width 320 1280",
             f"{BROWSER}/growth.py reflow {growth}/words/Output --size 16 32 --width 320 390 {'' if short else '768 1280 1920'}",
             f"{BROWSER}/growth.py reflow {growth}/words/Output --size 16 32 --without-fonts --width 320 {'' if short else '768 1280 1920'}",
             f"{BROWSER}/growth.py reflow Output {'' if short else outputs(growth, 'demo') + ' ' + outputs(growth, 'starter')} "
             "--size 20 24 32"]),
        "images": Check(
            "Ask Chromium whether images are as large as they show, at one to three pixels for each of CSS",
            ["fonts", "browsers", "images"],
            [f"{BROWSER}/picture_weight.py make {photographs}", f"{PROGRAM} build --root {photographs}",
             f"{BROWSER}/picture_weight.py check {photographs}/Output "
             + ("--window 390x844 --window 1280x800" if short else "")], is_long=True),
        "pictures": Check(
            "Compare pictures with screenshots of Chromium", ["fonts", "browsers", "images"],
            [f"{CORPORA}/themes.py build {pictures} --kind demo", f"{BROWSER}/picture.py prove {pictures}",
             *full(f"{BROWSER}/picture_weight.py make {pictures}/photographs", f"{PROGRAM} build --root {pictures}/photographs"),
             f"{BROWSER}/picture.py check {pictures} {brief or f'--site {pictures}/photographs --seconds 0.3'}"]),
        "compare": Check("Use the compare page with wheels, pointers and keys", ["fonts", "browsers"],
                         [f"{BROWSER}/compare.py Output {each_browser} {'--from file' if short else ''}"]),
        "controls": Check(
            "Use every control of compare pages and reports, at four widths of the window", ["fonts", "browsers"],
            [*full(f"{BROWSER}/controls.py {PROGRAM} --prove --from file"),
             f"{BROWSER}/controls.py {PROGRAM} "
             + ("--browser chromium --width 700 1440 --from file" if short else "")], is_long=True),
        "report": Check(
            "Use reports of changes as people do", ["fonts", "browsers", "images"],
            [f"{BROWSER}/report.py {PROGRAM} --prove "
             + ("--short --browser chromium --site demo --site photographs" if short else "")], is_long=True),

        # Attacks and faults.
        "xss": Check("Put texts that attack into every place of a site, and open the pages in Chromium",
                     ["fonts", "browsers", "pypi"], [f"{HOSTILE}/xss.py {'--limit 8' if short else ''}"]),
        "bidi": Check("Put characters that turn text into every place, and look at what is beside it in Chromium",
                      ["fonts", "browsers"], [f"{HOSTILE}/bidi.py --prove >/dev/null", f"{HOSTILE}/bidi.py"]),
        "styles": Check("Put random text into every place: none may reach a style sheet", ["fonts"],
                        [f"{HOSTILE}/style_text.py {'--strings 600' if short else ''} --prove"]),
        "cost": Check("Build texts that are made to cost too much, and measure them", ["fonts"],
                      [f"{HOSTILE}/pathological.py --prove", f"{HOSTILE}/pathological.py {brief}"]),
        "instructions": Check("Count what a card costs in four corpora, in instructions", ["fonts", "counting"],
                              ["python3 Benchmarks/instructions.py"]),
        "data": Check("Give shelves tables that cost time or memory", ["fonts"], [f"{HOSTILE}/hostile_data.py"]),
        "boundaries": Check("Try the edges of numbers in every field and option", ["fonts"],
                            [f"{HOSTILE}/boundaries.py --prove", f"{HOSTILE}/boundaries.py {brief}"]),
        "random-sites": Check("Build 20,000 sites with random settings, cards and themes", ["fonts"],
                              [f"{HOSTILE}/random_sites.py {brief}"], products=("TryRandomSites",)),
        "edits": Check("Edit sites 5,000 times: what is kept gives what a build from nothing gives", ["fonts"],
                       [f"{HOSTILE}/edited_sites.py {brief}"], products=("TryRandomSites",)),
        "corpus": Check("Run the inputs that fuzzing has found, and others that resemble them", ["fonts", "spec", "test-fonts"],
                        [f"CARDSHELF_FUZZ_SECONDS={3 if short else 45} make --no-print-directory test ONLY=FuzzTargetTests"]),
        "machine": Check("Kill builds, refuse them system calls, disk, memory and descriptors", ["fonts", "faults"],
                         [f"{HOSTILE}/machine_faults.py --prove", f"{HOSTILE}/machine_faults.py {brief}"]),
        "files": Check("Build sites of hostile names, links, devices and paths that lead out", ["fonts", "faults"],
                       [f"{HOSTILE}/hostile_tree.py --prove", f"{HOSTILE}/hostile_tree.py {brief}"]),
        "git": Check("Compare with commits of hostile repositories", ["fonts", "faults"],
                     [f"{HOSTILE}/hostile_repositories.py"]),
        "fonts": Check("Build with damaged fonts, under limits of time and memory", ["fonts", "test-fonts"],
                       [f"{HOSTILE}/bad_fonts.py {PROGRAM} {brief}"]),
        "headers": Check("Compare what is read of images' headers with the programs that made them, and build hostile ones",
                         ["images"], [f"{PROVE}/images.py", f"{HOSTILE}/hostile_images.py"], is_in_all=False),
        "confinement": Check("Trace what the processes that decode images and try fonts ask of the kernel", ["fonts", "test-fonts", "images", "faults"],
                             [f"{HOSTILE}/decoder_calls.py --prove", f"{HOSTILE}/decoder_calls.py {brief}"]),
        "surroundings": Check("Run all commands in 57 broken surroundings: no gate passes that has checked nothing",
                              ["fonts", "browsers"], [f"{HOSTILE}/surroundings.py {brief}"]),
        "same-bytes": Check("Build the site under 64 circumstances: the bytes are the same", ["fonts", "faults"],
                            [f"{HOSTILE}/same_bytes.py --prove", f"{HOSTILE}/same_bytes.py {brief}"]),
        "serve": Check("Try the preview server: crowds, hostile requests, and whole answers during edits",
                       ["fonts", "browsers"],
                       [f"{HOSTILE}/serve.py crowd", f"{HOSTILE}/serve.py hostile",
                        f"{HOSTILE}/serve.py atomic --edits {50 if short else 1000}"], is_in_all=False),

        # Files and documents.
        "steady": Check("Lay the site out many times: all layouts are equal", ["fonts"],
                        [f"{PROVE}/steady.py . --count {20 if short else 1000}"]),
        "html": Check(
            "Have the Nu HTML checker read all pages, and compare it with Cardshelf's own validation", ["fonts", "html", "pypi"],
            ["rm -rf .build/html/report",
             f"{PROGRAM} diff --against-folder Tests/Golden/layout.json --report .build/html/report --exit-zero-on-changes >/dev/null",
             f"{PROVE}/html_checker.py prove Output",
             f"{PROVE}/html_checker.py check Output .build/html/report "
             f"$(find {catalogue}/site/Output .build/xss/sites -maxdepth 0 2>/dev/null || true)",
             f"{PROVE}/html_checker.py mutants {'--count 100' if short else ''}"], is_in_all=False),
        "placement": Check(
            "Prove that style sheets place what layout.json states: in this site, and in those that other checks built", [],
            ["find Output $(find .build/pages .build/themes .build/scripts .build/numbers .build/layouts .build/corpora .build/photographs "
             ".build/catalogue -maxdepth 0 2>/dev/null || true) -name layout.json -printf '%h\\0' "
             "| sort -z | xargs -0 .build/release/ProvePlacement"], products=("ProvePlacement",), is_in_all=False),
        "guide": Check("Follow the guide in an empty folder, command by command", ["fonts"],
                       [f"{PROVE}/play_guide.py {PROGRAM} Documentation/Guide.md"]),
        "themes": Check("Make the theme of the documentation, step by step", ["fonts"],
                        [f"{PROVE}/play_themes.py {PROGRAM}"]),
        "schemas": Check("Hold what `cardshelf schema` prints against a table of files and the site's own", ["lint"],
                         [f"{PROVE}/schemas.py agree", f"{PROVE}/schemas.py site .", f"{PROVE}/schemas.py prove ."]),
        "workflows": Check("Check the files that CI services read, and those that `cardshelf init` writes", ["lint"],
                           [f"{PROVE}/lint_workflows.py", f"{PROVE}/lint_workflows.py --prove", ".ci/pin --check"]),
        "ci": Check("Run the jobs that `cardshelf init` writes, as the services would: checks, comments, previews, approvals, releases", ["fonts", "lint", "tests"],
                    [f"{PROVE}/fetch_release.py", f"{PROVE}/play_reviews.py {PROGRAM}", f"Tests/Tools/prove/prove_ci.sh {PROGRAM}"]),
        "artifacts": Check("Give the jobs with rights artifacts that attack, and read their comments as GitHub would", ["gfm"],
                           [*full(f"{HOSTILE}/hostile_artifacts.py --prove"), f"{HOSTILE}/hostile_artifacts.py"]),
        "libraries": Check("Use both libraries from a package of one's own, as the README says", ["fonts"], [f"{PROVE}/libraries.py"]),
        "reference": Check("Build the reference of TextLayout and Arrangements with DocC", [], ["make --no-print-directory reference"]),
        "package": Check("Install the Debian package on a bare Debian 12, and build the demo there", ["package"],
                         ["make --no-print-directory release", f"PROGRAM={PROGRAM} .ci/prove-package .build/package/*.deb"],
                         is_in_all=False),
        "portable": Check("Run the portable program in an empty folder with /proc and on bare Debian systems",
                          ["fonts", "package"],
                          ["make --no-print-directory release",
                           f".ci/prove-portable .build/package {PROGRAM} --measure --debian bullseye bookworm trixie testing"],
                          is_in_all=False),
        "launcher": Check("Start a program for AArch64 with the launcher of portable folders, under an emulator", ["emulation"],
                          [f"{PROVE}/launcher.py"], is_in_all=False),
        "downloads": Check("Install the wheels and unpack the image, and build a site with each", ["fonts", "package"],
                           ["make --no-print-directory release", f".ci/prove-downloads .build/package {PROGRAM}"], is_in_all=False),
        "break-tables": Check("Ask the browsers where lines may break, after they changed, and write the tables",
                              ["fonts", "browsers"], [f"{BROWSER}/break_tables.py"], is_in_all=False),
        "comment-picture": Check(
            "Take the picture of a comment on a pull request", ["fonts", "browsers", "gfm", "images"],
            [f"{BROWSER}/comment_picture.py {PROGRAM} Documentation/comment.png"], is_in_all=False),
        "theme-picture": Check(
            "Take the picture of the themes in the documentation", ["fonts", "browsers", "images"],
            [f"{CORPORA}/themes.py build {pages} --kind sample",
             f"{BROWSER}/theme_picture.py {pages} Documentation/themes.png"], is_in_all=False),
    }
