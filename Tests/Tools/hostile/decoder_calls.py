#!/usr/bin/env python3
"""Traces the system calls of the processes that decode images and try fonts, after they are confined, and reports
forbidden ones.

    decoder_calls.py [--program PROGRAM] [--short]
    decoder_calls.py --prove

`try-fonts` makes the fonts of a theme with fonts of its own. `make-picture` decodes images of thirteen kinds, whole and truncated, into each of four formats, for pages and for drawings, under strace. After the
filter of system calls is set, no file may be opened, no socket made and no program started, and each whole image must
be answered. No font may be looked for either, and none of the theme is read before. --prove traces a program without the filter, which must be detected. Needs strace and vips. Prints a line
for each fault and a summary; exits with 1 if there are faults.
"""
import argparse, collections, itertools, os, pathlib, re, shutil, subprocess, sys, tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
FORMATS = ["avif", "webp", "jpeg", "png"]
# Calls that open, start or reach something and were not refused.
# Own fonts of a theme: static, variable, and with CFF outlines.
FONTS = ["NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "Inter.var.ttf", "texgyreheros-regular.otf"]
REACHING = re.compile(r"\d+ +(open|openat|openat2|creat|socket|connect|execve|execveat|fork|vfork|unlink|unlinkat|rename|renameat2|mkdir|mkdirat|kill|ptrace)\(.*= \d+")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=REPOSITORY / ".build/release/cardshelf")
    parser.add_argument("--short", action="store_true", help="one format for each image")
    parser.add_argument("--prove", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        if options.prove:
            (work / "in").write_bytes(b"")
            faults = faults_of(traced(["sh", "-c", "cat /etc/hostname"], work)[1], "no filter")
            print(f"a program without the filter: {len(faults)} faults found")
            divided = "1 seccomp(SECCOMP_SET_MODE_FILTER <unfinished ...>\n2 futex(1) = 0\n1 <... seccomp resumed>) = 0\n"
            opened = "1 openat(3 <unfinished ...>\n2 futex(1) = 0\n1 <... openat resumed>) = "
            return 0 if len(faults) == 1 and not faults_of(joined(divided + opened + "-1 EPERM\n"), "") and faults_of(
                joined(divided + opened + "4\n"), "") else 1
        faults, refused, count = [], collections.Counter(), 0
        for number, (name, content, is_whole) in enumerate(images(work)):
            # Drawings decode with other functions.
            for format, is_for_drawing in [(FORMATS[number % 4], number // 2 % 2)] if options.short else itertools.product(FORMATS, (0, 1)):
                request = f"image 320 240 {number % 2} {is_for_drawing}\ncut 0 0 320 240\nfile 160 120 {format}\nfile 80 60 {format}\n\n".encode()
                (work / "in").write_bytes(request + content)
                code, trace = traced([options.program.resolve(), "make-picture"], work)
                count += 1
                what = f"{name} to {format}{' for a drawing' if is_for_drawing else ''}"
                faults += faults_of(trace, what)
                answer = (work / "out").read_bytes()
                if code != 0 or answer.startswith(b"color") != is_whole:
                    faults.append(f"{what}: ended with {code}: {answer[:80]!r}")
                refused.update(refusals(trace))
        code, trace, fonts = tried_fonts(options.program.resolve(), work)
        faults += faults_of(trace, "try-fonts")
        refused.update(refusals(trace))
        if code != 0:
            faults.append(f"try-fonts: ended with {code}")
        faults += [f"try-fonts: {line}" for line in behind(trace).splitlines() if re.search(r"\.(ttf|otf|ttc|lock|conf)\"", line)]
        for name in fonts:
            opened = re.search(rf'openat\([^\n]*{re.escape(name)}", O_RDONLY[^\n]* = (\d+)\n((?:.*\n)*?)\d+ +close\(\1\)', trace)
            if not opened or "read" in opened[2] or "mmap" not in opened[2]:
                faults.append(f"try-fonts: {name} is not only mapped")
    for fault in faults:
        print(fault)
    print(f"{count} images and {len(fonts)} fonts traced; refused, without harm: {dict(refused.most_common())}: {len(faults)} faults")
    return 1 if faults else 0


def refusals(trace):
    return re.findall(r"(\w+)\([^\n]*= -1 E(?:PERM|ACCES)", behind(trace))


def tried_fonts(program, work):
    """The exit code and the calls of the process that tries the fonts of a theme, and their names."""
    root = work / "site"
    shutil.copytree(REPOSITORY / "Themes", root / "Themes")
    (root / "cardshelf.yml").write_text("title: Trial\n")
    fonts = [path for folder in ("fonts", "texmf/fonts") for path in pathlib.Path("/usr/share", folder).rglob("*") if path.name in FONTS]
    for path in fonts:
        shutil.copy(path, root / "Themes/storefront" / path.name)
    theme = root / "Themes/storefront/theme.yml"
    theme.write_text(theme.read_text().replace("    - Noto Sans\n", "    - Noto Sans\n    - Inter\n    - TeX Gyre Heros\n", 1))
    (work / "in").write_text("".join(f"{weight} {slant} 32-126,1570-1610 text\n" for weight in (400, 700) for slant in ("upright", "italic")))
    names = [f"Themes/storefront/{path.name}" for path in fonts]
    code, trace = traced([program, "try-fonts", root, "storefront", *names], work)
    return code, trace, [path.name for path in fonts]


def traced(command, work):
    with open(work / "in", "rb") as given, open(work / "out", "wb") as taken:
        run = subprocess.run(
            ["strace", "-f", "-qq", "-o", work / "trace", "sh", "-c", f'exec "$@" 3>&{taken.fileno()}', "sh", *command], stdin=given,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[taken.fileno()], env={"LC_ALL": "C", "PATH": os.environ["PATH"]})
    return run.returncode, joined((work / "trace").read_text(errors="replace"))


def joined(trace):
    """The trace with each call in one line: strace divides it if another thread's call comes between."""
    begun, lines = {}, []
    for line in trace.splitlines():
        process, _, call = line.partition(" ")
        if line.endswith(" <unfinished ...>"):
            begun[process] = line.removesuffix(" <unfinished ...>")
        elif resumed := re.match(r" *<\.\.\. \w+ resumed>(.*)", call):
            lines.append(begun.pop(process, process + " ") + resumed[1])
        else:
            lines.append(line)
    return "".join(line + "\n" for line in [*lines, *begun.values()])


def behind(trace):
    """The calls after the filter."""
    return trace.partition("SECCOMP_SET_MODE_FILTER")[2]


def faults_of(trace, what):
    if not re.search(r"seccomp\(SECCOMP_SET_MODE_FILTER.*= 0", trace):
        return [f"{what}: no filter of system calls"]
    return [f"{what}: {line.strip()}" for line in behind(trace).splitlines() if REACHING.match(line) or "SIGSYS" in line]


def images(work):
    """Name, bytes, and whether the image can be decoded."""
    vips("gaussnoise", work / "one.v", 320, 240, "--mean", 128, "--sigma", 40, "--seed", 1)
    vips("bandjoin", f"{work / 'one.v'} {work / 'one.v'} {work / 'one.v'}", work / "three.v")
    vips("cast", work / "three.v", work / "cast.v", "uchar")
    vips("copy", work / "cast.v", work / "plain.v", "--interpretation", "srgb")
    vips("bandjoin_const", work / "plain.v", work / "alpha.v", 128)
    vips("icc_transform", work / "plain.v", work / "profile.v", "srgb", "--input-profile", "srgb")
    vips("icc_transform", work / "plain.v", work / "cmyk.v", "cmyk", "--input-profile", "srgb")
    vips("colourspace", work / "plain.v", work / "grey.v", "b-w")
    vips("colourspace", work / "plain.v", work / "deep.v", "rgb16")
    ways = [
        ("plain", "jpg"), ("plain", "jpg[interlace]"), ("profile", "jpg"), ("cmyk", "jpg"), ("grey", "jpg"), ("plain", "png"),
        ("deep", "png"), ("alpha", "png"), ("plain", "png[palette]"), ("plain", "webp"), ("alpha", "webp[lossless]"), ("plain", "avif"),
        ("alpha", "avif"),
    ]
    made = []
    for source, way in ways:
        path = work / f"made.{way}"
        vips("copy", work / f"{source}.v", path)
        content = (work / f"made.{way.split('[')[0]}").read_bytes()
        made.append((f"{source} {way}", content, True))
    for index in (0, 5, 9, 11):
        name, content, _ = made[index]
        made.append((f"half of {name}", content[:len(content) // 2], False))
    return made


def vips(*arguments):
    subprocess.run(["vips", *map(str, arguments)], check=True, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
