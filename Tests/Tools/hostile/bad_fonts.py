#!/usr/bin/env python3
"""Builds sites whose theme has a damaged font, under limits of time and memory.

    bad_fonts.py CARDSHELF [--count N] [--seed N] [--short]

Fonts of the machine are damaged at random: bits of a table, its length or its place in the directory, counts at its
start, or the end of the file. Each build must end by itself, with at most a second of CPU time and 256 MB, and give a
site or findings that name the font or the family. Prints one line for each fault and a summary; exits with 1 if there
are faults.
"""
import argparse, os, pathlib, random, re, resource, shutil, struct, subprocess, sys, tempfile, time

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
FAMILIES = {"NotoSans-Regular.ttf": "Noto Sans", "Inter.var.ttf": "Inter", "texgyreheros-regular.otf": "TeX Gyre Heros"}
SECONDS, MEGABYTES = 1.0, 256
CARD = "---\ntitle: Waffle office\nsubtitle: AVAVA Tête-à-tête\ntags: [a, b]\n---\nText, *more* of it, and the end.\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="60 fonts")
    options = parser.parse_args()
    count = 60 if options.short else options.count
    fonts = {path.name: path for path in pathlib.Path("/usr/share/fonts").rglob("*") if path.name in FAMILIES}
    if not fonts:
        print("none of the fonts is installed")
        return 1
    generator = random.Random(options.seed)
    faults, built, refused, worst = [], 0, 0, (0.0, 0)
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        for number in range(count):
            name = sorted(fonts)[number % len(fonts)]
            # Every tenth font is undamaged, to show that builds use them.
            damage, bytes_ = ("nothing", fonts[name].read_bytes()) if number % 10 == 9 else damaged(fonts[name].read_bytes(), generator)
            code, seconds, megabytes, text = build(options.program.resolve(), work, name, bytes_)
            worst = (max(worst[0], seconds), max(worst[1], megabytes))
            what = f"seed {options.seed}, font {number}: {name}, {damage}: "
            built, refused = built + (code == 0), refused + (code in (1, 2))
            if code not in (0, 1, 2):
                faults.append(what + f"ended with {code}: {text[-300:]}")
            elif code and FAMILIES[name] not in text and pathlib.Path(name).stem not in text:
                faults.append(what + "refused, and the font is not named: " + text[:300])
            elif damage == "nothing" and code:
                faults.append(what + "a whole font was refused: " + text[:300])
            if seconds > SECONDS:
                faults.append(what + f"{seconds:.2f} s")
            if megabytes > MEGABYTES:
                faults.append(what + f"{megabytes} MB")
    for fault in faults:
        print(fault)
    print(
        f"{count} fonts of seed {options.seed}: {built} built, {refused} refused; at most {worst[0]:.2f} s of CPU and {worst[1]} MB: "
        f"{len(faults)} faults")
    return 1 if faults or not built or not refused else 0


def damaged(font, generator):
    bytes_ = bytearray(font)
    count = struct.unpack_from(">H", bytes_, 4)[0]
    record = 12 + 16 * generator.randrange(count)
    tag, _, offset, length = struct.unpack_from(">4sIII", bytes_, record)
    tag = tag.decode("latin-1")
    way = generator.randrange(6)
    if way == 0:
        for _ in range(generator.choice([1, 8, 64])):
            place = offset + generator.randrange(max(1, length))
            bytes_[place] ^= 1 << generator.randrange(8)
        return f"bits of {tag}", bytes(bytes_)
    if way == 1:
        struct.pack_into(">I", bytes_, record + 12, generator.choice([0, 1, 2, length // 2, 2**31, 2**32 - 1]))
        return f"length of {tag}", bytes(bytes_)
    if way == 2:
        struct.pack_into(">I", bytes_, record + 8, generator.choice([0, 12, len(font) - 1, 2**32 - 4, generator.randrange(len(font))]))
        return f"place of {tag}", bytes(bytes_)
    if way == 3:
        for place in range(offset, offset + min(length, 64), 2):
            if generator.random() < 0.2:
                struct.pack_into(">H", bytes_, place, generator.choice([0, 1, 0x7FFF, 0x8000, 0xFFFF]))
        return f"counts of {tag}", bytes(bytes_)
    if way == 4:
        return "its end", bytes(bytes_[: generator.randrange(12, len(font))])
    for place in range(offset, offset + length):
        bytes_[place] = generator.choice([0, 0xFF, generator.randrange(256)])
    return f"all of {tag}", bytes(bytes_)


def build(program, work, name, font):
    site = work / "site"
    shutil.rmtree(site, ignore_errors=True)
    (site / "Content/shelf").mkdir(parents=True)
    (site / "Content/shelf/card.md").write_text(CARD, encoding="utf-8")
    (site / "cardshelf.yml").write_text("title: Fonts\n", encoding="utf-8")
    theme = site / "Themes/storefront"
    shutil.copytree(REPOSITORY / "Themes/storefront", theme)
    text = (theme / "theme.yml").read_text(encoding="utf-8")
    stack = re.sub(r"(?m)^  text:\n(    .*\n)+", f"  text: [{FAMILIES[name]}]\n", text, count=1)
    (theme / "theme.yml").write_text(stack, encoding="utf-8")
    (theme / name).write_bytes(font)
    start = time.monotonic()
    process = subprocess.Popen(
        [program, "build", "--root", site, "--jobs", "1"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        # The purpose is to find faults, not to fill the machine.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (20, 20)))
    output = process.stdout.read().decode("utf-8", "replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, output


if __name__ == "__main__":
    sys.exit(main())
