#!/usr/bin/env python3
"""Makes the package of the README that uses both libraries, like its reader, and runs it.

    libraries.py

The Package.swift and the examples are those of the section "Libraries", and the program must print what stands below the
examples. The package depends on a version of this one: a copy with a tag, from which only the libraries may be built, and
no other package. Exits with 1 if anything differs.
"""
import os, pathlib, re, shutil, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
DEPENDENCY = re.compile(r'url: "[^"]*", branch: "main"')
# Every module of Swift or C that may be compiled.
LIBRARIES = {"Arrangements", "CBreakTables", "CICU", "Geometry", "TextLayout"}
# A module at a time, as in CI.
FLAGS = "-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -gline-tables-only".split()


def run(*command, **options):
    return subprocess.run(command, check=True, stdin=subprocess.DEVNULL, **options)


def documented():
    """The manifest, the program and its output."""
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## Libraries\n")[1].split("\n## ")[0]
    blocks = FENCE.findall(section)
    manifests = [text for kind, text in blocks if "import PackageDescription\n" in text]
    programs = [text for kind, text in blocks if kind == "swift" and text not in manifests]
    if len(manifests) != 1 or len(DEPENDENCY.findall(manifests[0])) != 1 or len(programs) != 2:
        sys.exit("libraries.py: README.md lacks a manifest with one dependency, or two examples")
    return manifests[0], "".join(programs), "".join(text for kind, text in blocks if not kind)


def copy_with_version(folder):
    """A repository with what git tracks here, as it is now."""
    names = run("git", "-c", "safe.directory=*", "ls-files", "-z", cwd=ROOT, stdout=subprocess.PIPE).stdout.split(b"\0")
    for name in filter(None, map(os.fsdecode, names)):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)
    git = ("git", "-c", "user.name=example", "-c", "user.email=example@example.org", "-C", folder)
    run(*git, "init", "--quiet")
    run(*git, "add", "--all")
    run(*git, "commit", "--quiet", "--message", "A version")
    run(*git, "tag", "1.0.0")


def main():
    manifest, program, printed = documented()
    faults = []
    with tempfile.TemporaryDirectory() as temporary:
        repository, package = pathlib.Path(temporary, "cardshelf"), pathlib.Path(temporary, "example")
        copy_with_version(repository)
        (package / "Sources/example").mkdir(parents=True)
        version = f'url: "{repository.as_uri()}", from: "1.0.0"'
        (package / "Package.swift").write_text(DEPENDENCY.sub(lambda _: version, manifest), encoding="utf-8")
        (package / "Sources/example/main.swift").write_text(program, encoding="utf-8")
        swift = ("swift", "build", "--package-path", package, "--cache-path", f"{temporary}/cache")
        run(*swift, *FLAGS)
        folder = pathlib.Path(run(*swift, "--show-bin-path", stdout=subprocess.PIPE, text=True).stdout.strip())

        output = run(folder / "example", stdout=subprocess.PIPE, text=True).stdout
        if output != printed:
            faults.append(f"the examples print\n{output}and not\n{printed}".rstrip())
        compiled = {file.relative_to(folder).parts[0].removesuffix(".build") for file in folder.glob("*.build/**/*.o")}
        others = compiled - LIBRARIES - {"example"}
        if others:
            faults.append(f"the libraries bring along {', '.join(sorted(others))}")
        packages = sorted(path.name for path in package.glob(".build/checkouts/*"))
        if packages != ["cardshelf"]:
            faults.append(f"the package needs {', '.join(packages)}")
    print("\n".join([*faults, f"README.md: {len(program.splitlines())} lines of examples, {len(faults)} faults"]))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
