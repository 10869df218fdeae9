import CardLayout
import Diagnostics
import SiteContent
import Themes

/// A site that was read, with its texts in the theme's styles: all that fonts and layouts are made of.
struct ReadSite: Sendable {
  let sources: SiteSources
  let assets: SiteAssets
  let theme: ThemeSources
  let composed: ComposedSite

  static func read(
    _ options: BuildOptions, memory: SiteMemory?, into sink: inout DiagnosticSink
  ) async -> ReadSite? {
    guard let sources = await SiteSources.read(options, memory: memory, into: &sink) else { return nil }
    options.clock?.end("read")
    return await read(sources, options, memory: memory, into: &sink)
  }

  /// - Parameter part: the only pages and shelves that are looked at; nil for all.
  static func read(
    _ sources: SiteSources, _ options: BuildOptions, part: Library? = nil, memory: SiteMemory?,
    into sink: inout DiagnosticSink
  ) async -> ReadSite? {
    let library = part ?? sources.library
    let assets = await SiteAssets.collect(
      library, in: sources.tree, jobs: options.jobs, memory: memory, into: &sink)
    guard let own = ThemeSources.read(sources.settings, in: sources.tree, memory: memory, into: &sink) else {
      return nil
    }
    let theme = own.withRoom(for: sources.library, into: &sink)
    options.clock?.end("assets and theme")
    let composed = await ComposedSite.compose(
      library, theme: theme, jobs: options.jobs, memory: memory, into: &sink)
    options.clock?.end("compose")
    return ReadSite(sources: sources, assets: assets, theme: theme, composed: composed)
  }
}
