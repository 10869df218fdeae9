#!/usr/bin/env python3
"""Changes the code in one place at a time, and says which changes no test notices.

    mutants.py [--module NAME …] [--count N] [--seed N] [--only FILE] [--list] [--work DIR]

Operators, numbers, conditions and whole statements of modules that decide about layouts and pages are changed: a `<`
becomes `<=`, a 3 becomes 4, `if a` becomes `if !a`, and so on. All of them are compiled at once, into a copy of the
sources in DIR (default .build/mutants): each place asks the environment whether it is the one that is changed. So one
build serves all mutants, and each costs one run of the tests of its module.

Each mutant is a random choice that depends only on the seed and on the sources. What survives is printed with its
place: `never run` if no test comes there, `not noticed` if tests do. A survivor is a gap in the tests, or a change that
makes no difference. Exits with 1 if the tests fail without a mutant.
"""
import argparse, collections, os, pathlib, random, re, subprocess, sys, threading, time

PROJECT = pathlib.Path(__file__).resolve().parents[3]
SWITCH = "CARDSHELF_MUTANT"
REACHED = "CARDSHELF_MUTANT_REACHED"

# Where a module is, and the targets of the tests that concern it.
MODULES = {
    "Arrangements": ("Layout", ["ArrangementsTests"]),
    "CardLayout": ("Layout", ["CardLayoutTests"]),
    "SiteValidation": ("Output", ["SiteValidationTests", "PicturesTests"]),
}

# An operator, the one that takes its place, its precedence, and the types of both sides.
OPERATORS = {
    "<": ("<=", "Comparison", "Comparable"), "<=": ("<", "Comparison", "Comparable"),
    ">": (">=", "Comparison", "Comparable"), ">=": (">", "Comparison", "Comparable"),
    "==": ("!=", "Comparison", "Equatable"), "!=": ("==", "Comparison", "Equatable"),
    "+": ("-", "Addition", "AdditiveArithmetic"), "-": ("+", "Addition", "AdditiveArithmetic"),
    "*": ("/", "Multiplication", "BinaryInteger"), "/": ("*", "Multiplication", "BinaryInteger"),
    "%": ("/", "Multiplication", "BinaryInteger"), "&&": ("||", "LogicalConjunction", None), "||": ("&&", "LogicalDisjunction", None),
    "+=": ("-=", "Assignment", "AdditiveArithmetic"), "-=": ("+=", "Assignment", "AdditiveArithmetic"),
}
# A place that a compiler refuses is left out, in at most so many builds.
ROUNDS = 12


class Mutant:
    """A change of one place: texts to put in the place of ranges of the file, and declarations that they need."""

    def __init__(self, path, line, shown, make):
        self.path, self.line, self.shown, self.make = path, line, shown, make
        self.number = 0


def masked(text):
    """The code with blanks for texts and comments, so that places stay the same."""
    pattern = r'"""(?:\\.|[^\\])*?"""|#"(?:.)*?"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/|#/.*?/#'
    return re.sub(pattern, lambda found: re.sub(r"[^\n]", "_" if found[0][0] in '"#' else " ", found[0]), text, flags=re.S)


def mutants(path):
    text = path.read_text(encoding="utf-8")
    code = masked(text)
    starts = [0] + [found.end() for found in re.finditer("\n", code)]
    result = []
    for number, (start, end) in enumerate(zip(starts, starts[1:] + [len(code) + 1])):
        line, original = code[start: end - 1], text[start: end - 1]
        if re.match(r"\s*(case |default|import |@|#|precondition|assert|public import|fatalError|enum |indirect |infix )", line):
            continue

        def add(shown, make):
            result.append(Mutant(path, number + 1, f"{shown}: {original.strip()[:110]}", make))

        for found in re.finditer(r"(?<= )(<=|>=|==|!=|&&|\|\||\+=|-=|[<>+*/%-])(?= )", line):
            if re.match(r" nil\b", line[found.end():]) or found[1] in "+" and "_" * 2 in line:
                continue
            place, symbol = start + found.start(), found[1]
            add(f"{found.start() + 1}: {symbol} is {OPERATORS[symbol][0]}", lambda n, place=place, symbol=symbol: (
                [(place, place + len(symbol), operator(symbol, n))], declared(symbol, n)))
        for found in re.finditer(r"(?<![\w.$_])\d[\d_]*(?![\w.]|\s*:)", line):
            place, number_text = start + found.start(), found[0]
            add(f"{found.start() + 1}: {number_text} is one more", lambda n, place=place, t=number_text: ([(place, place + len(t), f"mutated(by: {n}, {t})")], ""))
        for found in re.finditer(r"(?<![\w.])(true|false)\b(?!\s*:)", line):
            place, value = start + found.start(), found[1]
            add(f"{found.start() + 1}: {value} is not", lambda n, place=place, t=value: ([(place, place + len(t), f"negated(by: {n}, {t})")], ""))
        for found in re.finditer(r"(?<![\w.])(min|max)\((?=[^()]*,)", line):
            place, name = start + found.start(), found[1]
            other = "max" if name == "min" else "min"
            add(f"{found.start() + 1}: {name} is {other}", lambda n, place=place, a=name, b=other: (
                [(place, place + len(a), f"{a}{n}")],
                f"func {a}{n}<T: Comparable>(_ a: T, _ b: T) -> T {{ isActive({n}) ? Swift.{b}(a, b) : Swift.{a}(a, b) }}\n"))
        found = re.match(r"(\s*(?:\} else )?(?:if|guard|while) )(?!.*\b(?:let|var|case|#available)\b)([^,{}]+?)(?= (?:else )?\{)", line)
        if found:
            a, b = start + found.start(2), start + found.end(2)
            add(f"{found.start(2) + 1}: negated", lambda n, a=a, b=b: ([(a, a, f"negated(by: {n}, "), (b, b, ")")], ""))
        found = re.match(r"(\s+)([a-zA-Z_][\w.]*(?:\[[^\]=]*\])? = .*[^{(\[,&|?:+=]|[a-z][\w.]*\([^{}]*\))$", line)
        # Room that is taken ahead makes no difference.
        if found and "reserveCapacity" not in line and not re.match(r"\s*(return|let|var|super|self\.|throw|try|static|public|private|if|guard|while|for)\b", line):
            a, b = start + found.start(2), start + found.end(2)
            add(f"{found.start(2) + 1}: left out", lambda n, a=a, b=b: ([(a, a, f"if !isActive({n}) {{ "), (b, b, " }")], ""))
    return result


def operator(symbol, number):
    return symbol + "".join(chr(0x2200 + digit) for digit in divmod(number, 256))


def declared(symbol, number):
    """The operator of one place."""
    other, precedence, kind = OPERATORS[symbol]
    name = operator(symbol, number)
    text = f"infix operator {name}: {precedence}Precedence\n"
    if kind is None:
        return text + (f"func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
                       f"{{ isActive({number}) ? try a {other} b() : try a {symbol} b() }}\n")
    if precedence == "Assignment":
        return text + f"func {name} <T: {kind}>(a: inout T, b: T) {{ if isActive({number}) {{ a {other} b }} else {{ a {symbol} b }} }}\n"
    result = "Bool" if precedence == "Comparison" else "T"
    return text + f"func {name} <T: {kind}>(a: T, b: T) -> {result} {{ isActive({number}) ? a {other} b : a {symbol} b }}\n"


SUPPORT = f"""
import Glibc

/// The number of the mutant that is tried; 0 is none.
private let activeMutant: Int = unsafe getenv("{SWITCH}").map {{ unsafe Int(atoi($0)) }} ?? 0

private let reached: Bool = {{
  guard let path = unsafe getenv("{REACHED}") else {{ return false }}
  close(unsafe open(path, O_CREAT | O_WRONLY, 0o644))
  return true
}}()

@inline(__always) func isActive(_ number: Int) -> Bool {{
  guard activeMutant == number else {{ return false }}
  _ = reached
  return true
}}

func negated(by number: Int, _ value: Bool) -> Bool {{ isActive(number) ? !value : value }}

func mutated<T: ExpressibleByIntegerLiteral & AdditiveArithmetic>(by number: Int, _ value: T) -> T {{
  isActive(number) ? value + 1 : value
}}
"""


def write_tree(work, chosen, modules):
    """A copy of what is compiled, changed only where it differs, so that a second build is short."""
    tree = work / "tree"
    tests = sorted({test for module in modules for test in MODULES[module][1]})
    by_path = collections.defaultdict(list)
    for mutant in chosen:
        by_path[mutant.path].append(mutant)
    supports = collections.defaultdict(str)
    wanted = {}
    for folder in ("Sources", "Tests", "Themes", "Documentation", "Content"):
        for path in (PROJECT / folder).rglob("*"):
            if path.is_file():
                wanted[path.relative_to(PROJECT)] = path.read_bytes()
    for name in ("Package.swift", "Package.resolved", "cardshelf.yml", "README.md", "CHANGELOG.md", "ARCHITECTURE.md"):
        wanted[pathlib.Path(name)] = (PROJECT / name).read_bytes()
    for path, own in by_path.items():
        # The places of texts, not of bytes.
        text = path.read_text(encoding="utf-8")
        edits = []
        for mutant in own:
            changes, declaration = mutant.make(mutant.number)
            edits += changes
            supports[path.relative_to(PROJECT).parts[2]] += declaration
        # What is put before a place is put there last.
        for start, end, new in sorted(edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
            text = text[:start] + new + text[end:]
        wanted[path.relative_to(PROJECT)] = text.encode()
    for module in modules:
        folder = pathlib.Path("Sources") / MODULES[module][0] / module
        wanted[folder / "Mutants.swift"] = (SUPPORT + supports[module]).encode()
    manifest = wanted[pathlib.Path("Package.swift")].decode().replace("  .treatAllWarnings(as: .error),\n", "")
    names = ", ".join(f'"{test}"' for test in tests)
    # Only what these tests need is compiled.
    wanted[pathlib.Path("Package.swift")] = f"""{manifest}
var kept: Set<String> = [{names}]
var waiting = Array(kept)
while let name = waiting.popLast() {{
  for dependency in package.targets.first(where: {{ $0.name == name }})?.dependencies ?? [] {{
    switch dependency {{
    case .targetItem(let name, _), .byNameItem(let name, _): if kept.insert(name).inserted {{ waiting.append(name) }}
    default: break
    }}
  }}
}}
package.targets.removeAll {{ !kept.contains($0.name) }}
package.products.removeAll()
package.dependencies.removeAll()
""".encode()
    for path in tree.rglob("*"):
        if path.is_file() and path.relative_to(tree) not in wanted:
            path.unlink()
    for path, content in wanted.items():
        place = tree / path
        if not place.is_file() or place.read_bytes() != content:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    return tree


def build(work, chosen, modules):
    """Compiles all mutants that can be compiled, and returns them."""
    log = work / "build.log"
    for _ in range(ROUNDS):
        tree = write_tree(work, chosen, modules)
        with log.open("wb") as file:
            code = subprocess.run(
                ["swift", "build", "--build-tests", "--package-path", tree, "--scratch-path", work / "build", "-Xswiftc", "-gline-tables-only"],
                stdout=file, stderr=file).returncode
        if code == 0:
            return chosen
        text = log.read_text(encoding="utf-8", errors="replace")
        places = {(match[1], int(match[2])) for match in re.finditer(rf"^{re.escape(str(tree))}/(\S+):(\d+):\d+: error:", text, re.M)}
        # An error in a declaration of a place names this declaration.
        supports = {str(path.relative_to(tree)): path.read_text().splitlines() for path in tree.rglob("Mutants.swift")}
        numbers = {int(found[1]) for path, line in places if path in supports for found in [re.search(r"isActive\((\d+)\)", supports[path][line - 1])] if found}
        # A property that is not set is found at the end of its initializer: the last mutant up to the line is at fault.
        guilty = set(numbers)
        for path, line in places:
            above = [mutant for mutant in chosen if str(mutant.path.relative_to(PROJECT)) == path and mutant.line <= line]
            guilty |= {mutant.number for mutant in above if mutant.line == above[-1].line}
        left = [mutant for mutant in chosen if mutant.number not in guilty]
        if len(left) == len(chosen):
            sys.exit(f"mutants: the build failed without a mutant that is at fault; see {log}")
        print(f"{len(chosen) - len(left)} that do not compile are left out", flush=True)
        chosen = left
    sys.exit(f"mutants: {ROUNDS} builds failed; see {log}")


def tried(work, mutant, tests, limit):
    """Returns how tests end with a mutant: `killed`, `never run` or `not noticed`; and the seconds that they took."""
    reached = work / "reached"
    reached.unlink(missing_ok=True)
    environment = dict(os.environ, FONTCONFIG_FILE=str(work / "tree/Tests/Support/fonts.conf"))
    environment |= {SWITCH: str(mutant), REACHED: str(reached)}
    program = next((work / "build/debug").glob("*.xctest"))
    began = time.monotonic()
    tests = subprocess.Popen(
        [program, "--testing-library", "swift-testing", "--filter", f"^({'|'.join(tests)})\\."], env=environment, cwd=work / "tree",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # The first failure is enough.
    timer = threading.Timer(limit, tests.kill)
    timer.start()
    for line in tests.stdout:
        if line.startswith("\u2718".encode()):
            tests.kill()
    code = tests.wait()
    timer.cancel()
    state = "killed" if code else "not noticed" if reached.exists() else "never run"
    return state, time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append", choices=MODULES, help="by default all")
    parser.add_argument("--count", type=int, default=100, help="the number of mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a part of the paths of files")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    parser.add_argument("--work", type=pathlib.Path, default=PROJECT / ".build/mutants")
    options = parser.parse_args()
    modules = options.module or list(MODULES)
    files = [path for module in modules for path in sorted((PROJECT / "Sources" / MODULES[module][0] / module).glob("*.swift"))]
    every = [mutant for path in files if options.only in str(path) for mutant in mutants(path)]
    chosen = random.Random(options.seed).sample(every, min(options.count, len(every)))
    chosen.sort(key=lambda mutant: (mutant.path, mutant.line))
    for number, mutant in enumerate(chosen, 1):
        mutant.number = number
    print(f"{len(every)} mutants, {len(chosen)} of them chosen with seed {options.seed}", flush=True)
    place = lambda mutant: f"{mutant.path.relative_to(PROJECT)}:{mutant.line}:{mutant.shown}"
    if options.list:
        for mutant in chosen:
            print(place(mutant))
        return
    options.work.mkdir(parents=True, exist_ok=True)
    chosen = build(options.work, chosen, modules)
    limits = {}
    for module in modules:
        state, seconds = tried(options.work, 0, MODULES[module][1], 3600)
        if state == "killed":
            sys.exit(f"mutants: the tests of {module} fail without a mutant")
        # A mutant may not end; a busy machine may take longer.
        limits[module] = 30 + 10 * seconds
    counts = collections.Counter()
    for mutant in chosen:
        module = mutant.path.relative_to(PROJECT).parts[2]
        state, _ = tried(options.work, mutant.number, MODULES[module][1], limits[module])
        counts[module, state] += 1
        if state != "killed":
            print(f"{state}: {place(mutant)}", flush=True)
    for module in modules:
        killed, unseen, unnoticed = (counts[module, state] for state in ("killed", "never run", "not noticed"))
        print(f"{module}: {killed + unseen + unnoticed} mutants, {killed} killed, {unseen} never run, {unnoticed} not noticed")


if __name__ == "__main__":
    sys.exit(main())
