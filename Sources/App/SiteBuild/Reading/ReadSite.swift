import CardLayout
import Content
import Diagnostics
import Themes

/// A site that was read, with its texts in the theme's styles: everything from which fonts and layouts are made.
struct ReadSite: Sendable {
  let sources: SiteSources
  let assets: SiteAssets
  let theme: ThemeSources
  let composed: ComposedSite
  /// The installed fonts; nil if they have not been looked up yet.
  let installed: EarlyFontResolver?

  /// The files with the texts of all pages, shelves and cards.
  var texts: [SourceText] {
    composed.pages.flatMap { page in
      [page.page.source] + page.shelves.flatMap { [$0.shelf.source] + $0.shelf.cards.map(\.source) }
    }
  }

  static func read(
    _ context: BuildContext, into sink: inout DiagnosticSink
  ) async -> ReadSite? {
    guard let settings = SiteSources.readSettingsFile(in: context.tree, into: &sink) else { return nil }
    sink.levels = settings.rules
    // With a memory, both are looked up once for many builds.
    let findsEarly = context.jobs > 1 && context.memory == nil
    async let early = findsEarly ? EarlyTheme.read(settings, context) : nil
    let sources = await SiteSources.read(settings, context, into: &sink)
    context.end("read")
    if let finding = sources.reachedLimit {
      sink.report(finding)
      return nil
    }
    return await compose(sources.library, of: sources, early: await early, context, into: &sink)
  }

  /// - Parameter part: selects the only pages and shelves to be used.
  static func read(
    _ part: Library, of sources: SiteSources, _ context: BuildContext, into sink: inout DiagnosticSink
  ) async -> ReadSite? {
    await compose(part, of: sources, early: nil, context, into: &sink)
  }

  /// - Parameter early: the theme; nil if it has not been read yet.
  private static func compose(
    _ library: Library, of sources: SiteSources, early: EarlyTheme?, _ context: BuildContext,
    into sink: inout DiagnosticSink
  ) async -> ReadSite? {
    let assets = await SiteAssets.collect(library, context, into: &sink)
    let library = assets.refused.isEmpty ? library : library.without(files: assets.refused)
    sink.report(contentsOf: early?.diagnostics ?? [])
    let read = early.map(\.sources) ?? ThemeSources.read(sources.settings, context, into: &sink)
    guard let theme = read?.withRoom(for: sources.library, into: &sink) else { return nil }
    context.end("assets and theme")
    let composed = await ComposedSite.compose(
      library, theme: theme, imageSizes: assets.imageSizesInTexts, context, into: &sink)
    context.end("compose")
    return ReadSite(sources: sources, assets: assets, theme: theme, composed: composed, installed: early?.installed)
  }
}
