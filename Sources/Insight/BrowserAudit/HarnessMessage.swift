import CardLayout
import Content
import Diagnostics
import FoundationEssentials
import Pages
import PreviewServer

/// The task of the harness.
struct HarnessPlan: Encodable, Sendable {
  struct PlannedPage: Encodable, Sendable {
    /// The path of the page, as in `layout.json`.
    let path: String
    /// The address, relative to the server's root.
    let url: String
    /// The heights of its frames besides the first, by width, in CSS pixels: a frame is opened once and then changes.
    let otherHeights: [Int: [Int]]
    /// Sizes between which a frame turns without loading the page again.
    let turns: [[Int]]

    init(_ page: PageRecord, widths: [Int]) {
      path = page.path
      url = "/" + percentEncoded(path: page.path)
      let windows = page.shelves.flatMap { $0.views.map(\.choice.window) }
      let dependsOnShape = windows.contains { $0 != WindowShape() }
      otherHeights = Dictionary(
        uniqueKeysWithValues: widths.map { ($0, dependsOnShape ? Self.heights(ofFramesOf: $0) : []) })
      turns = dependsOnShape ? [[390, 844], [820, 1180]] : []
    }

    /// One for each shape of window that a frame of a width can have, besides an upright one of any height.
    private static func heights(ofFramesOf width: Int) -> [Int] {
      let low = WindowShape.leastHeight - 1
      var heights = [min(width - 1, low)]
      if width > WindowShape.leastHeight { heights.append(WindowShape.leastHeight) }
      if width <= low { heights.append(low) }
      return heights
    }
  }

  let pages: [PlannedPage]
  /// The widths of the frames, in CSS pixels.
  let widths: [Int]
  let hasScrollbars: Bool
}

/// A message of the harness, named as in the address to which it is posted.
enum HarnessMessage: Sendable {
  case opened(BrowserIdentity)
  case measured(ShownPage)
  /// A page needs more time.
  case working
  case finished
  case failed(message: String)

  struct UnknownName: Error {}

  private struct HarnessFailure: Decodable { let message: String }

  init(name: String, body: Data) throws {
    let decoder = JSONDecoder()
    switch name {
    case "opened": self = .opened(try decoder.decode(BrowserIdentity.self, from: body))
    case "measured": self = .measured(try decoder.decode(ShownPage.self, from: body))
    case "working": self = .working
    case "finished": self = .finished
    case "failed": self = .failed(message: try decoder.decode(HarnessFailure.self, from: body).message)
    default: throw UnknownName()
    }
  }
}

/// The identity that a browser reports.
struct BrowserIdentity: Decodable, Hashable, Sendable {
  let userAgent: String
  /// The number of physical pixels per CSS pixel.
  let devicePixelRatio: Double
}

/// The measurements of a page in a frame of some width.
struct ShownPage: Decodable, Sendable {
  let page: String
  /// The width of the frame, in CSS pixels.
  let width: Int
  let height: Int
  /// The frame's width without a scrollbar.
  let clientWidth: Double
  /// Font faces that were requested but did not load.
  let missingFonts: [String]
  /// True if all examined letters have advances of whole pixels.
  let isHinted: Bool
  let shelves: [ShownShelf]
  /// True for the first frame of a width, as the page is opened.
  var isFirst = true
  /// True with the other choice made in all shelves that leave one, which are the only ones.
  var isOtherChoice = false
}

/// A shelf as a browser shows it.
struct ShownShelf: Decodable, Sendable {
  let id: String
  let width: Double
  let height: Double
  let cards: [CardFrame]
  /// The distance from the top of the page to the lower edge.
  var depth: Double?
}
