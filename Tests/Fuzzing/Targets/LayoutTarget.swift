import Diagnostics
import SampleSites
import SiteValidation
import TestSupport
import TextLayout
import Themes

@testable import Content
@testable import SiteBuild

/// Reads a card, lays out a site with it, renders, proves and compares it. The fonts are made once.
func layOutCard(_ bytes: [UInt8]) {
  // Made here, because that waits too.
  let site = fuzzedSite
  waiting { await site.build(bytes) }
}

private let fuzzedSite = FuzzedSite()

private struct FuzzedSite: Sendable {
  private let context: BuildContext
  private let theme: ThemeSources
  private let fonts: ServedFonts
  private let compressed: [[UInt8]?]

  init() {
    // The package folder, which contains the theme.
    let root = Folder.project.path
    var sink = DiagnosticSink()
    let options = BuildOptions(root: root, jobs: 1, scratchFolder: "/dev/shm")
    guard let context = BuildContext(options, into: &sink),
      let theme = ThemeSources.read(SiteSettings(), context, into: &sink)
    else { preconditionFailure("no theme in \(root)") }
    self.context = context
    self.theme = theme
    (fonts, compressed) = waiting {
      var sink = DiagnosticSink()
      var library = Self.library(of: Array(Self.everyCharacter.utf8), into: &sink)
      library.pages[0].shelves[0].tags = TagSettings()
      let composed = await ComposedSite.compose(library, theme: theme, context, into: &sink)
      guard
        let fonts = await makeFonts(usage: composed.usage, theme: theme.theme, context, into: &sink)
      else { preconditionFailure(sink.diagnostics.map(\.rendered).joined()) }
      let compression = FontCompression(of: fonts, context)
      for number in compression.order { compression.compress(number) }
      return (fonts, compression.compressed)
    }
  }

  /// A text in every style that a body can use, with characters of scripts that are laid out differently.
  private static let everyCharacter = """
    ---
    title: T *x*
    subtitle: \(characters)
    eyebrow: \(characters)
    footer: \(characters)
    tags: ["\(characters)"]
    ---
    # \(characters)

    \(characters) **\(characters)** *\(characters)* ***\(characters)*** `\(characters)`

    """

  private static let characters: String = {
    var scalars = String.UnicodeScalarView()
    let ranges: [ClosedRange<UInt32>] = [
      0x23...0x26, 0x28...0x29, 0x2B...0x2F, 0x30...0x3B, 0x3D...0x3D, 0x3F...0x5A, 0x61...0x7A, 0xA1...0x17F,
      0x300...0x304,
      0x391...0x3C9, 0x410...0x44F, 0x5D0...0x5EA, 0x621...0x64A, 0x905...0x939, 0x93E...0x94D, 0xE01...0xE30,
      0x2010...0x2026, 0x3042...0x3050, 0x4E00...0x4E10, 0xAC00...0xAC04,
    ]
    for scalar in ranges.joined().compactMap(Unicode.Scalar.init) { scalars.append(scalar) }
    return String(scalars)
  }()

  private static func library(of bytes: [UInt8], into sink: inout DiagnosticSink) -> Library {
    let card = readCard(SourceText(path: "Content/shelf/card.md", bytes: bytes), into: &sink)
    let index = readIndex(
      SourceText(path: "Content/shelf/_index.md", text: "---\ntitle: Shelf\narrangement: flow\n---\n"), into: &sink)
    return assembleLibrary(
      settings: SiteSettings(), cards: [[card]], indexes: [index], files: [], publishing: PublicationRule(day: nil),
      into: &sink)
  }

  func build(_ bytes: [UInt8]) async {
    var sink = DiagnosticSink()
    let library = Self.library(of: bytes, into: &sink)
    render(sink)
    guard !sink.hasErrors else { return }
    let composed = await ComposedSite.compose(library, theme: theme, context, into: &sink)
    let renderer = PageRenderer(
      theme: theme.theme, links: library.links, assets: [:], spool: context.spool, room: OutputRoom(SiteLimits()))
    let laidOut = await LaidOutSite.layOut(
      composed, theme: theme.theme, fonts: fonts, context, keepsLayouts: false, renderer: renderer, recall: nil,
      into: &sink)
    let sources = SiteSources(
      settings: library.settings, slots: theme.theme.slots, library: library, reachedLimit: nil)
    guard let laidOut, !sink.hasErrors else { return }
    let draft = DraftedSite(
      sources: sources, theme: theme, assets: SiteAssets(), fonts: fonts, cardCount: composed.cardCount,
      laidOut: laidOut, compressedFonts: compressed, context: context)
    guard let files = await draft.files(into: &sink), !sink.hasErrors else { return }
    // No content may produce pages that are refused.
    let valid = await draft.validate(files, into: &sink)
    precondition(valid != nil && !sink.hasErrors, sink.diagnostics.map(\.rendered).joined())
  }
}
