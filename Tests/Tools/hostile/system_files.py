"""The system's files that every build reads: those of the loader, the runtime, the allocator, fontconfig and ICU."""
import os, pathlib

# Names all folders of fonts that a check opens, so that those of other packages need not be known.
FONTS = os.environ.get("FONTCONFIG_FILE", str(pathlib.Path(__file__).resolve().parents[1] / "prove/fonts.conf"))

READ_BY_BUILDS = [
    FONTS,
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/fonts", "/usr/share/fontconfig", "/usr/share/fonts",
    "/usr/local/share/fonts", "/var/cache/fontconfig", "/usr/share/locale", "/usr/share/icu", "/sys/devices/system/cpu",
    "/sys/kernel/mm/transparent_hugepage", "/dev/null", "/dev/urandom", "/opt/swift",
]
