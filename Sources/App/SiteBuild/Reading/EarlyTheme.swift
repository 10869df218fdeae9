import Content
import Diagnostics
import TextLayout
import Themes

/// The theme of a site and the fonts of the system, which do not depend on the content and are read alongside it.
struct EarlyTheme: Sendable {
  /// The theme; nil if it cannot be read.
  let sources: ThemeSources?
  let diagnostics: [Diagnostic]
  let installed: EarlyFontResolver

  static func read(_ settings: SiteSettings, _ context: BuildContext) async -> EarlyTheme {
    async let tables: Void = prepareTextLayout()
    async let resolver = EarlyFontResolver(context.options.installation)
    var sink = DiagnosticSink()
    let sources = ThemeSources.read(settings, context, into: &sink)
    let installed = await resolver
    installed.lookUp(families: sources?.theme.fontStacks.flatMap { $0.families.map(\.name) } ?? [])
    await tables
    return EarlyTheme(sources: sources, diagnostics: sink.diagnostics, installed: installed)
  }
}
