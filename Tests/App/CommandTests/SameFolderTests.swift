import Glibc
import TestSupport
import Testing

/// The output folder of a site depends on its sources alone, with every file in it.
struct SameFolderTests {
  /// Makes a program believe in another day.
  private static let clock = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <time.h>
    int clock_gettime(clockid_t clock, struct timespec *time) {
      int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
      int result = real(clock, time);
      if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += atol(getenv("CLOCK_OFFSET"));
      return result;
    }
    time_t time(time_t *place) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      if (place) *place = now.tv_sec;
      return now.tv_sec;
    }

    """

  /// - Parameter path: of a root to be.
  private func site(at path: String) throws -> Folder {
    let site = Folder(path: path)
    try site.writeStorefront()
    try site.write("title: Sample\n", to: "cardshelf.yml")
    try site.write("---\ntitle: AVAVA office\nimage: a.png\n---\nTo Wave.\n", to: "Content/one/a.md")
    try site.write(try #require(Folder.project.bytes(of: "Documentation/night-sky.png")), to: "Content/one/a.png")
    try site.write("---\ntitle: More\nkind: page\n---\n", to: "Content/more/_index.md")
    try site.write("# B\n", to: "Content/more/two/b.md")
    return site
  }

  /// The mode and the bytes of everything, and of the folder itself.
  private func everything(in folder: Folder, _ output: String) -> [String: String] {
    var found: [String: String] = [:]
    for name in [""] + folder.tree(below: output).keys.map({ String($0.dropFirst(output.utf8.count + 1)) }) {
      let path = output + "/" + name
      let mode = String(folder.status(of: path)?.st_mode ?? 0, radix: 8)
      found[name] = mode + " " + (folder.bytes(of: path) ?? []).map { String($0, radix: 16) }.joined(separator: " ")
    }
    return found
  }

  @Test(.enabled(if: Sanitizer.allowsLimits, Comment(rawValue: Sanitizer.reason)))
  func machinesBuildTheSameFolder() throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    try folder.write(Self.clock, to: "clock.c")
    let compiling = try CommandRun.of(
      program: "/bin/sh", ["-c", "\"$(command -v cc || command -v clang)\" -shared -fPIC -o clock.so clock.c -ldl"],
      in: folder.path)
    try #require(compiling.exitCode == 0, "\(compiling.errors)")
    func clock(_ offset: Int) -> String { "export LD_PRELOAD=\(folder.absolute("clock.so")) CLOCK_OFFSET=\(offset)" }

    try folder.make(folder: "a")
    let first = try site(at: folder.absolute("a"))
    #expect(try CommandRun.of(["build", "--jobs", "1"], in: first.path, after: ("umask 022", "")).exitCode == 0)
    let expected = everything(in: first, "Output")
    #expect(expected.keys.contains("pictures.json") && expected.keys.contains(".cardshelf-manifest"))
    #expect(!first.names(in: "Output").contains { $0.hasPrefix(".cardshelf") && $0 != ".cardshelf-manifest" })

    // Another root, clock, user and mask, over a build of other sources.
    try folder.make(folder: "b/c d")
    let second = try site(at: folder.absolute("b/c d"))
    try second.write("# C\n", to: "Content/more/two/c.md")
    try second.write("---\ntitle: Gone\nkind: page\n---\n", to: "Content/gone/_index.md")
    let other = ("umask 077 && export HOME=/nowhere TZ=Asia/Kathmandu LC_ALL=C && " + clock(700_000_000), "")
    #expect(try CommandRun.of(["build", "--jobs", "4"], in: second.path, after: other).exitCode == 0)
    #expect(everything(in: second, "Output") != expected)
    try second.remove("Content/more/two/c.md")
    try second.remove("Content/gone/_index.md")
    try second.remove("Content/gone")
    let earlier = ("umask 000 && " + clock(-900_000_000), "")
    #expect(try CommandRun.of(["build", "--jobs", "2"], in: second.path, after: earlier).exitCode == 0)
    #expect(everything(in: second, "Output") == expected)

    // Elsewhere, beside the first.
    let elsewhere = folder.absolute("public/site")
    #expect(try CommandRun.of(["build", "--output", elsewhere], in: second.path, after: other).exitCode == 0)
    #expect(everything(in: folder, "public/site") == expected)
    #expect(second.text(of: ".cardshelf/.gitignore") == "*\n" && second.names(in: ".cardshelf/outputs").count == 2)
  }
}
