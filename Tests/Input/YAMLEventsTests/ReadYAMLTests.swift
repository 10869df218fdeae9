import Diagnostics
import TestSupport
import Testing

@testable import Content

private let limits = YAMLLimits(bytes: 4096, keys: 8, depth: 4)

private func read(
  _ source: SourceText, in range: SourceRange? = nil, limits: YAMLLimits = limits
) -> (node: YAMLNode?, findings: [Diagnostic]) {
  var sink = DiagnosticSink()
  let node = readYAML(source, in: range ?? source.fullRange, limits: limits, into: &sink)
  return (node, sink.diagnostics)
}

/// The tree as text: scalars in quotes unless plain, with the source text of every range.
private func drawing(_ node: YAMLNode) -> String {
  switch node.value {
  case .scalar(let text, let isPlain): isPlain ? text : "'\(text)'"
  case .sequence(let items): "[" + items.map(drawing).joined(separator: ", ") + "]"
  case .mapping(let entries): "{" + entries.map { "\($0.key): \(drawing($0.value))" }.joined(separator: ", ") + "}"
  }
}

@Suite struct Documents {
  @Test(arguments: [
    ("", "{}"), ("# nothing\n", "{}"), ("---\n", "{}"), ("---\n...\n", "{}"), ("{}", "{}"),
    ("a: 1\nb: '2'\n", "{a: 1, b: '2'}"),
    ("a:\nb: ~\n", "{a: , b: ~}"),
    ("a: [x, \"y z\", [1]]\n", "{a: [x, 'y z', [1]]}"),
    ("a:\n  - x\n  - k: v\n", "{a: [x, {k: v}]}"),
    ("a: |\n  two\n  lines\nb: >\n  folded\n  text\n", "{a: 'two\nlines\n', b: 'folded text\n'}"),
    ("z: 1\ny: 2\nx: 3\n", "{z: 1, y: 2, x: 3}"),
    ("just text", "just text"),
    ("a: 1\r\nb: 2\r\n", "{a: 1, b: 2}"),
    ("\u{FEFF}a: 1\n", "{a: 1}"),
    ("a: '&x'\nb: \"*y\"\nc: '!z'\n'<<': d\n", "{a: '&x', b: '*y', c: '!z', <<: d}"),
  ]) func areRead(text: String, expected: String) throws {
    let (node, findings) = read(SourceText(path: "a.md", text: text))
    #expect(findings == [])
    #expect(drawing(try #require(node)) == expected)
  }

  @Test(arguments: [
    "a: ^value^\n", "a: ^'quoted'^  # note\n", "é: ^ü🙂^\n", "\u{FEFF}é: ^x^\n", "# 漢字\r\na: ^x^\r\n",
    "a: ^[1, 2]^\n", "a: ^{b: 1}^\n", "a:\n  ^b: 1\n  c: dd^\n\n# end\n", "a:\n  ^- 1\n  - two^\n\n\n",
    "a:\n  ^- [1]^\n",
  ]) func valuesHaveRanges(text: String) throws {
    let marked = MarkedText(carets: text)
    let (node, findings) = read(marked.source)
    #expect(findings == [])
    guard case .mapping(let entries) = try #require(node).value else {
      Issue.record("no mapping")
      return
    }
    #expect(entries.map(\.value.range) == marked.spans)
  }

  @Test func partsKeepTheOffsetsOfTheFile() throws {
    let marked = MarkedText(carets: "---\n^é^: ^ü^\n^^---\nBody: [\n")
    let (node, findings) = read(marked.source, in: SourceRange(4, marked.spans[2].lower))
    #expect(findings == [])
    guard case .mapping(let entries) = try #require(node).value else {
      Issue.record("no mapping")
      return
    }
    #expect(entries.map(\.keyRange) == [marked.spans[0]])
    #expect(entries.map(\.value.range) == [marked.spans[1]])
  }

  @Test(arguments: [(-5, 2), (0, 99), (7, 3), (99, 120)]) func clampsRangesToTheFile(lower: Int, upper: Int) {
    let (node, _) = read(SourceText(path: "a.md", text: "a: 1\n"), in: SourceRange(lower, upper))
    #expect(node != nil)
  }
}

@Suite struct Refusals {
  @Test(arguments: [
    ("yaml-syntax", "a: 1\nb: [x, ^}^\n"),
    ("yaml-syntax", "é: 1\nb: [x, ^}^\n"),
    ("yaml-syntax", "title: Saturn^:^ the rings\n"),
    ("yaml-syntax", "a:\n^\t^b: 1\n"),
    ("yaml-syntax", "a: ^@^x\n"),
    ("yaml-syntax", "é: ü^\u{1}^\n"),
    ("yaml-alias", "a: ^*x^\n"),
    ("yaml-alias", "a: [1, ^*x^]\n"),
    ("yaml-tag", "a: ^!str^ 1\n"),
    ("yaml-alias", "a: [^*x^, &x 1]\n"),
    ("yaml-tag", "a: ^!<tag:x>^ {b: 1}\n"),
    ("yaml-merge-key", "<<: ^b^\n"),
    ("yaml-key-not-scalar", "? ^[a, b]^\n: 1\n"),
    ("yaml-key-not-scalar", "{^{a: b}^: 1}\n"),
    ("yaml-duplicate-key", "a: 1\n^a^: 2\n"),
    ("yaml-duplicate-key", "a: 1\n^\"a\"^: 2\n"),
    ("yaml-multiple-documents", "a: 1\n^---^\nb: 2\n"),
    ("yaml-control-character", "a: ^\"x\\0\"^\n"),
    ("yaml-control-character", "^\"\\e\"^: 1\n"),
    ("yaml-too-many-keys", "a: 1\nb: 2\nc: 3\nd: {e: 5, f: 6}\ng: 7\nh: 8\n^i^: 9\n"),
    ("yaml-too-deep", "a: [[[^[^]]]]\n"),
    ("yaml-too-deep", "a:\n  b:\n    c:\n      d:\n        ^e^: 1\n"),
  ]) func showTheirPlace(rule: String, text: String) throws {
    let marked = MarkedText(carets: text)
    let (_, findings) = read(marked.source)
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.rule == Diagnostic.Rule(rule))
    #expect(finding.help != nil)
    #expect(finding.shows(marked.spans[0], in: marked.source), "\(finding.rendered)")
  }

  @Test func tagsBesideAnchorsAreFound() {
    for text in ["a: &x ^!t^ 1\n", "a: ^!t^ &x {b: 1}\n"] {
      let marked = MarkedText(carets: text)
      let (_, findings) = read(marked.source)
      #expect(findings.map(\.rule.name) == ["yaml-tag"])
      #expect(zip(findings, marked.spans).allSatisfy { $0.shows($1, in: marked.source) })
    }
  }

  @Test func oneErrorHidesNoOther() throws {
    let marked = MarkedText(carets: "a: ^*x^\nb: ^!t^ 2\na: 3\n^b^: 4\nc: 5\n")
    let (node, findings) = read(marked.source)
    #expect(findings.map(\.rule.name) == ["yaml-alias", "yaml-tag", "yaml-duplicate-key", "yaml-duplicate-key"])
    #expect(drawing(try #require(node)) == "{b: 2, c: 5}")
  }

  @Test func duplicateKeysNameTheFirstLine() throws {
    let (_, findings) = read(SourceText(path: "a.md", text: "# x\ntitle: 1\nb: 2\ntitle: 3\n"))
    #expect(try #require(findings.first).message == "`title` is already set on line 2")
  }

  @Test(
    arguments: [[0xFF], [0x80], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]])
  func bytesThatAreNotUTF8(bytes: [UInt8]) throws {
    let prefix = Array("ü: 1\nb: ".utf8)
    let (node, findings) = read(SourceText(path: "a.md", bytes: prefix + bytes + Array("\n".utf8)))
    let finding = try #require(findings.first)
    #expect(node == nil)
    #expect(finding.rule.name == "yaml-not-utf8")
    #expect(finding.position == SourcePosition(line: 2, column: 4))
    #expect(finding.message.contains("byte \(prefix.count) "))
  }

  @Test func limitsTheSize() throws {
    let fits = "a: " + String(repeating: "x", count: limits.bytes - 3)
    #expect(read(SourceText(path: "a.md", text: fits)).findings == [])
    let (node, findings) = read(SourceText(path: "a.md", text: fits + "y"))
    #expect(node == nil)
    #expect(findings.map(\.rule.name) == ["yaml-too-large"])
    #expect(findings.first?.position?.column == limits.bytes + 1)
  }

  /// Values that were not written as YAML are refused for the same reasons.
  @Test(
    arguments: [
      ("", [.scalar("a", isPlain: false), .sequence([]), .mapping([])]),
      ("yaml-control-character", [.sequence([node(.scalar("a\u{7}", isPlain: false))])]),
      ("too-many-marks", [.scalar("a" + String(repeating: "\u{301}", count: 40), isPlain: false)]),
      ("yaml-too-many-keys", Array(repeating: .sequence([]), count: 9)),
      ("yaml-too-deep", [.sequence([node(.sequence([node(.sequence([node(.sequence([]))]))]))])]),
      (
        "yaml-too-many-errors",
        [.sequence(Array(repeating: node(.scalar("\u{1}", isPlain: false)), count: 65))]
      ),
    ] as [(String, [YAMLNode.YAMLValue])])
  func checksOtherValues(rule: String, values: [YAMLNode.YAMLValue]) {
    let source = SourceText(path: "a.csv", text: "a,b")
    let entries = values.enumerated().map { YAMLEntry(key: "k\($0)", keyRange: source.fullRange, value: Self.node($1)) }
    let document = YAMLNode(.mapping(entries), range: source.fullRange)
    let checked = YAMLReading(checking: document, of: source, limits: limits)
    #expect((checked.findings.last?.diagnostic.rule.name ?? "") == rule)
    #expect(checked.document == (rule.isEmpty || rule == "yaml-control-character" ? document : nil))
    var small = limits
    small.bytes = 2
    let refused = YAMLReading(checking: document, of: source, limits: small)
    #expect(refused.document == nil)
    #expect(refused.findings.last?.diagnostic.rule.name == "yaml-too-large")
  }

  private static func node(_ value: YAMLNode.YAMLValue) -> YAMLNode { YAMLNode(value, range: SourceRange(0, 3)) }

  @Test func callerSetsTheKindOfFault() {
    var sink = DiagnosticSink()
    let source = SourceText(path: "theme.yml", text: "a: [")
    _ = readYAML(source, in: source.fullRange, limits: .theme, fault: .cannotRun, into: &sink)
    #expect(sink.diagnostics.map(\.rule) == [Diagnostic.Rule("yaml-syntax", fault: .cannotRun)])
  }
}

@Suite struct Hostile {
  private static let bomb =
    "a: &a [x, x, x, x, x, x, x, x, x]\n"
    + zip("bcdefghi", "abcdefgh").map { name, before in
      "\(name): &\(name) [" + Array(repeating: "*\(before)", count: 9).joined(separator: ", ") + "]\n"
    }.joined()

  @Test(
    arguments: [
      LongText(bomb, "a bomb"),
      LongText(String(repeating: "[", count: 100_000), "brackets"),
      LongText(String(repeating: "{a: ", count: 100_000), "braces"),
      LongText(String(repeating: "- ", count: 100_000), "dashes"),
      LongText(String(repeating: "? ", count: 100_000), "complex keys"),
      LongText("a: [" + String(repeating: "*a, ", count: 8_000) + "]", "aliases"),
      LongText("{" + String(repeating: "a, ", count: 80_000) + "}", "repeated keys"),
      LongText("a: " + String(repeating: "!x ", count: 80_000), "tags"),
      LongText("a: \"" + String(repeating: "\\0", count: 100_000) + "\"", "escapes"),
      LongText(String(repeating: "a:\n", count: 80_000), "repeated lines"),
    ] as [LongText]) func endsAtOnce(text: LongText)
  {
    let large = YAMLLimits(bytes: 1 << 20, keys: 4096, depth: 12)
    let (_, findings) = read(SourceText(path: "a.md", text: text.value), limits: large)
    #expect(!findings.isEmpty)
    #expect(findings.count <= 65)
  }

  /// Random bytes with a meaning in YAML: nothing traps, ranges are inside the file, and a missing document has an
  /// error.
  @Test func anyBytes() {
    let seed: UInt64 = 0x5EED
    var state = seed
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let pieces = [
      "a", "b: ", ": ", "\n", "  ", "- ", "[", "]", "{", "}", ",", "&x ", "*x", "!t ", "'", "\"", "|\n", ">", "#",
      "---\n", "...\n", "? ", "é", "\u{FEFF}", "\t", "\r", "\\", "%", "@", "<<: ", "\u{2028}", "\u{85}", "🙂",
    ]
    for round in 0..<4000 {
      let text = (0..<random(24)).map { _ in pieces[random(pieces.count)] }.joined()
      let (node, findings) = read(SourceText(path: "a.md", text: text))
      #expect(node != nil || !findings.isEmpty, "seed \(seed), round \(round): \(text.debugDescription)")
      if let node {
        #expect(
          isInside(node, SourceRange(0, text.utf8.count)), "seed \(seed), round \(round): \(text.debugDescription)")
      }
    }
  }

  private func isInside(_ node: YAMLNode, _ outer: SourceRange) -> Bool {
    guard outer.lower <= node.range.lower, node.range.lower <= node.range.upper, node.range.upper <= outer.upper else {
      return false
    }
    switch node.value {
    case .scalar: return true
    case .sequence(let items): return items.allSatisfy { isInside($0, node.range) }
    case .mapping(let entries): return entries.allSatisfy { isInside($0.value, node.range) }
    }
  }
}

/// A text that is too long to print, shown by its name.
struct LongText: Sendable, CustomTestStringConvertible {
  let value: String
  let testDescription: String

  init(_ value: String, _ name: String) {
    self.value = value
    testDescription = name
  }
}
