public import Diagnostics

/// The keys that the front matter of many files has, and a guess of which keys of cards they give.
public struct KeySurvey: Sendable {
  /// The key of a card, the keys that give it, and in how many files.
  public struct Guess: Sendable, Hashable {
    public let key: String
    public let sources: [String]
    public let fileCount: Int
  }

  private struct Counts {
    var texts = 0
    var lists = 0
    var total: Int { texts + lists }
  }

  /// By the path of keys, with dots.
  private var counts: [String: Counts] = [:]
  /// The languages that files state.
  private var languages: [String: Int] = [:]

  public init() {}

  /// - Complexity: O(length of the front matter)
  public mutating func add(_ source: SourceText) {
    guard let document = readFrontMatter(source) else { return }
    add(document.entries, prefix: "", depth: 0)
  }

  private mutating func add(_ entries: [YAMLEntry], prefix: String, depth: Int) {
    for entry in entries where entry.key.utf8.count < 60 && !entry.value.isNothing {
      let path = prefix + entry.key
      switch entry.value.value {
      case .scalar(let text, _):
        counts[path, default: Counts()].texts += 1
        if ["lang", "language", "locale"].contains(path), isLanguageTag(text) { languages[text, default: 0] += 1 }
      case .sequence(let items):
        if items.allSatisfy({ if case .scalar = $0.value { true } else { false } }) {
          counts[path, default: Counts()].lists += 1
        }
      case .mapping(let inner): if depth < 2 { add(inner, prefix: path + ".", depth: depth + 1) }
      }
    }
  }

  /// The language of most files that state one.
  public var language: String? { languages.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }

  /// The keys of cards for which the files have other names, in the order of ``Card/keys(_:)``.
  public var guesses: [Guess] {
    // Of two spellings of a name, the one of most files counts.
    let spelt = counts.sorted { ($1.value.total, $0.key) < ($0.value.total, $1.key) }
    let written = Dictionary(spelt.map { (plainName($0.key), $0) }, uniquingKeysWith: { first, _ in first })
    return names.compactMap { key, others in
      let known = counts[key]?.total ?? 0
      var found = others.compactMap { name -> (name: String, count: Int)? in
        guard let count = written[plainName(name)] else { return nil }
        let number = count.value.texts + (key == "tags" || key == "eyebrow" ? count.value.lists : 0)
        return number > 0 ? (count.key, number) : nil
      }
      guard !found.isEmpty else { return nil }
      // Two usual names can be spellings of one.
      var names: Set<String> = []
      found.removeAll { !names.insert($0.name).inserted }
      // All that are tags are tags; of all others, the first that a file has counts.
      let own = known > 0 && key == "tags" ? ["tags"] : []
      return Guess(key: key, sources: own + found.map(\.name), fileCount: found.map(\.count).max() ?? 0)
    }
  }
}

/// Usual names of the keys in other programs and their themes, the most usual first.
private let names: [(key: String, others: [String])] = [
  ("title", ["name", "heading", "meta.title", "seo.title"]),
  (
    "body",
    ["description", "summary", "excerpt", "abstract", "lead", "intro", "teaser", "extra.description"]
  ),
  (
    "image",
    [
      "cover", "thumbnail", "thumb", "banner", "hero", "heroImage", "coverImage", "featured_image", "feature_image",
      "featureImage", "cover.image", "cover.src", "image.path", "image.src", "image.url", "image.feature", "img",
      "photo", "picture", "og_image", "ogImage", "images", "params.cover.image", "params.image", "extra.image",
      "extra.cover", "header.image", "header.teaser", "social_image",
    ]
  ),
  ("imageAlt", ["image_alt", "cover.alt", "image.alt", "coverAlt", "heroAlt", "params.cover.alt"]),
  (
    "tags",
    [
      "categories", "category", "keywords", "topics", "labels", "tag", "genres", "series", "taxonomies.tags",
      "taxonomies.categories", "params.tags", "extra.tags",
    ]
  ),
  ("eyebrow", ["author", "authors", "by", "creator", "extra.author.name", "author.name", "params.author"]),
  ("date", ["pubDate", "publishedAt", "created", "created_at", "createdAt", "updated", "lastmod", "extra.date"]),
  ("weight", ["order", "position", "nav_order", "sidebar_position", "menu_order", "rank", "extra.weight"]),
  ("lang", ["language", "locale"]),
]
