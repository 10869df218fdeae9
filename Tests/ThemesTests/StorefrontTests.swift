import Diagnostics
import Glibc
import Testing
import Themes

/// The theme that comes with Cardshelf.
@Suite struct Storefront {
  private static func file(_ name: String) throws -> SourceText {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    let path = "Themes/storefront/\(name)"
    return SourceText(path: path, bytes: try bytes(of: "\(root)/\(path)"))
  }

  private static func theme() throws -> Theme {
    var sink = DiagnosticSink()
    let theme = readTheme(try file("theme.yml"), name: "storefront", into: &sink)
    #expect(sink.diagnostics == [], "\(sink.diagnostics.map(\.rendered).joined())")
    return try #require(theme)
  }

  @Test func readsWithoutFindings() throws {
    let theme = try Self.theme()
    #expect(theme.anatomies.map(\.name) == ["cover", "lockup"])
    #expect(theme.fontStack("text")?.families.count == 26)
    #expect(theme.widthClasses == WidthClass.standard)
  }

  @Test func paintsWithoutFindings() throws {
    let theme = try Self.theme()
    var sink = DiagnosticSink()
    checkPaint(try Self.file("paint.css"), colors: Set(theme.lightColors.keys), into: &sink)
    #expect(sink.diagnostics == [], "\(sink.diagnostics.map(\.rendered).joined())")
  }

  /// WCAG 2.2, success criterion 1.4.3.
  @Test(arguments: [
    ("text", ["page", "card", "code", "tag"]), ("secondary", ["page", "card", "code"]),
    ("accent", ["page", "card", "code"]), ("tagText", ["tag", "card", "page"]),
  ]) func wordsStandOutFromTheirGround(word: String, grounds: [String]) throws {
    let theme = try Self.theme()
    for colors in [theme.lightColors, theme.darkColors] {
      for ground in grounds {
        let ratio = try contrast(#require(colors[word]), #require(colors[ground]))
        #expect(ratio >= 4.5, "\(word) on \(ground)")
      }
    }
  }

  @Test func contrastIsThatOfTheSpecification() throws {
    #expect(try abs(contrast("#000000", "#ffffff") - 21) < 0.001)
    #expect(try abs(contrast("#777777", "#ffffff") - 4.478) < 0.001)
  }
}

/// The contrast ratio of two opaque colours `#rrggbb` (WCAG 2.2, "contrast ratio" and "relative luminance").
private func contrast(_ first: String, _ second: String) throws -> Double {
  let (a, b) = (try luminance(first), try luminance(second))
  return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

private func luminance(_ color: String) throws -> Double {
  let value = try #require(Int(color.dropFirst(), radix: 16))
  try #require(color.utf8.count == 7)
  let linear = [16, 8, 0].map { shift in
    let channel = Double((value >> shift) & 0xFF) / 255
    return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
  }
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

private func bytes(of path: String) throws -> [UInt8] {
  let file = try #require(fopen(path, "r"))
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  return bytes
}
