public import Diagnostics
public import MarkdownTree

/// A value for each width class: the value of the nearest class below that names one.
public struct ByWidthClass<Value: Sendable & Hashable>: Sendable, Hashable {
  /// For all classes that are not named, from the narrowest up.
  public var base: Value?
  /// By the name of the class; names are checked against the theme by whoever knows it.
  public var named: [String: Value]

  public init(base: Value?, named: [String: Value] = [:]) {
    self.base = base
    self.named = named
  }

  /// The value in the last of `classes`, which are names in ascending order of width.
  public func value(upTo classes: [String]) -> Value? {
    for name in classes.reversed() {
      if let value = named[name] { return value }
    }
    return base
  }
}

/// How a shelf places its cards.
public enum ArrangementName: String, Sendable, Hashable, CaseIterable { case shelf, waterfall }

/// How a waterfall chooses the column of the next card.
public enum ColumnRuleName: String, Sendable, Hashable, CaseIterable {
  case shortest
  case roundRobin = "round-robin"
}

/// Distances in whole CSS pixels.
public struct EdgeLengths: Sendable, Hashable {
  public var top: Int
  public var leading: Int
  public var bottom: Int
  public var trailing: Int

  public init(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}

/// One arranged run of cards. Lengths are whole CSS pixels; nil means the theme's default.
public struct Shelf: Sendable, Hashable {
  /// The folder path under `Content/`: `planets`, or `sky/planets` on a page of its own.
  public var id: String
  /// The shelf's `_index.md`; where the folder has none, an empty text with the path it would have.
  public var source: SourceText
  public var title: FieldText?
  public var arrangement: ArrangementName
  public var cardWidth: ByWidthClass<Int>?
  public var maxCardHeight: ByWidthClass<Int>?
  public var inset: EdgeLengths
  public var spacing: ByWidthClass<Int>?
  public var columns: ByWidthClass<Int>?
  public var columnRule: ColumnRuleName
  /// Seed-style waterfall cells: each column's card is inset by this much on every side, instead of `spacing`.
  public var cellPadding: Int?
  /// The card anatomy of the theme that draws these cards, with its place; nil means the theme's first.
  public var anatomy: FieldText?
  public var language: String
  public var direction: WritingDirection
  /// In order, without drafts unless they were asked for.
  public var cards: [Card]
}

/// One page: an ordered list of shelves.
public struct Page: Sendable, Hashable {
  /// The folder path under `Content/`, empty for the home page.
  public var id: String
  public var source: SourceText
  public var title: FieldText
  public var language: String
  public var direction: WritingDirection
  public var introduction: MarkdownDocument
  /// Only shelves that have cards.
  public var shelves: [Shelf]

  /// The file that a build writes for the page, relative to the output folder.
  public var outputPath: String { id.isEmpty ? "index.html" : id + "/index.html" }
}

/// What `cardshelf.yml` says.
public struct SiteSettings: Sendable, Hashable {
  public var title: String
  public var language: String
  /// The folder of the theme under `Themes/`.
  public var theme: FieldText
  /// Ends in a slash.
  public var baseURL: String?
}

/// The whole site's content.
public struct Library: Sendable {
  public var settings: SiteSettings
  /// The home page first, the others by weight, then path.
  public var pages: [Page]
}
