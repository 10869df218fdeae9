import Content
import Diagnostics
import Glibc
import TestSupport
import Testing
import Themes

/// The themes that come with Cardshelf.
@Suite struct CommonThemes {
  static let names = ["storefront", "cinema", "library"]

  private static func file(_ name: String, of theme: String) throws -> SourceText {
    let path = "Themes/\(theme)/\(name)"
    return SourceText(path: path, bytes: try #require(Folder.project.bytes(of: path)))
  }

  private static func theme(_ name: String) throws -> Theme {
    var sink = DiagnosticSink()
    let theme = readTheme(try file("theme.yml", of: name), name: name, into: &sink)
    #expect(sink.diagnostics == [], "\(sink.diagnostics.map(\.rendered).joined())")
    return try #require(theme)
  }

  /// A site can change from one of these themes to another.
  @Test(arguments: names) func hasTheCardsOfAll(name: String) throws {
    let theme = try Self.theme(name)
    #expect(theme.anatomies.prefix(2).map(\.name) == ["cover", "lockup"])
    #expect(theme.widthClasses.map(\.name) == WidthClass.standard.map(\.name))
    #expect(theme.widthClasses.map(\.from) == WidthClass.standard.map(\.from))
    for anatomy in theme.anatomies.prefix(2).flatMap(theme.alternatives) {
      #expect(
        Set(anatomy.texts.map(\.slot)) == Set(SlotTable.standard.slots.filter { $0.kind != .image }), "\(anatomy.name)")
      #expect(anatomy.image != nil)
    }
  }

  /// From text at twice its size on the narrowest device to the widest desktops, including the narrowest regular width.
  @Test(arguments: names + ["usual"]) func hasStepsForAllPages(name: String) throws {
    let classes = name == "usual" ? WidthClass.standard : try Self.theme(name).widthClasses
    let steps = classes.flatMap(\.steps)
    #expect(steps.prefix(5) == [160, 200, 240, 280, 320])
    #expect(steps.suffix(2) == [1905, 2545])
    #expect(steps.contains(678))
    #expect(steps.count <= 30)
  }

  /// All themes support the same scripts, in the same order.
  @Test(arguments: names) func setsAllScripts(name: String) throws {
    let storefront = try #require(try Self.theme("storefront").fontStack("text"))
    #expect(storefront.families.count == 26)
    for stack in try Self.theme(name).fontStacks where stack.name != "mono" {
      #expect(stack.families.count == storefront.families.count, "\(stack.name)")
    }
  }

  @Test(arguments: names) func paintsWithoutFindings(name: String) throws {
    let theme = try Self.theme(name)
    var sink = DiagnosticSink()
    _ = readPaint(try Self.file("paint.css", of: name), colors: Set(theme.lightColors.keys), into: &sink)
    #expect(sink.diagnostics == [], "\(sink.diagnostics.map(\.rendered).joined())")
  }

  /// WCAG 2.2, success criterion 1.4.3.
  @Test(
    arguments: names,
    [
      ("text", ["page", "card", "code", "tag"]), ("secondary", ["page", "card", "code"]),
      ("accent", ["page", "card", "code"]), ("tagText", ["tag", "card", "page"]),
    ])
  func textHasEnoughContrast(name: String, colors: (word: String, grounds: [String])) throws {
    let theme = try Self.theme(name)
    for scheme in [theme.lightColors, theme.darkColors] {
      for ground in colors.grounds {
        let ratio = try contrast(#require(scheme[colors.word]), #require(scheme[ground]))
        #expect(ratio >= 4.5, "\(colors.word) on \(ground)")
      }
    }
  }

  @Test func contrastMatchesTheSpecification() throws {
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
