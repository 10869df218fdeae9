import Content
import Diagnostics

/// The kind of project that a folder holds, which decides where its content is.
struct ProjectKind {
  enum Place {
    case content(String)
    case leftOut(String)
  }

  let title: String?
  let language: String?
  /// What was decided, for people; nil for a plain folder.
  let decision: String?
  /// The folder with the content, which ends in a slash; empty for the whole folder.
  private let content: String
  /// The file with the table of contents, which is not content itself; nil if there is none.
  private let listOfContents: String?
  /// Folders whose files are published at the root.
  private let files: [String]
  /// True if folders whose names begin with an underscore can be collections, as in Jekyll.
  private let hasCollections: Bool
  /// The files that the project does not publish.
  private let exclusions: JekyllExclusions

  init(_ folder: SourceFolder) {
    let configuration = Self.contentFolders.lazy.compactMap { name, folders in
      folder.read(name, limit: 1 << 20).map {
        (name: name, folders: folders, text: String(decoding: $0, as: UTF8.self))
      }
    }.first
    let found = configuration?.name
    let text = configuration?.text ?? ""
    exclusions = JekyllExclusions(configuration: found == "_config.yml" ? text : "")
    title = value(of: ["title", "site_name"], in: text)
    language = value(
      of: ["languageCode", "defaultContentLanguage", "default_language", "lang", "language", "locale"], in: text
    )
    .map { $0.replacing("_", with: "-") }.flatMap { isLanguageTag($0) ? $0 : nil }
    func holds(_ start: String) -> Bool { folder.files.contains { $0.hasPrefix(start) && isMarkdown($0) } }
    content = configuration?.folders.first(where: holds) ?? ""
    listOfContents = found == "book.toml" ? content + "SUMMARY.md" : nil
    files = content.isEmpty ? [] : ["static/", "public/"]
    hasCollections = found == "_config.yml" || folder.files.contains { $0.hasPrefix("_posts/") }
    decision =
      content.isEmpty
      ? hasCollections ? "folders such as _posts are shelves, as in Jekyll" : nil
      : "the content is in \(content), because there is \(found ?? "")"
  }

  /// The files by which projects are known, and the folders in which their content can be.
  private static let contentFolders: [(file: String, folders: [String])] =
    [
      "hugo.toml", "hugo.yaml", "hugo.yml", "config.toml", "config.yaml", "config/_default/hugo.toml",
      "config/_default/hugo.yaml", "config/_default/config.toml", "config/_default/config.yaml", "zola.toml",
      "pelicanconf.py",
    ].map { ($0, ["content/"]) }
    + ["astro.config.mjs", "astro.config.ts", "gatsby-config.js", "gatsby-config.ts"].map {
      ($0, ["src/content/", "content/"])
    }
    + ["mkdocs.yml", "docusaurus.config.js", "docusaurus.config.ts"].map { ($0, ["docs/"]) }
    + [("book.toml", ["src/"]), ("_config.yml", [])]

  func place(of source: String) -> Place {
    if source == listOfContents { return .leftOut("it lists the other files") }
    if exclusions.contains(source) { return .leftOut("`exclude` of _config.yml has it") }
    if !content.isEmpty {
      if source.hasPrefix(content) { return placed(String(source.dropFirst(content.count))) }
      for start in files where source.hasPrefix(start) && !isMarkdown(source) {
        return .content(String(source.dropFirst(start.count)))
      }
      return .leftOut("it is not in \(content)")
    }
    return placed(source)
  }

  private func placed(_ path: String) -> Place {
    var parts = path.split(separator: "/").map(String.init)
    for index in parts.indices.dropLast() where parts[index].hasPrefix("_") {
      guard hasCollections, parts[index].count > 1 else { return .leftOut("the name of a folder begins with _") }
      parts[index].removeFirst()
    }
    let name = parts[parts.count - 1]
    if name.hasPrefix("_"), name != "_index.md" { return .leftOut("its name begins with _") }
    return .content(parts.joined(separator: "/"))
  }
}

/// The value of the first of some keys in a file of YAML or TOML, if it is a text in one line.
private func value(of keys: [String], in text: String) -> String? {
  for key in keys {
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix(key) {
      let rest = line.dropFirst(key.count).drop { $0 == " " }
      guard let sign = rest.first, sign == ":" || sign == "=" else { continue }
      let written = rest.dropFirst().split(separator: "#").first.map(String.init) ?? ""
      let value = written.trimmingSpaces.trimmingQuotes
      if !value.isEmpty, value.count < 200 { return value }
    }
  }
  return nil
}

extension String {
  fileprivate var trimmingSpaces: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return String(rest)
  }

  fileprivate var trimmingQuotes: String {
    guard count > 1, let first, first == last, first == "\"" || first == "'" else { return self }
    return String(dropFirst().dropLast())
  }
}
