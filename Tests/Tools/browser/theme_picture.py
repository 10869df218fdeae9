#!/usr/bin/env python3
"""Takes the picture of the themes: the sample of each, side by side, as Chromium shows it on a small tablet.

    theme_picture.py SITES PICTURE   SITES is written by `themes.py build`; needs chromium and ImageMagick
"""
import base64, pathlib, subprocess, sys, tempfile, time

from devtools import Chromium

SCHEMES = {"storefront": "light", "cinema": "dark", "library": "light"}
WIDTH, HEIGHT = 430, 760


def main():
    sites, picture = map(pathlib.Path, sys.argv[1:])
    browser = Chromium(lambda *_: None)
    session = browser.page()
    try:
        with tempfile.TemporaryDirectory() as folder:
            shots = []
            for theme, scheme in SCHEMES.items():
                browser.call("Emulation.setDeviceMetricsOverride", session, width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False)
                browser.call("Emulation.setEmulatedMedia", session, features=[{"name": "prefers-color-scheme", "value": scheme}])
                browser.call("Page.navigate", session, url=(sites / f"{theme}-sample" / "Output" / "index.html").resolve().as_uri())
                time.sleep(.3)
                browser.run(session, "(async () => { await document.fonts.ready; await new Promise(done => setTimeout(done, 300)) })()")
                shots.append(pathlib.Path(folder) / f"{theme}.png")
                shots[-1].write_bytes(base64.b64decode(browser.call("Page.captureScreenshot", session, format="png")["data"]))
            subprocess.run(["convert", *shots, "+append", "+dither", "-colors", "200", "-strip", f"PNG8:{picture}"], check=True)
    finally:
        browser.close()
    print(f"{picture}: {picture.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
