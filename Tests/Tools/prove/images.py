#!/usr/bin/env python3
"""Compares what Cardshelf reads from the headers of images with what other programs wrote and read.

    images.py [--folder DIR …]

ImageMagick makes images of many sizes in all variants of its formats; its `identify` reads those of DIR (default
/usr/share), except SVG, which must be accepted. Needs swiftc, and ImageMagick with the usual delegates. Prints one line
for each fault and a summary; exits with 1 if there are faults.
"""
import argparse, pathlib, subprocess, sys, tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]

PROBE = """
import FoundationEssentials

while let path = readLine() {
  do {
    let header = try ImageHeader(of: Array(FileManager.default.contents(atPath: path) ?? Data()))
    print("\\(header.kind.rawValue) \\(header.width)x\\(header.height)")
  } catch {
    print(error)
  }
}
"""

# Arguments of ImageMagick before the output, and the extension of the output.
WAYS = [
    ("png", "-define png:color-type=0"), ("png", "-define png:color-type=3 -colors 8"), ("png", "-define png:bit-depth=16"),
    ("png", "-interlace PNG"), ("png", "-alpha on"), ("png", "-define png:exclude-chunks=all"), ("jpg", ""),
    ("jpg", "-interlace JPEG"), ("jpg", "-colorspace CMYK"), ("jpg", "-colorspace Gray"), ("jpg", "-orient RightTop"),
    ("jpg", "-sampling-factor 4:2:0 -define jpeg:restart-interval=1"), ("jpg", "-set comment text"), ("gif", ""), ("gif", "-duplicate 3"),
    ("webp", "-quality 50"), ("webp", "-define webp:lossless=true"), ("webp", "-alpha on -channel A -evaluate set 50%"),
    ("webp", "-alpha on -define webp:lossless=true"), ("webp", "-duplicate 3"), ("avif", "-quality 40"), ("avif", "-alpha on -quality 40"),
]
SIZES = ["1x1", "2x3", "3x2", "255x256", "640x1", "1x1000", "1234x567", "4097x33"]
OTHERS = ["bmp", "tiff", "ico", "heic", "jp2", "pdf", "psd", "tga", "ppm"]
ENDINGS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".gif": "GIF", ".webp": "WebP", ".avif": "AVIF"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", action="append", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        probe = build_probe(work)
        made, unmade = make_images(work)
        found = [path for folder in options.folder or [pathlib.Path("/usr/share")] for path in sorted(folder.rglob("*"))
                 if path.suffix.lower() in ENDINGS and path.is_file()]
        expected = made | {path: (ENDINGS[path.suffix.lower()], identified(path)) for path in found}
        faults = compare(probe, expected) + [f"{path}: taken for an image" for path in taken(probe, make_others(work))]
    for fault in faults:
        print(fault)
    kinds = {kind: sum(value[0] == kind for value in expected.values()) for kind in ENDINGS.values()}
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    print(f"{len(made)} images made, {len(found)} found ({counts}): {len(faults)} faults")
    if unmade:
        print("not made here: " + ", ".join(unmade))
    return 1 if faults or not made else 0


def build_probe(work):
    (work / "main.swift").write_text(PROBE, encoding="utf-8")
    subprocess.run(
        ["swiftc", "-O", "-swift-version", "6", *sorted((REPOSITORY / "Sources/Input/Images").glob("*.swift")), work / "main.swift",
         "-o", work / "probe"], check=True)
    return work / "probe"


def make_images(work):
    made, unmade = {}, []
    for number, (ending, arguments) in enumerate(WAYS):
        for size in SIZES:
            path = work / f"{number}-{size}.{ending}"
            convert = ["convert", "-size", size, "plasma:red-blue", *arguments.split(), path]
            done = subprocess.run(convert, stderr=subprocess.DEVNULL).returncode == 0
            # An animation may become one file per frame.
            path = path if path.exists() else path.with_stem(path.stem + "-0")
            if done and path.exists():
                made[path] = (ENDINGS["." + ending], size)
            else:
                unmade.append(f"{ending} {arguments} {size}")
    return made, unmade


def make_others(work):
    paths = [work / f"other.{ending}" for ending in OTHERS]
    for path in paths:
        subprocess.run(["convert", "-size", "9x9", "plasma:", path], stderr=subprocess.DEVNULL)
    return [path for path in paths if path.exists()]


def identified(path):
    text = subprocess.run(["identify", "-ping", "-format", "%wx%h\n", path], capture_output=True, text=True).stdout
    return text.split("\n")[0] or None


def probed(probe, paths):
    text = "".join(f"{path}\n" for path in paths)
    return dict(zip(paths, subprocess.run([probe], input=text, capture_output=True, text=True, check=True).stdout.splitlines()))


def compare(probe, expected):
    answers = probed(probe, list(expected))
    return [f"{path}: {answers[path]}, not {kind} {size}" for path, (kind, size) in expected.items()
            # Images that no program can read may be accepted or refused.
            if size is not None and answers[path] != f"{kind} {size}"]


def taken(probe, paths):
    return [path for path, answer in probed(probe, paths).items() if answer.split()[0] in ENDINGS.values()]


if __name__ == "__main__":
    sys.exit(main())
