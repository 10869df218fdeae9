public import Diagnostics

/// The most that a site may have: a few kilobytes of sources can ask for hours of work and fill a disk.
public struct SiteLimits: Sendable, Hashable {
  /// The number of cards on all shelves. A card that several shelves show counts in each of them.
  public var cards = 500_000
  public var pages = 20_000
  /// The pixels of all images of cards, in millions.
  public var megapixels = 5_000
  /// The bytes of all files of the output, in millions.
  public var megabytes = 4_000
}

extension FieldReader {
  /// Reads the limits that a mapping sets; all other limits keep their defaults.
  mutating func siteLimits(_ key: YAMLKey, into sink: inout DiagnosticSink) -> SiteLimits {
    let limits: [(key: YAMLKey, limit: WritableKeyPath<SiteLimits, Int>)] = [
      (
        YAMLKey("cards", "The cards of all shelves; a card that several shelves show counts in each. Default: 500000."),
        \.cards
      ), (YAMLKey("pages", "The pages. Default: 20000."), \.pages),
      (YAMLKey("megapixels", "The pixels of all images of cards, in millions. Default: 5000."), \.megapixels),
      (YAMLKey("megabytes", "The bytes of all files of the output, in millions. Default: 4000."), \.megabytes),
    ]
    let range = 1...1_000_000_000
    keys.recorder?.note(
      key, .mapping(MappingShape(limits.map { MappingShape.MappingKey($0.key, .integer(range)) })))
    var all = SiteLimits()
    guard let node = keys.node(key), var mapping = keys.values.mapping(node, called: key.name, into: &sink) else {
      return all
    }
    for (key, limit) in limits {
      if let number = mapping.integer(key, in: range, into: &sink) { all[keyPath: limit] = number.value }
    }
    mapping.finish(into: &sink)
    return all
  }
}

extension Library {
  /// The finding for the first page or shelf at which the site exceeds the limit on pages, shelves or cards; nil if it
  /// exceeds none.
  ///
  /// - Complexity: O(shelves)
  public var reachedLimit: Diagnostic? {
    let limits = settings.limits
    if pages.count > limits.pages {
      let page = pages[limits.pages]
      return .siteTooLarge("\(pages.count) pages", limit: limits.pages, key: "pages", reachedIn: page.source.path)
    }
    var cardCount = 0
    var first: Shelf?
    for page in pages {
      for shelf in page.shelves {
        cardCount += shelf.cards.count
        if first == nil, cardCount > limits.cards { first = shelf }
      }
    }
    return first.map {
      .siteTooLarge("\(cardCount) cards", limit: limits.cards, key: "cards", reachedIn: $0.source.path)
    }
  }
}

extension Diagnostic.Rule {
  public static let siteTooLarge = Self("site-too-large")
}

extension Diagnostic {
  /// - Parameters:
  ///   - what: the things of which the site has too many.
  ///   - key: the key of the limit.
  ///   - path: the file with which the site reached it.
  package static func siteTooLarge(_ what: String, limit: Int, key: String, reachedIn path: String) -> Diagnostic {
    Diagnostic(
      .error, .siteTooLarge, "the site has \(what): the limit of \(limit) is reached here", path: path,
      help: "make it smaller, or, if that is what it should have, set a higher limit in cardshelf.yml: "
        + "limits: { \(key): … }")
  }
}
