import Diagnostics
import Glibc
import SampleSites
import SiteBuild
import TestSupport
import Testing

struct MistakeTests {
  @Test func thereAreManyDifferentMistakes() {
    #expect(Mistake.all.count >= 100)
    #expect(Set(Mistake.all.map(\.name)).count == Mistake.all.count)
  }

  /// Each mistake has one finding at its place, and none after following the help.
  @Test(arguments: Mistake.all)
  func mistakeHasOneFindingAndAFix(mistake: Mistake) async throws {
    try await SampleSite.with(Mistake.site) { site async throws in
      try site.folder.write(TestJPEG.bytes, to: "Content/one/star.jpg")
      try site.make(mistake.wrong)
      let wrong = await site.buildPages()
      let place = try SampleSite.markedPlace(of: mistake.wrong)
      let finding = mistake.finding.replacing(": ", with: "\(place): ", maxReplacements: 1)
      #expect(wrong.diagnostics.map(\.summary) == [finding])
      let rendered = wrong.diagnostics.map(\.rendered).joined()
      #expect(rendered.contains("\nhelp: "), "\(rendered)")
      #expect(rendered.contains(mistake.says), "\(rendered)")
      try site.make(mistake.mended)
      let mended = await site.buildPages()
      #expect(mended.diagnostics.map(\.rendered) == [])
      #expect(mended.exitCode == 0)
    }
  }

  /// Valid texts that look like one of the mistakes.
  @Test(arguments: [
    "---\r\ntitle: A\r\n---\r\nText.\r\n", "\u{FEFF}---\ntitle: A\n---\nText.\n", "---\ntitle: 2024\n---\n",
    "---\ntitle: true\n---\n", "---\ntitle: A\n---\n# B\n\nText.\n", "# Moon 🌙\n",
    "---\ntitle: It's\n---\n", "---\ntitle: A # one\n---\n", "---\ntitle: A\ntags: moon\n---\n",
    "---\ntitle: A\ntags: \"Washington, D.C.\"\n---\n", "---\ntitle: A\nsubtitle: https://example.org:80\n---\n",
    "# A\n\n---\n\nNote: b\n", "\n---\n\n# A\n", "# A\n\n+++\n", "{a}\n\n# A\n", "- one\n- two\n\n# A\n",
    "---\ntitle: A\nlink: mailto:me@example.org\n---\n",
    "---\ntitle: A\ntags: moon, sun\n---\n",
    "---\ntitle: A\nlink: tel:+49-30-1234567\n---\n[A](sms:+15105550101?body=hi%20there) <geo:52.5,13.4;u=35>\n",
    "---\ntitle: \"{{ a }}\"\n---\n",
  ])
  func acceptsValidInput(text: String) async throws {
    try await SampleSite.with(Mistake.site) { site async throws in
      try site.folder.write(text, to: "Content/one/a.md")
      #expect(await site.buildPages().diagnostics.map(\.rendered) == [])
    }
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x23, 0, 0x20, 0, 0x41, 0, 0x0A, 0], "Content/one/a.md:1:1: error [not-utf8]"),
      ([0x23, 0x20, 0x43, 0x61, 0x66, 0xE9, 0x0A], "Content/one/a.md:1:6: error [not-utf8]"),
      ([0x23, 0x20, 0x41, 0, 0x0A], "Content/one/a.md:1:4: error [not-utf8]"),
    ] as [([UInt8], String)])
  func otherEncodings(bytes: [UInt8], finding: String) async throws {
    try await SampleSite.with(Mistake.site) { site async throws in
      try site.folder.write(bytes, to: "Content/one/a.md")
      let result = await site.buildPages()
      #expect(result.diagnostics.map(\.summary) == [finding])
      #expect(result.diagnostics.first?.help != nil)
    }
  }

  @Test func contentFolderWithAnotherName() async throws {
    try await SampleSite.with(Mistake.site) { site async throws in
      #expect(rename(site.folder.absolute("Content"), site.folder.absolute("content")) == 0)
      let result = await site.buildPages()
      #expect(result.diagnostics.map(\.summary) == ["Content: error [content-missing]"])
      #expect(result.diagnostics.first?.help?.hasPrefix("rename the folder content to Content") == true)
    }
  }
}

extension SampleSite {
  fileprivate func buildPages() async -> BuildResult {
    var options = BuildOptions(root: folder.path, jobs: 1)
    options.writesCompare = false
    return await buildSite(options)
  }
}

extension Diagnostic {
  /// The place, severity and rule.
  fileprivate var summary: String {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path)\(place): \(severity.rawValue) [\(rule.name)]"
  }
}

private enum TestJPEG {
  /// The header of an image of 16 by 10 pixels.
  static let bytes: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xC0, 0x00, 0x11, 0x08, 0x00, 0x0A, 0x00, 0x10, 0x03, 0x01, 0x22, 0x00, 0x02, 0x11, 0x01, 0x03,
    0x11, 0x01, 0xFF, 0xD9,
  ]
}
