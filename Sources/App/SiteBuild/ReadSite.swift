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
    let library = sources.library
    let assets = await SiteAssets.collect(
      library, in: sources.tree, jobs: options.jobs, memory: memory, into: &sink)
    guard let own = ThemeSources.read(sources.settings, in: sources.tree, memory: memory, into: &sink) else {
      return nil
    }
    let theme = own.withRoom(for: library, into: &sink)
    options.clock?.end("assets and theme")
    let composed = await ComposedSite.compose(
      library, theme: theme, jobs: options.jobs, memory: memory, into: &sink)
    options.clock?.end("compose")
    return ReadSite(sources: sources, assets: assets, theme: theme, composed: composed)
  }
}
