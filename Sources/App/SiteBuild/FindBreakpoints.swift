import CardLayout
import Content
public import Diagnostics
import Geometry
import Pages
public import Review
import ShelfArrangements
import TextLayout
import Themes

/// The result of ``findBreakpoints(onPage:_:)``.
public struct BreakpointResult: Sendable {
  /// All findings, sorted by path and position.
  public let diagnostics: [Diagnostic]
  /// The breakpoints; nil if there was nothing to lay out, or nothing to lay it out with.
  public let breakpoints: Breakpoints?

  /// The exit code: 0 for success, 1 for findings in the content, 2 if the command could not run.
  public var exitCode: Int32 { exitCodeOfFindings(diagnostics, isStrict: false) }
}

/// Finds the page widths at which the layout of a page changes.
///
/// - Parameter name: the page that a person means; nil is the home page.
/// - Complexity: O(widths × texts).
public func findBreakpoints(onPage name: String?, _ options: BuildOptions) async -> BreakpointResult {
  var sink = DiagnosticSink()
  var found: Breakpoints?
  if let context = BuildContext(options, into: &sink), let site = await ReadSite.read(context, into: &sink) {
    do {
      let paths = site.composed.pages.map(\.page.outputPath)
      let path = try pagePath(meantBy: name ?? "index.html", among: paths)
      found = await breakpoints(ofPage: paths.firstIndex(of: path) ?? 0, of: site, context, into: &sink)
    } catch {
      sink.report(error)
    }
  }
  return BreakpointResult(diagnostics: sink.diagnostics.sortedByPlace(), breakpoints: found)
}

private func breakpoints(
  ofPage number: Int, of site: ReadSite, _ context: BuildContext, into sink: inout DiagnosticSink
) async -> Breakpoints? {
  context.begin(.fonts)
  let fonts = await makeFonts(
    usage: site.composed.usage, of: { site.texts }, theme: site.theme.theme, installed: site.installed, context,
    into: &sink)
  guard let fonts else { return nil }
  let page = site.composed.pages[number]
  let groups = ShelfGroup.all(of: site.composed).filter { $0.page == number }
  context.begin(.layout, total: groups.reduce(0) { $0 + $1.cardCount(in: site.composed) })
  let widths = Breakpoints.widths(of: page.theme)
  let all = Set(widths).union(page.theme.steps.map(\.width)).sorted()
  let dense = page.theme.withSteps(at: all)
  let prepared = await parallelMap(
    unevenCount: groups.count, jobs: context.jobs, cost: { groups[$0].cardCount(in: site.composed) }
  ) { groups[$0].furtherSteps(in: site.composed, composedFor: dense, fonts: fonts) }
  let chunks = stride(from: 0, to: widths.count, by: chunkLength).map { $0..<min($0 + chunkLength, widths.count) }
  let shifts = await parallelMap(unevenCount: groups.count * chunks.count, jobs: context.jobs) { index in
    prepared[index / chunks.count]?.shifts(at: chunks[index % chunks.count], of: widths) ?? []
  }
  guard var preparer = TextPreparer(fonts: fonts), !prepared.contains(where: { $0 == nil }) else {
    sink.report(.textEngineUnavailable())
    return nil
  }
  var parts: [(number: Int, part: Breakpoints.Part)] = []
  for (index, group) in groups.enumerated() {
    let own = shifts[index * chunks.count..<(index + 1) * chunks.count]
    for (place, shelf) in (prepared[index]?.own ?? []).enumerated() {
      let stepShifts = zip(shelf.layouts, shelf.layouts.dropFirst()).map {
        LayoutShift(from: $0, to: $1, of: shelf.prepared)
      }
      let settings = shelf.prepared.shelf
      parts.append(
        (
          group.shelves[place],
          Breakpoints.Part(
            shelf: settings.id.description, arrangement: settings.arrangement.name,
            shifts: own.flatMap { $0[place] }, stepShifts: stepShifts)
        ))
    }
  }
  parts.sort { $0.number < $1.number }
  let head = page.head(at: widths, preparer: &preparer)
  return Breakpoints(
    page: page.page.outputPath, steps: page.theme.steps, widths: widths, parts: [head] + parts.map(\.part))
}

/// The widths that a task lays out together: enough that texts share their lines, and few enough that a layout of a card
/// is found quickly among the others.
private let chunkLength = 48

extension ShelfGroup {
  /// The shelves of the group, and their layouts at their own steps; nil if there is no text engine.
  ///
  /// - Parameter theme: the theme of the page with all widths as steps.
  fileprivate func furtherSteps(
    in site: ComposedSite, composedFor theme: Theme, fonts: ServedFonts
  ) -> FurtherSteps? {
    guard var preparer = TextPreparer(fonts: fonts) else { return nil }
    let content = site.pages[page]
    // Builds report missing characters.
    var sink = DiagnosticSink()
    let prepared = shelves.map { number in
      let shelf = content.shelves[number]
      var composer = shelf.composer(theme: theme)
      let cards = shelf.shelf.cards.map { PreparedCard(composer.compose($0), preparer: &preparer) }
      return prepare(shelf, cards: cards, theme: content.theme, preparer: &preparer, into: &sink)
    }
    return FurtherSteps(prepared, theme: content.theme)
  }
}

extension FurtherSteps {
  /// For each shelf, the differences of each of some widths from the width before it; the first width of all has none.
  fileprivate func shifts(at chunk: Range<Int>, of widths: [Int]) -> [[LayoutShift]] {
    let first = max(chunk.lowerBound - 1, 0)
    let layouts = layouts(at: Array(widths[first..<chunk.upperBound]))
    return zip(own, layouts).map { shelf, layouts in
      chunk.map { index in
        LayoutShift(from: layouts[max(index - 1, 0) - first], to: layouts[index - first], of: shelf.prepared)
      }
    }
  }
}

extension ComposedSite.ComposedPage {
  /// The title and the introduction at widths and steps.
  fileprivate func head(at widths: [Int], preparer: inout TextPreparer) -> Breakpoints.Part {
    var prepared: [PreparedText] = []
    for text in introduction.texts { prepared.append(preparer.prepare(text.styled)) }
    let texts = HeadText.all(
      of: LaidOutPage(
        page: page, title: title, preparedTitle: preparer.prepare(title.styled), introduction: introduction,
        preparedIntroduction: prepared, shelves: []),
      theme: theme)
    func shifts(_ steps: [Step]) -> [LayoutShift] {
      var shifts: [LayoutShift] = []
      var before: [MeasuredText] = []
      var counts = LayoutCounts()
      for step in steps {
        let lines = texts.map { $0.lines(at: step) }
        var own = LayoutCounts()
        for (text, lines) in zip(texts, lines) {
          own.lines += lines.lineCount
          own.height += Pixels(lines.lineCount * text.lineHeight)
        }
        var shift = LayoutShift(before: before.isEmpty ? own : counts, after: own)
        shift.texts = zip(before, lines).count { $0.lineStarts != $1.lineStarts }
        shifts.append(shift)
        (before, counts) = (lines, own)
      }
      return shifts
    }
    return Breakpoints.Part(
      shelf: nil, arrangement: "", shifts: shifts(theme.withSteps(at: widths).steps),
      stepShifts: Array(shifts(theme.steps).dropFirst()))
  }
}
