import CardLayout
import Diagnostics
import Fonts
import PageRendering
import SiteContent
import SiteValidation
import Themes

/// Builds a site: reads, lays out, renders, proves and writes it.
///
/// Every finding of every stage that could run is in the result. With an error nothing is written and the output stays
/// as it was. The same sources and fonts give the same bytes, whatever `jobs` is.
public func buildSite(_ options: BuildOptions) async -> BuildResult {
  var sink = DiagnosticSink()
  var report: BuildReport?
  let output = options.output.map(withoutTrailingSlashes)
  do throws(SystemError) {
    var absolute = options
    absolute.root = try absolutePath(ofFolder: options.root)
    absolute.output = output
    report = await build(absolute, into: &sink)
  } catch {
    sink.report(.unusableRoot(options.root, error))
  }
  return BuildResult(
    diagnostics: sink.diagnostics.sortedByPlace(), report: report, output: output ?? defaultOutput,
    isStrict: options.isStrict)
}

/// Where a build writes when nothing else is asked for, in the root.
private let defaultOutput = "Output"

private func build(_ options: BuildOptions, into sink: inout DiagnosticSink) async -> BuildReport? {
  let sources = await SiteSources.read(options, into: &sink)
  let library = sources.library
  let assets = await SiteAssets.collect(library, in: sources.tree, jobs: options.jobs, into: &sink)
  guard let themeSources = ThemeSources.read(sources.settings, in: sources.tree, into: &sink) else { return nil }
  let theme = themeSources.theme
  let composed = await ComposedSite.compose(library, theme: theme, jobs: options.jobs, into: &sink)
  var fontSink = DiagnosticSink()
  let fonts = await makeFonts(
    usage: composed.usage, theme: theme, root: options.root, jobs: options.jobs, into: &fontSink)
  sink.report(contentsOf: fontSink.diagnostics)
  guard let fonts else { return nil }
  let site = await LaidOutSite.layOut(composed, theme: theme, fonts: fonts, jobs: options.jobs, into: &sink)
  guard let site, !sink.hasErrors, !(options.isStrict && !sink.diagnostics.isEmpty) else { return nil }
  let files = await renderSite(
    site, sources: sources, theme: themeSources, fonts: fonts, assets: assets, options: options, into: &sink)
  guard let files, let valid = await validated(files, jobs: options.jobs, into: &sink) else { return nil }
  let output = options.output ?? (options.root == "/" ? "" : options.root) + "/" + defaultOutput
  do {
    let written = try OutputWriter(folder: output, shownAs: options.output ?? defaultOutput).write(
      valid.files.map { ($0.path, $0.bytes) })
    return BuildReport(
      cardCount: composed.cards.count, shelfCount: library.pages.reduce(0) { $0 + $1.shelves.count },
      pageCount: library.pages.count, stepCount: Step.all(of: theme.widthClasses).count, lineCount: site.lineCount,
      settledCount: site.settledCount, fontCount: fonts.files.count,
      fontByteCount: valid.files.filter { $0.path.hasPrefix("fonts/") }.reduce(0) { $0 + $1.bytes.count },
      written: written)
  } catch {
    sink.report(error)
    return nil
  }
}

private func validated(
  _ files: [SiteFile], jobs: Int, into sink: inout DiagnosticSink
) async -> ValidatedSite? {
  prepareValidation()
  let inspection = SiteInspection(files)
  let inspected = await parallelMap(count: inspection.pages.count, jobs: jobs) { indices in
    var grammar = PageGrammar()
    var inspected: [InspectedPage] = []
    for index in indices { inspected.append(inspection.inspect(inspection.pages[index], with: &grammar)) }
    return inspected
  }
  return inspection.conclude(inspected, into: &sink)
}
