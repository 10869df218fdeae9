import CardLayout
import Diagnostics
import Fonts
import LayoutReview
import PageRendering
import SiteContent
import SiteValidation
import Themes

/// A site that is laid out, with all that rendering it needs.
struct DraftedSite: Sendable {
  let sources: SiteSources
  let theme: ThemeSources
  let assets: SiteAssets
  let fonts: ServedFonts
  let cardCount: Int
  let laidOut: LaidOutSite
  /// The files of the fonts; none where nothing is to be rendered.
  let compressedFonts: [[UInt8]?]
  /// What is rendered waits in it.
  private let spool: Spool

  /// Reads and lays out. With errors there may be a draft all the same: of what could be read.
  ///
  /// - Parameter use: what the draft is for.
  static func draft(_ options: BuildOptions, for use: Use, into sink: inout DiagnosticSink) async -> DraftedSite? {
    let sources = await SiteSources.read(options, into: &sink)
    options.clock?.end("read")
    let library = sources.library
    let assets = await SiteAssets.collect(library, in: sources.tree, jobs: options.jobs, into: &sink)
    guard let theme = ThemeSources.read(sources.settings, in: sources.tree, into: &sink) else { return nil }
    options.clock?.end("assets and theme")
    let composed = await ComposedSite.compose(library, theme: theme.theme, jobs: options.jobs, into: &sink)
    options.clock?.end("compose")
    var fontSink = DiagnosticSink()
    let fonts = await makeFonts(
      usage: composed.usage, theme: theme.theme, root: options.root, jobs: options.jobs, into: &fontSink)
    sink.report(contentsOf: fontSink.diagnostics)
    options.clock?.end("fonts")
    guard let fonts else { return nil }
    // Nothing is written in spite of errors.
    let renders = use.renders && !sink.hasErrors && !(options.isStrict && !sink.diagnostics.isEmpty)
    // Compressing a font takes as long as laying out many cards, and needs nothing of them.
    async let compressed = renders ? compress(fonts, options: options) : []
    if options.jobs == 1 { _ = await compressed }
    let spool = Spool(folder: options.scratchFolder)
    let renderer =
      renders ? PageRenderer(theme: theme.theme, links: library.links, assets: assets.paths, spool: spool) : nil
    let laidOut = await LaidOutSite.layOut(
      composed, theme: theme.theme, fonts: fonts, jobs: options.jobs, keepsLayouts: use.reviews, renderer: renderer,
      into: &sink)
    let compressedFonts = await compressed
    options.clock?.end("lay out and render")
    guard let laidOut else { return nil }
    return DraftedSite(
      sources: sources, theme: theme, assets: assets, fonts: fonts, cardCount: composed.cardCount, laidOut: laidOut,
      compressedFonts: compressedFonts, spool: spool)
  }

  /// What a draft is for.
  enum Use {
    case review
    case proof
    case reviewAndProof

    /// Whether the layouts themselves are looked at.
    var reviews: Bool { self != .proof }
    var renders: Bool { self != .review }
  }

  /// Renders all files and checks them.
  func proved(_ options: BuildOptions, into sink: inout DiagnosticSink) async -> ValidatedSite? {
    let files = await renderSite(
      laidOut, sources: sources, theme: theme, fonts: fonts, compressed: compressedFonts, assets: assets,
      options: options, spool: spool, into: &sink)
    options.clock?.end("assemble")
    guard let files else { return nil }
    prepareValidation()
    let read = await parallelMap(count: files.count, jobs: options.jobs) { indices in
      indices.map { ReadFile(files[$0]) }
    }
    let inspection = SiteInspection(files, read: read.compactMap(\.self))
    let inspected = await parallelMap(count: inspection.pages.count, jobs: options.jobs) { indices in
      var grammar = PageGrammar()
      var inspected: [InspectedPage] = []
      for index in indices { inspected.append(inspection.inspect(inspection.pages[index], with: &grammar)) }
      return inspected
    }
    let valid = inspection.conclude(inspected, into: &sink)
    options.clock?.end("validate")
    if let failure = spool.failure {
      sink.report(.scratchUnreadable(options.scratchFolder, failure))
      return nil
    }
    return valid
  }

  var reviewed: ReviewedSite {
    ReviewedSite(
      pages: laidOut.pages, theme: theme.theme, settings: sources.settings.source, fonts: fonts.inputs)
  }
}
