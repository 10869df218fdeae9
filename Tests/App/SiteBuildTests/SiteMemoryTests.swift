import CardLayout
import Diagnostics
import Geometry
import Glibc
import Review
import SampleSites
import SiteValidation
import TestSupport
import Testing

@testable import SiteBuild

/// A build that reuses results of earlier builds gives the same output as one that does not.
struct SiteMemoryTests {
  /// The first card has all characters of all edits, so that fonts do not change.
  private static let text = """
    -- Content/_index.md --
    ---
    title: Home
    ---
    Hello *world*.
    -- Content/one/_index.md --
    ---
    title: One
    ---
    -- Content/one/a.md --
    # abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 .,:;-+*/()[]{}<>|&%$#@!?"'`~^_=
    **abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789** `code 1` *slanted abcdefghijklmnopqrstuvwxyz*
    abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 .,:;-+/()!?
    -- Content/one/b.md --
    ---
    title: B
    subtitle: With a subtitle
    tags: [one, two words, three]
    image: b.svg
    link: ../two/c.md
    ---
    Some **text** with `code` and a [link](a.md).
    -- Content/one/b.svg --
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><circle cx="8" cy="4" r="3"/></svg>
    -- Content/two/_index.md --
    ---
    title: Two
    arrangement: waterfall
    columns: { compact: 2 }
    ---
    -- Content/two/c.md --
    # C
    -- Content/two/d.md --
    # D
    more ![b](../one/b.svg) of it
    -- Content/more/_index.md --
    ---
    kind: page
    title: More
    ---
    -- Content/more/x/e.md --
    # E with [a link](../../two/d.md)
    -- Content/more/y/f.md --
    # F
    """

  /// One edit of the sources.
  private struct Edit: CustomTestStringConvertible {
    let name: String
    let files: Set<String>
    let make: @Sendable (Folder) throws -> Void

    var testDescription: String { name }

    static func write(_ text: String, to path: String) -> Edit {
      Edit(name: "\(path): \(text.prefix(40))", files: [path]) { try $0.write(text, to: path) }
    }

    static func remove(_ path: String) -> Edit {
      Edit(name: "without \(path)", files: [path]) { folder in unlink(folder.absolute(path)) }
    }

    static func move(_ path: String, to other: String) -> Edit {
      Edit(name: "\(path) as \(other)", files: [path, other]) { folder in
        rename(folder.absolute(path), folder.absolute(other))
      }
    }

    static func replace(_ text: String, by other: String, in path: String) -> Edit {
      Edit(name: "\(path): \(text) is \(other)", files: [path]) { folder in
        try folder.write((folder.text(of: path) ?? "").replacing(text, with: other), to: path)
      }
    }
  }

  private static let edits: [Edit] = [
    .write(
      "# B\nA text that is longer than it was, by some lines at any width that cards have here.\n",
      to: "Content/one/b.md"),
    .write("---\ntitle: B\ntags: [one, two, three, four, five]\n---\n", to: "Content/one/b.md"),
    .write("---\ntitle: B\nimage: b.svg\n---\n", to: "Content/one/b.md"),
    .write("---\ntitle: B\nlink: d.md\n---\n", to: "Content/two/c.md"),
    .write("# New\n[link](c.md)\n", to: "Content/two/new.md"),
    .remove("Content/two/new.md"),
    .move("Content/two/d.md", to: "Content/one/d.md"),
    .move("Content/one/d.md", to: "Content/two/d.md"),
    .write("---\ntitle: One\ncardWidth: 200\nmaxCardHeight: 300\n---\n", to: "Content/one/_index.md"),
    .write(
      "---\ntitle: One\narrangement: grid\ncolumns: { compact: 1, medium: 2 }\n---\n", to: "Content/one/_index.md"),
    .write("---\ntitle: One\nheightGroup: same\n---\n", to: "Content/one/_index.md"),
    .write("---\ntitle: Two\nheightGroup: same\n---\n", to: "Content/two/_index.md"),
    .write("---\ntitle: Two\narrangement: list\n---\n", to: "Content/two/_index.md"),
    .write("---\ntitle: Home again\nshelves: [two, one]\n---\n", to: "Content/_index.md"),
    .write("---\ntitle: Home\ntextSize: AX1\n---\nHello.\n", to: "Content/_index.md"),
    .write("---\ntitle: Home\ndir: rtl\n---\nHello.\n", to: "Content/_index.md"),
    .write("---\ntitle: Home\n---\nHello *world* [to](more/x/e.md).\n", to: "Content/_index.md"),
    .write("title: Other\n", to: "cardshelf.yml"),
    .write("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 3\"/>", to: "Content/one/b.svg"),
    .write("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 30\"/>", to: "Content/one/b.svg"),
    .replace("padding: 16", by: "padding: 20", in: "Themes/storefront/theme.yml"),
    .replace("padding: 20", by: "padding: 16", in: "Themes/storefront/theme.yml"),
    .write("---\ntitel: wrong\n---\n", to: "Content/two/c.md"),
    .write("# C is back\n", to: "Content/two/c.md"),
    .write("# A page of its own\n", to: "Content/more/z/g.md"),
    .write("---\nkind: page\ntitle: Further\n---\n", to: "Content/further/_index.md"),
    .write("# H\n", to: "Content/further/x/h.md"),
    .write("title,body\nRow,one\nNext,two\n", to: "Content/two/rows.csv"),
    .write("---\ntitle: Two\ncards: rows.csv\n---\n", to: "Content/two/_index.md"),
    .replace("one", by: "one longer text", in: "Content/two/rows.csv"),
    .replace("title,body\n", by: "title,body\nFirst,\n", in: "Content/two/rows.csv"),
    .replace("cards: rows.csv", by: "cards: rows.csv\nfields: { title: body }", in: "Content/two/_index.md"),
  ]

  @Test(arguments: zip([UInt64(1), 2], [false, true]))
  func matchesBuildsFromNothing(seed: UInt64, isTold: Bool) async throws {
    try await SampleSite.with(Self.text) { site in
      var generator = SeededGenerator(seed: seed)
      let memory = SiteMemory()
      var options = BuildOptions(root: site.folder.path, jobs: 2)
      options.scratchFolder = site.folder.path
      var done: [String] = []
      _ = await previewSite(options, memory: memory)
      for (index, edit) in Self.edits.shuffled(using: &generator).enumerated() {
        // Moving a file that does not exist changes nothing, and counts as an edit.
        try edit.make(site.folder)
        done.append(edit.name)
        options.changedFiles = isTold ? edit.files : nil
        let known = await previewSite(options, memory: memory)
        // A fault after one edit would remain after the next, so only every second state is compared.
        guard index % 2 == 1 else { continue }
        options.changedFiles = nil
        let fresh = await previewSite(options, memory: SiteMemory())
        let comment = Comment(rawValue: "seed \(seed), after \(done.suffix(4))")
        #expect(known.diagnostics == fresh.diagnostics, comment)
        let other = Set(known.files?.map(\.path) ?? []).symmetricDifference(fresh.files?.map(\.path) ?? [])
        try #require(other.isEmpty && (known.files == nil) == (fresh.files == nil), "\(other.sorted()) \(comment)")
        for (a, b) in zip(known.files ?? [], fresh.files ?? []) where a.bytes != b.bytes {
          Issue.record("\(a.path) differs; seed \(seed), after \(done.suffix(4))")
        }
      }
    }
  }

  /// Cards that become narrower than any was before: words that fitted are broken.
  @Test(arguments: [
    ("grid", "columns: { compact: 2 }", "columns: { compact: 5 }"), ("grid", "gap: 8", "inset: 40"),
    ("shelf", "cardWidth: 200", "cardWidth: 60"), ("waterfall", "columns: { compact: 2 }", "columns: { compact: 5 }"),
    ("list", "gap: 8", "inset: 60"), ("flow", "gap: 8", "inset: 60"),
  ])
  func preparesCardsThatBecomeNarrower(arrangement: String, before: String, after: String) async throws {
    let words = "Versicherung Straßenbahnfahrer Straßenbahnhaltestelle Lebensversicherungspolice Wohnungsbauministerium"
    func index(_ line: String) -> String { "---\ntitle: One\narrangement: \(arrangement)\n\(line)\n---\n" }
    let text = """
      -- Content/_index.md --
      ---
      title: Home
      ---
      -- Content/one/a.md --
      # Donaudampfschifffahrt
      \(words)
      -- Content/one/b.md --
      # Bahnhof
      - \(words)

      """
    try await SampleSite.with(text + "-- Content/one/_index.md --\n" + index(before)) { site in
      let memory = SiteMemory()
      let options = BuildOptions(root: site.folder.path)
      _ = await previewSite(options, memory: memory)
      try site.folder.write(index(after), to: "Content/one/_index.md")
      let known = await previewSite(options, memory: memory)
      let fresh = await previewSite(options, memory: SiteMemory())
      #expect(known.diagnostics == fresh.diagnostics)
      let files = try #require(fresh.files, "\(fresh.diagnostics.map(\.rendered))")
      #expect(known.files?.map(\.path) == files.map(\.path))
      for (a, b) in zip(known.files ?? [], files) { #expect(a.bytes == b.bytes, "\(a.path)") }
    }
  }

  @Test func seesChangesThatKeepTheModificationTime() async throws {
    try await SampleSite.with(Self.text) { site in
      let memory = SiteMemory()
      let options = BuildOptions(root: site.folder.path)
      // The new text has the same length and modification time.
      func write(_ text: String) throws {
        try site.folder.write(text, to: "Content/two/c.md")
        let time = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        _ = utimensat(AT_FDCWD, site.folder.absolute("Content/two/c.md"), time, 0)
      }
      try write("# C first\n")
      _ = await previewSite(options, memory: memory)
      try write("# C other\n")
      let second = await previewSite(options, memory: memory)
      let page = second.files?.first { $0.path == "index.html" }.map { String(decoding: $0.bytes, as: UTF8.self) }
      #expect(page?.contains("C other") == true)
    }
  }

  @Test func readsOnlyTheFilesThatChanged() async throws {
    try await SampleSite.with(Self.text) { site in
      let memory = SiteMemory()
      var options = BuildOptions(root: site.folder.path)
      func page() async -> String {
        let files = await previewSite(options, memory: memory).files
        return files?.first { $0.path == "index.html" }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
      }
      _ = await page()
      try site.folder.write("# C first\n", to: "Content/two/c.md")
      try site.folder.write("# D first\n", to: "Content/two/d.md")
      options.changedFiles = ["Content/two/c.md"]
      let first = await page()
      #expect(first.contains("C first") && !first.contains("D first"))
      // Where a file has come or gone, all are looked at.
      try site.folder.write("# New\n", to: "Content/two/new.md")
      options.changedFiles = ["Content/two/new.md"]
      let second = await page()
      #expect(second.contains("New") && second.contains("D first"))
      unlink(site.folder.absolute("Content/two/new.md"))
      options.changedFiles = ["Content/two/new.md"]
      let third = await page()
      #expect(!third.contains("New") && third.contains("C first"))
      try site.folder.write("# D second\n", to: "Content/two/d.md")
      options.changedFiles = nil
      let fourth = await page()
      #expect(fourth.contains("D second"))
    }
  }

  @Test func servesNewCharacters() async throws {
    try await SampleSite.with(Self.text) { site in
      let memory = SiteMemory()
      let options = BuildOptions(root: site.folder.path)
      let first = await previewSite(options, memory: memory)
      try site.folder.write("# Ωmega\n", to: "Content/two/c.md")
      let second = await previewSite(options, memory: memory)
      #expect(Self.fonts(first) != Self.fonts(second))
      try site.folder.write("# Mega\n", to: "Content/two/c.md")
      let third = await previewSite(options, memory: memory)
      #expect(Self.fonts(third) == Self.fonts(first))
      let faults = await third.faults(jobs: 1)
      #expect(faults.isEmpty)
    }
  }

  private static func fonts(_ site: PreviewedSite) -> [String] {
    (site.files ?? []).map(\.path).filter { $0.hasPrefix("fonts/") }
  }

  @Test func twoVersionsAreLaidOutAsIfAlone() async throws {
    try await SampleSite.with(Self.text) { before in
      try await SampleSite.with(Self.text) { after in
        try after.folder.write(
          "# B\nOther text, which takes more lines than there were before.\n", to: "Content/one/b.md")
        let (old, new) = (BuildOptions(root: before.folder.path), BuildOptions(root: after.folder.path))
        let (first, second) = await layOutSites(before: { old }, after: new)
        let alone = await layOutSite(BuildOptions(root: after.folder.path))
        func heights(_ result: LayoutResult) -> [[Pixels]] {
          var heights: [[Pixels]] = []
          for page in result.site?.pages ?? [] {
            for shelf in page.shelves { heights.append(shelf.layouts.map(\.size.height)) }
          }
          return heights
        }
        #expect(heights(second) == heights(alone))
        #expect(heights(first) != heights(second))
        #expect(first.diagnostics.isEmpty && second.diagnostics.isEmpty)
      }
    }
  }
}
