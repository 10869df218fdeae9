"""The system's files that every build reads: those of the loader, the runtime, the allocator, fontconfig and ICU."""

READ_BY_BUILDS = [
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/fonts", "/usr/share/fontconfig", "/usr/share/fonts",
    "/usr/local/share/fonts", "/var/cache/fontconfig", "/usr/share/locale", "/usr/share/icu", "/sys/devices/system/cpu",
    "/sys/kernel/mm/transparent_hugepage", "/dev/null", "/dev/urandom", "/opt/swift",
]
