import FoundationEssentials

/// The task of the harness.
struct HarnessPlan: Encodable, Sendable {
  struct PlannedPage: Encodable, Sendable {
    /// The path of the page, as in `layout.json`.
    let path: String
    /// The address, relative to the server's root.
    let url: String
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
  /// The frame's width without a scrollbar.
  let clientWidth: Double
  /// Font faces that were requested but did not load.
  let missingFonts: [String]
  /// True if all examined letters have advances of whole pixels.
  let isHinted: Bool
  let shelves: [ShownShelf]
  /// 0 for the page as it opens; 1 for the other choice in all shelves that have one, which are then the only shelves.
  var choice: Int = 0
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
