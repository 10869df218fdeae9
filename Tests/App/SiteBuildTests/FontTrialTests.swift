import CardLayout
import Content
import Diagnostics
import SampleSites
import TestSupport
import Testing
import TextLayout
import Themes

@testable import SiteBuild

/// The process in which a theme's own fonts are used first.
@Suite struct FontTrialTests {
  private static let own = "Themes/storefront/own.ttf"

  /// A site whose theme has a copy of an installed font, so that its other families come from the machine.
  private func withSite(_ body: (BuildOptions, Theme, FontUsage) async throws -> Void) async throws {
    try await Folder.withTemporary { site in
      try site.writeStorefront()
      let faces = FontCatalogue()?.faces(ofFamily: "Noto Sans") ?? []
      let path = try #require(faces.map(\.path).first { $0.hasSuffix("/NotoSans-Regular.ttf") })
      try site.write(try #require(Folder(path: "/").bytes(of: path)), to: Self.own)
      try site.write("title: Sample\n", to: "cardshelf.yml")
      var sink = DiagnosticSink()
      let options = BuildOptions(root: site.path)
      let context = try #require(BuildContext(options, into: &sink))
      let settings = try #require(SiteSources.readSettingsFile(in: context.tree, into: &sink))
      let theme = try #require(ThemeSources.read(settings, context, into: &sink)?.theme)
      var letters = CharacterCoverage()
      letters.insert(scalarsOf: "Waffle office, ظرف")
      var usage = FontUsage()
      for isItalic in [false, true] {
        var marked = MarkedLetters()
        marked.insert(0x303, on: 0x6F)
        usage.insert(letters, marked: marked, font: FontRequest(stack: "text", weight: 400, isItalic: isItalic))
      }
      try await body(options, theme, usage)
    }
  }

  /// When the process gives up its rights, none of the theme's fonts is read, and nothing is opened after that: the fonts
  /// are made although all files of the site are gone.
  @Test func needsNoFilesOnceItIsConfined() async throws {
    try await withSite { options, theme, usage in
      var sink = DiagnosticSink()
      let context = try #require(BuildContext(options, into: &sink))
      let expected = await makeFonts(usage: usage, theme: theme, context, into: &sink)
      var confinements = 0
      let tried = await triedFonts(
        root: options.root, theme: "storefront", files: [Self.own], request: FontRequestList(usage).bytes
      ) {
        confinements += 1
        Folder(path: options.root).remove()
      }
      #expect(confinements == 1)
      #expect(sink.diagnostics.isEmpty, "\(sink.diagnostics)")
      #expect(expected?.files.map(\.name).contains("own") == true)
      #expect(FontRequestList(FontRequestList(usage).bytes)?.usage.markedLetters == usage.markedLetters)
      #expect(tried?.files.map(\.name) == expected?.files.map(\.name))
      #expect(tried?.files.map(\.bytes) == expected?.files.map(\.bytes))
    }
  }

  @Test(arguments: [
    ("exit 0", nil), ("exit 1", "font-harmful"), ("kill -9 $$", "font-harmful"), ("exit 2", "font-untried"),
    ("exit 4", "decoders-unconfined"),
  ])
  func reportsTheEndOfTheProcess(command: String, rule: String?) async throws {
    try await withSite { options, theme, usage in
      var sink = DiagnosticSink()
      var options = options
      options.fontTrial = FontTrial(program: "/bin/sh", arguments: ["-c", command])
      let context = try #require(BuildContext(options, into: &sink))
      let fonts = await makeFonts(usage: usage, theme: theme, context, into: &sink)
      #expect(sink.diagnostics.map(\.rule.name) == [rule].compactMap(\.self))
      #expect((fonts == nil) == sink.hasErrors)
      // `cardshelf fonts` reads them too.
      let listed = findFonts(ofTheme: nil, compares: true, options)
      #expect(listed.diagnostics.map(\.rule.name) == [rule].compactMap(\.self))
    }
  }
}
