import TestSupport
import Testing

struct FontLockTests {
  private static let lock = "Themes/storefront/fonts.lock"

  /// A site whose theme was locked on this machine.
  private func lockedSite() throws -> Folder {
    let site = try Folder.site(["Content/one/a.md": "# A\n\nText, **bold** and *slanted*.\n"])
    let run = try CommandRun.of(["fonts", "--lock"], in: site.path)
    guard run.exitCode == 0, run.output == "wrote \(Self.lock)\n" else {
      throw CommandRun.Failure(what: run.output + run.errors)
    }
    return site
  }

  private func change(_ site: Folder, _ edit: (String) -> String) throws {
    try site.write(edit(try #require(site.text(of: Self.lock))), to: Self.lock)
  }

  @Test func findsLockedFonts() throws {
    let site = try lockedSite()
    defer { site.remove() }
    let text = try #require(site.text(of: Self.lock))
    #expect(text.contains("\nNoto Sans 400: NotoSans-Regular.ttf "))
    #expect(text.contains("\nNoto Sans 700 italic: NotoSans-BoldItalic.ttf "))
    // There is no italic Arabic.
    #expect(text.contains("\nNoto Sans Arabic 400: ") && !text.contains("Noto Sans Arabic 400 italic"))
    #expect(try CommandRun.of(["fonts", "--lock"], in: site.path).output == "\(Self.lock) is up to date\n")
    let listed = try CommandRun.of(["fonts", "--strict"], in: site.path)
    #expect(listed.exitCode == 0 && listed.errors == "")
    // The lines of the lock, with paths.
    #expect(listed.output.contains("\nNoto Sans 700: /"))
    #expect(text.hasSuffix(listed.output.replacing(/: \/.*\//, with: ": ")))
    let build = try CommandRun.of(["build", "--strict"], in: site.path)
    #expect(build.exitCode == 0, "\(build.errors)")
  }

  /// The rule and the message of the only finding.
  @Test(arguments: [
    (
      "Noto Sans 400: NotoSans-Regular.ttf ", "Noto Sans 400: NotoSans-Book.ttf ", "font-lock-face-missing",
      "install NotoSans-Book.ttf"
    ),
    ("Noto Sans 700: ", "Noto Sans 600: ", "font-not-locked", "Noto Sans 700 is not locked"),
  ])
  func otherFontsAreAWarning(old: String, new: String, rule: String, message: String) throws {
    let site = try lockedSite()
    defer { site.remove() }
    try change(site) { $0.replacing(old, with: new).replacing("Book.ttf 2", with: "Book.ttf 1") }
    if rule == "font-lock-face-missing" { try change(site) { Self.withOtherHash($0, of: "NotoSans-Book.ttf") } }
    let run = try CommandRun.of(["build"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("[\(rule)]") && run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.split(separator: "warning:").count <= 3 && run.errors.split(separator: "[font-").count == 2)
    #expect(try CommandRun.of(["build", "--strict"], in: site.path).exitCode == 1)
  }

  @Test func anotherVersionIsAWarning() throws {
    let site = try lockedSite()
    defer { site.remove() }
    try change(site) { Self.withOtherHash($0, of: "NotoSans-Regular.ttf") }
    let run = try CommandRun.of(["build", "--strict"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("[font-lock-mismatch]") && run.errors.contains("fonts-noto-core"), "\(run.errors)")
    #expect(run.errors.split(separator: "[font-").count == 2)
    // Measuring does not compare with the lock.
    #expect(try CommandRun.of(["measure", "Text"], in: site.path).errors == "")
  }

  private static func withOtherHash(_ lock: String, of file: String) -> String {
    lock.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.contains(" \(file) ") ? line.dropLast(16) + "aaaaaaaaaaaaaaaa" : line
    }.joined(separator: "\n")
  }

  @Test(arguments: [
    ("Noto Sans 400\n", "font-lock-damaged"), ("\u{0}\u{1}\n", "font-lock-damaged"),
    ("Noto Sans 4000: a.ttf 1 aaaaaaaaaaaaaaaa\n", "font-lock-damaged"), ("<<<<<<< HEAD\n", "font-lock-damaged"),
    ("Noto Sans 400: a.ttf 1 aaaa\n", "font-lock-damaged"), ("{}\n[]\n", "font-lock-damaged"),
    ("A 400: a.ttf 1 aaaaaaaaaaaaaaaa\nA 400: b.ttf 1 aaaaaaaaaaaaaaaa\n", "font-lock-duplicate"),
    ("A 400: a.ttf 1 aaaaaaaaaaaaaaaa\nA 700: a.ttf 2 bbbbbbbbbbbbbbbb\n", "font-lock-duplicate"),
  ])
  func aDamagedLockIsOneFinding(text: String, rule: String) throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.write(text, to: Self.lock)
    let run = try CommandRun.of(["build"], in: site.path)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("[\(rule)]") && run.errors.contains(Self.lock), "\(run.errors)")
    #expect(run.errors.split(separator: "error:").count == 2, "\(run.errors)")
    // A damaged lock is written anew.
    #expect(try CommandRun.of(["fonts", "--lock"], in: site.path).exitCode == 0)
    #expect(try CommandRun.of(["build", "--strict"], in: site.path).exitCode == 0)
  }

  @Test func reportsNothingWithoutALock() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["build", "--strict"], in: site.path)
    #expect(run.exitCode == 0 && !run.errors.contains("lock"), "\(run.errors)")
  }

  @Test func missingFamilyIsOneFinding() throws {
    let site = try lockedSite()
    defer { site.remove() }
    let theme = try #require(site.text(of: "Themes/storefront/theme.yml"))
    try site.write(theme.replacing("- Noto Sans\n", with: "- Noto Sanz\n"), to: "Themes/storefront/theme.yml")
    for arguments in [["build"], ["fonts"], ["fonts", "--lock"]] {
      let run = try CommandRun.of(arguments, in: site.path)
      #expect(run.exitCode == 2)
      #expect(run.errors.split(separator: "[font-missing]").count == 2, "\(run.errors)")
    }
  }

  @Test(arguments: [
    ["--lock", "--strict"], ["--theme", "../x"], ["--theme", ""], ["--root", ""], ["x"],
    ["--install", ""], ["--install"], ["--install", "a", "--lock"], ["--install", "a", "--theme", "cinema"],
  ])
  func wrongUsage(arguments: [String]) throws { #expect(try CommandRun.of(["fonts"] + arguments).exitCode == 64) }
}
