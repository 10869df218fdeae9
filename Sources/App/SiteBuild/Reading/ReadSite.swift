import CardLayout
import Diagnostics
import Content
import Themes

/// A site that was read, with its texts in the theme's styles: all that fonts and layouts are made of.
struct ReadSite: Sendable {
  let sources: SiteSources
  let assets: SiteAssets
  let theme: ThemeSources
  let composed: ComposedSite
  /// nil if they are still to be found.
  let installed: EarlyFontResolver?

  /// The files with the texts of all pages, shelves and cards.
  var texts: [SourceText] {
    composed.pages.flatMap { page in
      [page.page.source] + page.shelves.flatMap { [$0.shelf.source] + $0.shelf.cards.map(\.source) }
    }
  }

  static func read(
    _ options: BuildOptions, memory: SiteMemory?, into sink: inout DiagnosticSink
  ) async -> ReadSite? {
    let tree = FileTree(root: options.root)
    guard let settings = SiteSources.readSettingsFile(in: tree, into: &sink) else { return nil }
    sink.levels = settings.rules
    // With a memory, both are found once for many builds.
    let findsEarly = options.jobs > 1 && memory == nil
    async let early = findsEarly ? EarlyTheme.read(settings, in: tree) : nil
    let sources = await SiteSources.read(settings, in: tree, options, memory: memory, into: &sink)
    options.clock?.end("read")
    if let finding = sources.reachedLimit {
      sink.report(finding)
      return nil
    }
    let assets = await SiteAssets.collect(
      sources.library, in: tree, jobs: options.jobs, memory: memory, into: &sink)
    return await compose(
      sources.library, of: sources, assets: assets, early: await early, options, memory: memory, into: &sink)
  }

  /// - Parameter part: the only pages and shelves that are looked at.
  static func read(
    _ part: Library, of sources: SiteSources, _ options: BuildOptions, into sink: inout DiagnosticSink
  ) async -> ReadSite? {
    let assets = await SiteAssets.collect(part, in: sources.tree, jobs: options.jobs, memory: nil, into: &sink)
    return await compose(part, of: sources, assets: assets, early: nil, options, memory: nil, into: &sink)
  }

  /// - Parameter early: nil if the theme is still to be read.
  private static func compose(
    _ library: Library, of sources: SiteSources, assets: SiteAssets, early: EarlyTheme?, _ options: BuildOptions,
    memory: SiteMemory?, into sink: inout DiagnosticSink
  ) async -> ReadSite? {
    sink.report(contentsOf: early?.diagnostics ?? [])
    let read =
      early.map(\.sources) ?? ThemeSources.read(sources.settings, in: sources.tree, memory: memory, into: &sink)
    guard let theme = read?.withRoom(for: sources.library, into: &sink) else { return nil }
    options.clock?.end("assets and theme")
    let composed = await ComposedSite.compose(
      library, theme: theme, imageSizes: assets.imageSizesInTexts, jobs: options.jobs, memory: memory, into: &sink)
    options.clock?.end("compose")
    return ReadSite(sources: sources, assets: assets, theme: theme, composed: composed, installed: early?.installed)
  }
}
