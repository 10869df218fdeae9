import CardLayout
import Content
import Diagnostics
import Geometry
import Review
import SampleSites
import SiteBuild
import TestSupport
import TextLayout
import Themes

@testable import Pages

/// A laid-out site whose shelves are drawn.
struct ReportSite {
  let site: ReviewedSite
  let fonts: DrawingFonts

  struct Failure: Error { let what: String }

  /// - Parameter text: the files of the site in the notation of `SampleSite`.
  static func make(_ text: String) async throws -> ReportSite {
    try await SampleSite.with(text) { sample in
      let result = await layOutSite(BuildOptions(root: sample.folder.path, jobs: 2))
      guard let site = result.site, let fonts = site.servedFonts else {
        throw Failure(what: result.diagnostics.map(\.message).joined(separator: "; "))
      }
      return ReportSite(
        site: site,
        fonts: DrawingFonts(fonts) { image in
          guard case .file(let path) = image else { return nil }
          return site.image(path)
        })
    }
  }

  /// The layout of the first shelf at a page width.
  func side(at width: Int) throws -> ShelfSide {
    guard let page = site.pages.first, let shelf = page.shelves.first,
      let step = site.steps.first(where: { $0.width == width })
    else { throw Failure(what: "no shelf at \(width)") }
    return .laidOut(
      LaidOutSide(
        shelf: shelf, layout: step.index, theme: site.theme.scaled(to: page.page.textSize), fonts: fonts))
  }

  func drawing(at width: Int) throws -> ShelfDrawing {
    guard let drawing = ShelfPainter().draw(try side(at: width), texts: nil) else {
      throw Failure(what: "nothing drawn")
    }
    return drawing
  }
}

extension ShelfDrawing {
  /// The drawn items, one per line.
  var lines: [String] {
    var lines = marks.flatMap { $0.lines(x: 0, y: 0) }
    for card in cards {
      lines.append("card \(card.id) \(card.x) \(card.y) \(card.drawing.width) \(card.drawing.height)")
      for mark in card.drawing.marks { lines += mark.lines(x: 0, y: 0).map { "  " + $0 } }
    }
    return lines
  }
}

extension Mark {
  fileprivate func lines(x: Int, y: Int) -> [String] {
    switch self {
    case .slot(let name, let frame, let count):
      ["slot \(name) \(frame.x) \(frame.y) \(frame.width) \(frame.height), \(count)"]
    case .box(let kind, let frame, _): ["\(kind) \(frame.x) \(frame.y) \(frame.width) \(frame.height)"]
    case .image(_, let name, let frame, _): ["image \(name) \(frame.x) \(frame.y) \(frame.width) \(frame.height)"]
    case .text(let text): text.drawnLines
    case .clippedText(let text, _): text.drawnLines.map { "clipped " + $0 }
    }
  }
}

extension DrawnText {
  /// For each line: its start and end in whole pixels, its baseline, and its number of glyphs.
  fileprivate var drawnLines: [String] {
    lines.enumerated().map { number, line in
      let left = x.sixtyFourths << 10 + offset(of: line)
      let glyphs = line.items.reduce(0) { count, item in
        guard case .glyphs(let runs) = item.content else { return count }
        return count + runs.reduce(0) { $0 + $1.glyphs.count }
      }
      let baseline = baseline(ofLine: number, in: .zero, shift: 0)
      return "text \((left + 1 << 15) >> 16)-\((left + line.width + 1 << 15) >> 16) on \(baseline), \(glyphs) glyphs"
    }
  }
}
