/// A theme that somebody wrote.
public struct WrittenTheme: Sendable {
  /// Names and texts: `theme.yml`, `page.mustache` and `paint.css`.
  public let files: [(name: String, text: String)]

  public init(files: [(name: String, text: String)]) { self.files = files }

  /// The keys below a key, as the bundled themes write them: one a line, by two spaces.
  private func names(below key: String) -> [String] {
    let text = files.first { $0.name == "theme.yml" }?.text ?? ""
    let lines = text.split(separator: "\n").drop { $0 != key + ":" }.dropFirst()
    return lines.prefix { $0.hasPrefix(" ") || $0.hasPrefix("#") }.compactMap { line in
      guard line.hasPrefix("  "), !line.hasPrefix("   "), let colon = line.firstIndex(of: ":") else { return nil }
      let name = line[..<colon].dropFirst(2)
      return name.contains("#") ? nil : String(name)
    }
  }

  var cardNames: [String] { names(below: "cards") }

  var classNames: [String] {
    let own = names(below: "widthClasses")
    return own.isEmpty ? ["compact", "medium", "expanded", "large", "extra-large"] : own
  }
}
