import CardLayout
import Content
import Diagnostics
import SiteValidation
import TextLayout
import Themes

/// Builds a site: reads, lays out, renders, validates and writes it.
///
/// The result contains every finding of every stage that could run. If the site has an error, nothing is written and
/// the output is unchanged; see ``BuildResult/isMixed`` for failures of the system. The same sources and fonts give the
/// same bytes for any value of `jobs`.
///
/// If the task is cancelled while the smaller files of images are made, the finished ones are kept for the next build.
///
/// - Parameter memory: results of earlier builds of the same site, which are reused.
public func buildSite(_ options: BuildOptions, memory: SiteMemory? = nil) async -> BuildResult {
  var sink = DiagnosticSink()
  var report: BuildReport?
  var isBegun = false
  var keptImageCount: Int?
  var remains: DraftedSite?
  if let context = BuildContext(options, memory: memory, into: &sink) {
    report = await build(
      context, isBegun: &isBegun, keptImageCount: &keptImageCount, remains: &remains, into: &sink)
  }
  return BuildResult(
    diagnostics: sink.diagnostics.sortedByPlace(), report: report,
    output: options.output.map(withoutTrailingSlashes) ?? OutputPlace.defaultName,
    isMixed: isBegun && report == nil, keptImageCount: keptImageCount, isStrict: options.isStrict, remains: remains)
}

extension BuildOptions {
  /// The output folder, with the information that is needed before anything is written. The root is absolute.
  var outputPlace: OutputPlace {
    OutputPlace(
      path: output ?? (root == "/" ? "" : root) + "/" + OutputPlace.defaultName,
      shownAs: output ?? OutputPlace.defaultName, isNamed: output != nil, root: root,
      isForced: isForced)
  }
}

private func build(
  _ context: BuildContext, isBegun: inout Bool, keptImageCount: inout Int?, remains: inout DraftedSite?,
  into sink: inout DiagnosticSink
) async -> BuildReport? {
  var context = context
  let place = context.options.outputPlace
  let keepsResults = context.memory != nil
  do throws(Diagnostic) {
    // The check comes before the work.
    try place.check()
  } catch {
    sink.report(error)
    return nil
  }
  // With a memory, most pages are unchanged.
  let early = keepsResults ? nil : EarlyStaging(in: place)
  defer { early?.abandon() }
  context.staging = early
  guard let draft = await DraftedSite.draft(context, for: .proof, into: &sink) else { return nil }
  if !keepsResults { remains = draft }
  guard !sink.hasErrors, !(context.options.isStrict && !sink.diagnostics.isEmpty) else {
    await draft.tryImages(into: &sink)
    return nil
  }
  guard let pictures = await draft.pictures(.renditions, into: &sink) else { return nil }
  if pictures.isUnfinished {
    keptImageCount = pictures.keep(in: place, continuing: early?.staging)
    return nil
  }
  guard let files = await draft.files(pictures: pictures, into: &sink) else { return nil }
  let begun = Result { () throws(Diagnostic) in
    try OutputWriter(place).begin(files.all, continuing: early?.staging)
  }
  // Files are staged while others are validated, because disks are slow.
  let valid = await draft.validate(files, into: &sink) { file in
    if let file = OutputFile(file) { (try? begun.get())?.staging.prepare(file) }
  }
  // The site may treat a warning about images or fonts as an error.
  guard let valid, !sink.hasErrors else {
    (try? begun.get())?.staging.abandon()
    return nil
  }
  context.begin(.writing)
  // The system would write the spool's file to the disk together with the output.
  if !keepsResults { context.spool.discard() }
  do throws(Diagnostic) {
    let written = try begun.get().publish(isBegun: &isBegun)
    for path in written.leftovers {
      sink.report(.outputLeftover(place.shownAs + "/" + path, file: place.path + "/" + path))
    }
    context.end("write")
    let pages = draft.sources.library.pages
    return BuildReport(
      cardCount: draft.cardCount, shelfCount: pages.reduce(0) { $0 + $1.shelves.count },
      pageCount: pages.count, keptBackCount: draft.sources.library.keptBack.count,
      stepCount: draft.theme.theme.steps.count,
      lines: draft.laidOut.lines, fontCount: draft.fonts.files.count,
      fontByteCount: valid.files.filter { $0.path.hasPrefix("fonts/") }.reduce(0) { $0 + $1.byteCount },
      written: written)
  } catch {
    sink.report(error)
    return nil
  }
}
