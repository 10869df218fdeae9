#!/usr/bin/env python3
"""Starts a program with the launcher of portable folders, as on AArch64, under an emulator.

    launcher.py

The program has zeroed and thread-local variables, and a library beside it. Larger pages than those of this machine are not tried: the emulator maps
with its own. Needs the packages that `.ci/install-dependencies emulation` installs.
"""
import pathlib, shutil, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PREFIX, LIBRARIES = "aarch64-linux-gnu-", pathlib.Path("/usr/aarch64-linux-gnu/lib")
PROGRAM = r"""
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static _Thread_local int own = 7;
static char zeros[3000000];
static void *set_own(void *unused) { own = 9; return unused; }

int main(int count, char **arguments) {
  for (size_t index = 0; index < sizeof zeros; index++) if (zeros[index] != 0) return 1;
  pthread_t thread;
  pthread_create(&thread, 0, set_own, 0);
  pthread_join(thread, 0);
  char path[4096];
  path[readlink("/proc/self/exe", path, sizeof path - 1)] = 0;
  printf("%d %s %d %g %s %s\n", count, arguments[count - 1], own, cos(atof("0")), getenv("LD_PRELOAD") ? "preloaded" : "alone", path);
  return 3;
}
"""


def main():
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch) / "a folder's \"name\""
        launcher, libraries = root / "bin/cardshelf", root / "lib/cardshelf"
        launcher.parent.mkdir(parents=True)
        libraries.mkdir(parents=True)
        subprocess.run([ROOT / ".ci/build-launcher", launcher, PREFIX], check=True)
        subprocess.run([PREFIX + "gcc", "-O1", "-pie", "-fPIE", "-xc", "-", "-o", libraries / "cardshelf", "-lm", "-pthread",
                        "-Wl,--disable-new-dtags,-rpath,$ORIGIN/../lib/cardshelf"], input=PROGRAM, text=True, check=True)
        for name in ("ld-linux-aarch64.so.1", "libc.so.6", "libm.so.6"):
            shutil.copyfile(LIBRARIES / name, libraries / name)

        def expect(what, output, code, errors=""):
            nonlocal wrong
            environment = {"LD_PRELOAD": "/nowhere.so", "PATH": "/usr/bin:/bin"}
            result = subprocess.run(["qemu-aarch64-static", launcher, "an argument"], env=environment, capture_output=True, text=True, timeout=60)
            if result.returncode != code or result.stdout != output or errors not in result.stderr:
                wrong += 1
                print(f"{what}: {result.returncode} {result.stdout!r} {result.stderr!r}")

        expect("a whole folder", f"2 an argument 7 1 alone {launcher}\n", 3)
        (libraries / "libm.so.6").rename(root / "libm.so.6")
        expect("without a library", "", 127, errors="libm.so.6")
        (root / "libm.so.6").rename(libraries / "libm.so.6")
        subprocess.run([ROOT / ".ci/build-launcher", root / "other"], check=True)
        (libraries / "cardshelf").rename(root / "program")
        expect("without the program", "", 2, errors=f"cannot open {libraries}/cardshelf: unpack the whole archive again")
        (root / "other").rename(libraries / "cardshelf")
        expect("with a program for another machine", "", 2, errors=f"not a program: {libraries}/cardshelf: unpack")
    print(f"4 starts, {wrong} otherwise than expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
