import CardLayout
import Diagnostics
import Fonts
import SiteContent
import SiteValidation
import Themes

/// Builds a site: reads, lays out, renders, proves and writes it.
///
/// Every finding of every stage that could run is in the result. With an error in the site nothing is written and the
/// output stays as it was; see ``BuildResult/isMixed`` for what the system may refuse half-way. The same sources and fonts give the same bytes, whatever `jobs` is.
///
/// - Parameter memory: of builds of the same site before, from which is taken what did not change.
public func buildSite(_ options: BuildOptions, memory: SiteMemory? = nil) async -> BuildResult {
  var sink = DiagnosticSink()
  var report: BuildReport?
  var isBegun = false
  let output = options.output.map(withoutTrailingSlashes)
  do throws(SystemError) {
    var absolute = options
    absolute.root = try absolutePath(ofFolder: options.root)
    absolute.output = output
    report = await build(absolute, memory: memory, isBegun: &isBegun, into: &sink)
  } catch {
    sink.report(.unusableRoot(options.root, error))
  }
  return BuildResult(
    diagnostics: sink.diagnostics.sortedByPlace(), report: report, output: output ?? defaultOutput,
    isMixed: isBegun && report == nil, isStrict: options.isStrict)
}

/// Where a build writes when nothing else is asked for, in the root.
private let defaultOutput = "Output"

extension BuildOptions {
  /// Where a build writes. The root is absolute.
  var outputFolder: String { output ?? (root == "/" ? "" : root) + "/" + defaultOutput }

  /// Likewise, with what is to be known of it before anything is written.
  var outputPlace: OutputPlace {
    OutputPlace(path: outputFolder, shownAs: output ?? defaultOutput, isNamed: output != nil, root: root)
  }
}

private func build(
  _ options: BuildOptions, memory: SiteMemory?, isBegun: inout Bool, into sink: inout DiagnosticSink
) async -> BuildReport? {
  guard let draft = await DraftedSite.draft(options, for: .proof, memory: memory, into: &sink) else { return nil }
  guard !sink.hasErrors, !(options.isStrict && !sink.diagnostics.isEmpty) else {
    await draft.tryImages(options, into: &sink)
    return nil
  }
  guard let valid = await draft.proved(options, images: .renditions, into: &sink) else { return nil }
  // A warning of images or fonts may be an error to this site.
  guard !sink.hasErrors else { return nil }
  options.progress?.begin(.writing)
  do {
    let place = options.outputPlace
    let written = try OutputWriter(place).write(valid.files, isBegun: &isBegun)
    for path in written.leftovers {
      sink.report(.outputLeftover(place.shownAs + "/" + path, file: place.path + "/" + path))
    }
    options.clock?.end("write")
    let pages = draft.sources.library.pages
    return BuildReport(
      cardCount: draft.cardCount, shelfCount: pages.reduce(0) { $0 + $1.shelves.count },
      pageCount: pages.count, stepCount: Step.all(of: draft.theme.theme.widthClasses).count,
      lineCount: draft.laidOut.lineCount, settledCount: draft.laidOut.settledCount,
      fontCount: draft.fonts.files.count,
      fontByteCount: valid.files.filter { $0.path.hasPrefix("fonts/") }.reduce(0) { $0 + $1.byteCount },
      written: written)
  } catch {
    sink.report(error)
    return nil
  }
}
