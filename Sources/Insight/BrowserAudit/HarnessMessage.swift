import FoundationEssentials

/// The task of the harness.
struct HarnessPlan: Encodable, Sendable {
  struct PlannedPage: Encodable, Sendable {
    /// As in `layout.json`.
    let path: String
    /// From the server's root.
    let url: String
  }

  let pages: [PlannedPage]
  /// Of the frames, in CSS pixels.
  let widths: [Int]
  let hasScrollbars: Bool
}

/// A message of the harness, by the name under which it is posted.
enum HarnessMessage: Sendable {
  case opened(BrowserIdentity)
  case measured(ShownPage)
  /// A page takes its time.
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
  /// Physical pixels in a CSS pixel.
  let devicePixelRatio: Double
}

/// The measurements of a page in a frame of some width.
struct ShownPage: Decodable, Sendable {
  let page: String
  /// Of the frame, in CSS pixels.
  let width: Int
  /// The frame's width without a scrollbar.
  let clientWidth: Double
  /// Font faces that were requested but did not load.
  let missingFonts: [String]
  /// All letters looked at have advances of whole pixels.
  let isHinted: Bool
  let shelves: [ShownShelf]
  /// 0 for the page as it is opened; 1 with the other choice made in all shelves that leave one, which are the only ones.
  var choice: Int = 0
}

/// A shelf as a browser shows it.
struct ShownShelf: Decodable, Sendable {
  let id: String
  let width: Double
  let height: Double
  let cards: [CardFrame]
  /// From the top of the page to the lower edge.
  var depth: Double?
}
