#!/usr/bin/env python3
"""Builds a site with images that are damaged or malicious, and reports those that were accepted but must not be.

    hostile_images.py [--program PROGRAM] [--seeds COUNT]

Photographs of noise in four formats are truncated after their headers and in the middle, and bytes of their pixels are
changed at random. Other images unpack to many times their size, or claim to be larger than they are. A truncated image
must be an error at its place. A changed one may be shown, as in browsers, or be an error. Each build must end in time,
with findings only about images, and without a fault of the program itself. Needs vips. Prints a line for each fault and
a summary; exits with 1 if there are faults.
"""
import argparse, json, pathlib, random, shutil, struct, subprocess, sys, tempfile, time, zlib

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
RULES = {"image-damaged", "image-harmful", "image-too-large"}
MOST_SECONDS = 120


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=REPOSITORY / ".build/release/cardshelf")
    parser.add_argument("--seeds", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder)
        shutil.copytree(REPOSITORY / "Themes/storefront", site / "Themes/storefront")
        (site / "cardshelf.yml").write_text("title: Hostile\n")
        cards = site / "Content/images"
        cards.mkdir(parents=True)
        images = hostile_images(photographs(site), options.seeds)
        for name, (content, _) in images.items():
            (cards / name).write_bytes(content)
            (cards / f"{name}.md").write_text(f"---\ntitle: {name}\nimage: {name}\n---\n")
        faults, told = build(options.program, site, images)
        # Reported images are removed, so that the others are decoded to files too.
        for name in told:
            (cards / f"{name}.md").unlink()
        others = {name: (content, None) for name, (content, _) in images.items() if name not in told}
        more, told_again = build(options.program, site, others)
        faults += more + [f"{name}: reported by the second build only" for name in told_again]
        if not (site / "Output/index.html").exists():
            faults.append("nothing was written of the images that were accepted")
    for fault in faults:
        print(fault)
    print(f"{len(images)} images, {len(told)} reported, {len(others)} shown: {len(faults)} faults")
    return 1 if faults else 0


def build(program, site, images):
    """The faults of a build, and the images that it reported."""
    start = time.monotonic()
    try:
        run = subprocess.run([program, "build", "--root", site, "--format", "json"], capture_output=True, text=True, timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return [f"the build takes more than {MOST_SECONDS} s"], set()
    if run.returncode not in (0, 1):
        return [f"the build ends with {run.returncode} after {time.monotonic() - start:.0f} s: {(run.stderr + run.stdout)[-500:]}"], set()
    output = json.loads(run.stdout or run.stderr)
    findings = output if isinstance(output, list) else output.get("diagnostics") or output.get("findings") or []
    faults, told = [], set()
    for finding in findings:
        name = pathlib.PurePath(finding["path"]).name
        rule = finding.get("rule")
        if name not in images or rule not in RULES:
            faults.append(f"{finding['path']}: {rule}: {finding.get('message')}")
        told.add(name)
    faults += [f"{name}: was accepted" for name, (_, must) in images.items() if must and name not in told]
    faults += [f"{name}: was refused" for name, (_, must) in images.items() if must is False and name in told]
    return faults, told


def photographs(folder):
    made = {}
    plain = folder / "noise.v"
    vips("gaussnoise", folder / "one.v", 640, 480, "--mean", 128, "--sigma", 40, "--seed", 1)
    vips("bandjoin", f"{folder / 'one.v'} {folder / 'one.v'} {folder / 'one.v'}", folder / "three.v")
    vips("cast", folder / "three.v", folder / "cast.v", "uchar")
    vips("copy", folder / "cast.v", plain, "--interpretation", "srgb")
    for ending in ("jpg", "png", "webp", "avif"):
        path = folder / f"plain.{ending}"
        vips("copy", plain, path)
        made[ending] = path.read_bytes()
    vips("copy", plain, f"{folder / 'progressive.jpg'}[interlace]")
    made["progressive.jpg"] = (folder / "progressive.jpg").read_bytes()
    return made


def vips(*arguments):
    subprocess.run(["vips", *map(str, arguments)], check=True)


def hostile_images(plain, seeds):
    """By name: the bytes, and whether they must be reported (True), must not (False), or may (None)."""
    images = {}
    for kind, content in plain.items():
        ending = kind.split(".")[-1]
        images[f"{kind}-whole.{ending}"] = (content, False)
        for part in (0.3, 0.5, 0.9):
            images[f"{kind}-{int(part * 100)}.{ending}"] = (content[:int(len(content) * part)], True)
        for seed in range(seeds):
            chance = random.Random(f"{kind} {seed}")
            changed = bytearray(content)
            for _ in range(1 << seed % 8):
                changed[chance.randrange(len(changed) // 20, len(changed))] = chance.randrange(256)
            images[f"{kind}-changed-{seed}.{ending}"] = (bytes(changed), None)
    # 300 MB of pixels from 300 kB, a valid picture; and headers that promise missing data.
    images["bomb.png"] = (png(10000, 10000, 10000), None)
    images["short.png"] = (png(10000, 10000, 10), True)
    images["empty.png"] = (png(100, 100, 0), True)
    images["huge.png"] = (png(32000, 32000, 1), True)
    images["text-bomb.png"] = (png(8, 8, 8, chunk(b"zTXt", b"a\0\0" + zlib.compress(b"\0" * (200 << 20)))), None)
    large = bytearray(plain["jpg"])
    frame = next(each for each in range(len(large)) if large[each] == 0xFF and large[each + 1] in (0xC0, 0xC2))
    large[frame + 5:frame + 9] = struct.pack(">HH", 9000, 9000)
    # The data end correctly, but too early: browsers fill in what is missing, and so does libjpeg.
    images["large.jpg"] = (bytes(large), None)
    return images


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width, height, rows, before=b""):
    """A picture in one colour that has only some of its rows."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b"\0" * (1 + 3 * width)) for _ in range(rows)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


if __name__ == "__main__":
    sys.exit(main())
