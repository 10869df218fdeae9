import TestSupport
import Testing

@testable import TextLayout

/// Which face of a stack draws a character, and which draws a letter with its marks.
@Suite struct FaceShareTests {
  private static let body = FontPlanTests.body

  private static func stack(_ families: [String], text: String) throws -> (stack: ServedStack, names: [String]) {
    var characters = CharacterCoverage()
    var marked = MarkedLetters()
    characters.insert(scalarsOf: text.utf8Span, marked: &marked) { _ in true }
    let plan = FontPlan(
      faces: [body: try families.map { try InstalledFonts.face($0) }], usage: [body: characters],
      marked: [body: marked])
    let files = try plan.subsets.map { try #require($0.face.subset(to: $0.characters)) }
    let fonts = try #require(plan.serve(files))
    let stack = try #require(fonts.stacks[body])
    return (stack, stack.faces.map { fonts.files[$0.fileIndex].name })
  }

  /// Noto Looped Thai has two signs of Khmer, and Noto Sans Georgian one of Armenian.
  @Test(
    arguments: [
      (["Noto Looped Thai", "Noto Sans Khmer"], "ก ក\u{17C9}\u{17CB}", 0x17C9, "NotoSansKhmer-Regular"),
      (["Noto Looped Thai", "Noto Sans Khmer"], "ก ក\u{17C9}\u{17CB}", 0x17CB, "NotoSansKhmer-Regular"),
      (["Noto Sans Georgian", "Noto Sans Armenian"], "ა ա։", 0x589, "NotoSansArmenian-Regular"),
      // A family without the script's letters is better than none.
      (["Noto Sans Georgian", "Noto Sans"], "ა։", 0x589, "NotoSansGeorgian-Regular"),
      // Letters, and signs of all scripts, belong to the first face that has them.
      (["Noto Sans CJK JP", "Noto Sans"], "a п", 0x43F, "NotoSansCJK-Regular"),
      (["Noto Sans CJK JP", "Noto Sans"], "a, b", 0x2C, "NotoSansCJK-Regular"),
    ] as [([String], String, UInt32, String)])
  func signsGoWithTheirScript(_ families: [String], text: String, scalar: UInt32, file: String) throws {
    let (stack, names) = try Self.stack(families, text: text)
    #expect(try names[#require(stack.faceIndex(of: scalar))] == file)
  }

  /// A letter whose face has its marks shares them with other faces.
  @Test func aMarkIsInTheFaceOfEachOfItsLetters() throws {
    let (stack, names) = try Self.stack(["TeX Gyre Heros", "Noto Sans"], text: "e\u{301} а\u{301}")
    let (latin, cyrillic) = (try #require(stack.faceIndex(of: 0x65)), try #require(stack.faceIndex(of: 0x430)))
    #expect([names[latin], names[cyrillic]] == ["texgyreheros-regular", "NotoSans-Regular"])
    #expect(stack.faceIndex(of: 0x301) == latin)
    #expect(stack.faceIndex(of: 0x301, after: latin) == latin)
    #expect(stack.faceIndex(of: 0x301, after: cyrillic) == cyrillic)
    #expect(stack.faces[latin].declared.contains(0x301) && stack.faces[cyrillic].declared.contains(0x301))
    // Blink composes what is declared.
    #expect(stack.faces[latin].declared.contains(0xE9))
    #expect(!stack.hasLettersApart)
  }

  /// The Japanese face has letters and a macron, but no tilde.
  @Test func aLetterWithoutItsMarkIsApart() throws {
    let (stack, names) = try Self.stack(["Noto Sans CJK JP", "Noto Sans"], text: "g g\u{303} m\u{304} g\u{303}\u{304}")
    func face(_ cluster: String) -> String? {
      stack.faceApart(of: cluster.unicodeScalars.map(\.value)) { $0 == 0x200D }.map { names[$0] }
    }
    #expect(face("g\u{303}") == "NotoSans-Regular")
    #expect(face("g\u{200D}\u{303}") == "NotoSans-Regular")
    #expect(face("g\u{303}\u{304}") == "NotoSans-Regular")
    for cluster in ["g", "m\u{304}", "m\u{303}", "ga", "\u{303}", "ж\u{303}", ""] { #expect(face(cluster) == nil) }
    #expect(try names[#require(stack.faceIndex(of: 0x67))] == "NotoSansCJK-Regular")
    #expect(stack.faces.compactMap(\.kind.positionApart) == [1])
    #expect(stack.faces.last?.characters.isEmpty == true)
    #expect(stack.faces.last?.declared == InstalledFonts.coverage("g\u{303}\u{304}\u{1E21}"))
  }

  /// Faces and their order decide, not what else a site contains: `serve` keeps characters of earlier builds.
  @Test func theFaceOfALetterApartDoesNotDependOnOtherLetters() throws {
    let families = ["Noto Sans CJK JP", "TeX Gyre Heros", "Noto Sans"]
    for text in ["g\u{303}", "g\u{303} g\u{33D} g\u{303}\u{33D}"] {
      let (stack, names) = try Self.stack(families, text: text)
      let face = stack.faceApart(of: "g\u{303}".unicodeScalars.map(\.value)) { _ in false }
      #expect(face.map { names[$0] } == "texgyreheros-regular", "\(text)")
    }
    let (stack, names) = try Self.stack(families, text: "g\u{303} g\u{33D}")
    #expect(stack.faceApart(of: [0x67, 0x33D]) { _ in false }.map { names[$0] } == "NotoSans-Regular")
    #expect(stack.faces.compactMap(\.kind.positionApart) == [1, 2])
  }
}

@Suite struct MarkedLettersTests {
  private static func marked(_ text: String) -> [UInt32: [UInt32]] {
    var characters = CharacterCoverage()
    var marked = MarkedLetters()
    characters.insert(scalarsOf: text.utf8Span, marked: &marked) { _ in true }
    return Dictionary(uniqueKeysWithValues: marked.all.map { ($0.mark, $0.bases.scalars) })
  }

  @Test(
    arguments: [
      ("abc äöü 日本 за", [:]),
      ("m\u{304} n\u{308}x", [0x304: [0x6D], 0x308: [0x6E]]),
      // Several marks are on one letter, with joiners between them or without.
      ("e\u{323}\u{302} e\u{200D}\u{323}\u{34F}\u{301}", [0x323: [0x65], 0x302: [0x65], 0x301: [0x65]]),
      // Nothing is under these.
      ("\u{301} \u{301}", [:]),
      ("ក\u{17C9} مُ", [0x17C9: [0x1780], 0x64F: [0x645]]),
      ("a\u{304}b\u{304}a\u{304}", [0x304: [0x61, 0x62]]),
    ] as [(String, [UInt32: [UInt32]])])
  func findsMarksOnLetters(text: String, expected: [UInt32: [UInt32]]) {
    #expect(Self.marked(text) == expected)
  }

  @Test func comparesAndJoins() {
    var (all, first, second) = (MarkedLetters(), MarkedLetters(), MarkedLetters())
    first.insert(0x301, on: 0x61)
    second.insert(0x301, on: 0x62)
    all.formUnion(second)
    all.formUnion(first)
    #expect(first.isSubset(of: all) && !all.isSubset(of: first))
    second.formUnion(first)
    #expect(second == all && second.hashValue == all.hashValue)
  }
}
