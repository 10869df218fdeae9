import FoundationEssentials
import TestSupport
import Testing

struct MeasureTests {
  private struct Text: Decodable {
    struct Line: Decodable {
      var byteStart: Int
      var byteEnd: Int
      var utf16Start: Int
      var utf16End: Int
      var text: String
      var width: Double
    }
    var breaks: [Int]
    var direction: String
    var height: Int
    var lineHeight: Int
    var lines: [Line]
    var text: String
    var truncated: Bool
    var width: Int
  }

  private struct Card: Decodable {
    struct Slot: Decodable { var height: Double }
    var anatomy: String
    var height: Double
    var slots: [String: Slot]
    var width: Int
  }

  private func measure(_ arguments: [String], input: String = "", in folder: String) throws -> CommandRun {
    try CommandRun.of(["measure"] + arguments, in: folder, input: Array(input.utf8))
  }

  @Test(arguments: [
    "Some  text\nthat has more than one line; naïve 😀 done", "مرحبا بالعالم كله والسماء", "a", "", "👩‍👩‍👧‍👦 日本語のテキスト",
    "Donaudampfschifffahrtsgesellschaftskapitän",
  ])
  func linesContainTheWholeText(text: String) throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try measure(["--width", "100", "--dir", "auto"], input: text + "\n", in: site.path)
    #expect(run.exitCode == 0)
    let found = try JSONDecoder().decode(Text.self, from: Data(run.output.utf8))
    #expect(found.text == text.split { $0 == " " || $0 == "\n" }.joined(separator: " "))
    #expect(found.height == found.lines.count * found.lineHeight)
    #expect(found.breaks == found.lines.dropFirst().map(\.byteStart))
    let (utf8, utf16) = (Array(found.text.utf8), Array(found.text.utf16))
    for line in found.lines {
      #expect(String(decoding: utf8[line.byteStart..<line.byteEnd], as: UTF8.self) == line.text)
      #expect(String(decoding: utf16[line.utf16Start..<line.utf16End], as: UTF16.self) == line.text)
      #expect(line.width > 0 && line.width <= 100)
    }
    for (line, next) in zip(found.lines, found.lines.dropFirst()) {
      #expect((0...1).contains(next.byteStart - line.byteEnd))
    }
    #expect(found.lines.first?.byteStart ?? 0 == 0)
    #expect(found.lines.last?.byteEnd ?? 0 == utf8.count)
  }

  @Test func measuresCutText() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try measure(
      ["--width", "120", "--max-lines", "2", "many words that need more than two lines of their own"], in: site.path)
    let found = try JSONDecoder().decode(Text.self, from: Data(run.output.utf8))
    #expect(found.truncated)
    #expect(found.lines.count == 2)
    #expect(found.lines.last?.text.hasSuffix("…") == true)
    #expect(found.lines.last.map { $0.width <= 120 } == true)
  }

  @Test func cards() throws {
    let site = try Folder.site([
      "Content/one/_index.md": "---\ntitle: One\ncard: lockup\ncardWidth: 200\n---\n",
      "Content/one/a.md": "---\ntitle: A\nsubtitle: B\n---\nText\n",
    ])
    defer { site.remove() }
    let placed = try measure(["--card", "a.md"], in: site.path + "/Content/one")
    #expect(placed.exitCode == 0, "\(placed.errors)")
    let ofShelf = try JSONDecoder().decode(Card.self, from: Data(placed.output.utf8))
    #expect(ofShelf.anatomy == "tile" && ofShelf.width == 200)
    #expect(Set(ofShelf.slots.keys) == ["title", "subtitle", "body"])
    let input = "---\ntitle: A\nimage: anything.png\nimageAlt: A\n---\n"
    let alone = try measure(["--card", "--width", "160"], input: input, in: site.path)
    #expect(alone.exitCode == 0, "\(alone.errors)")
    let found = try JSONDecoder().decode(Card.self, from: Data(alone.output.utf8))
    #expect(found.anatomy == "cover" && found.width == 160)
    #expect(found.slots["image"]?.height == 90)
  }

  @Test func refusesBytesThatAreNotText() throws {
    let site = try Folder.site()
    defer { site.remove() }
    for arguments in [[], ["--card"]] {
      let run = try CommandRun.of(["measure"] + arguments, in: site.path, input: [0x61, 0xFF, 0x0A])
      #expect(run.exitCode == 1)
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("(standard input):1:2: error: "))
    }
    let card = try measure(["--card"], input: "---\ntitel: A\n---\n# A\n", in: site.path)
    #expect(card.exitCode == 1)
    #expect(card.errors.contains("did you mean `title`?"))
    #expect(try measure(["--card", "nowhere.md"], in: site.path).exitCode == 2)
    let theme = try measure(["--theme", "none", "x"], in: site.path)
    #expect(theme.exitCode == 2)
    #expect(theme.errors.contains("Themes holds storefront"))
    #expect(try measure(["--theme", "storefront", "x"], in: site.path).exitCode == 0)
    #expect(try measure(["--style", "titel", "x"], in: site.path).exitCode == 1)
    #expect(try measure(["--width-class", "none", "x"], in: site.path).exitCode == 1)
  }

  /// Any input ends the program with one of its own exit codes.
  @Test func randomBytes() throws {
    let site = try Folder.site()
    defer { site.remove() }
    var state: UInt64 = 9
    for _ in 0..<12 {
      let bytes = (0..<200).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33) & (state & 1 == 0 ? 0x7F : 0xFF)
      }
      for arguments in [["--card"], ["--width", "1"]] {
        let run = try CommandRun.of(["measure"] + arguments, in: site.path, input: bytes)
        #expect([0, 1].contains(run.exitCode), "\(bytes)")
      }
    }
  }
}
