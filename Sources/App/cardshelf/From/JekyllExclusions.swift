import Content
import Diagnostics
import Glibc

/// The files that a Jekyll site does not publish: `exclude` of `_config.yml`.
struct JekyllExclusions {
  private let patterns: [String]

  /// Reads only the part of the configuration that is about them, so that an error elsewhere does not matter.
  init(configuration: String) {
    let lines = configuration.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let first = lines.firstIndex(where: { $0.hasPrefix("exclude:") }) else {
      patterns = []
      return
    }
    let rest = lines[(first + 1)...].prefix { $0.isEmpty || " -#\t]".contains($0.first ?? " ") }
    let source = SourceText(path: "_config.yml", text: ([lines[first]] + rest).joined(separator: "\n"))
    var sink = DiagnosticSink()
    let value = readYAML(source, in: source.fullRange, limits: .theme, into: &sink)?.entries.first?.value
    let written: [YAMLNode]
    switch value?.value {
    case .sequence(let items): written = items
    case .scalar: written = value.map { [$0] } ?? []
    default: written = []
    }
    patterns = written.compactMap { node in
      guard case .scalar(let text, _) = node.value, !node.isNothing else { return nil }
      return String(text.drop { $0 == "/" })
    }
    .filter { !$0.isEmpty }
  }

  /// Returns whether a pattern matches the path of a file or of a folder around it. As in Jekyll, `*` includes slashes, and
  /// a pattern without one can be the beginning of a path.
  func contains(_ path: String) -> Bool {
    if patterns.isEmpty { return false }
    let parts = path.split(separator: "/")
    let around = (1...parts.count).map { parts.prefix($0).joined(separator: "/") }
    return patterns.contains { pattern in
      path.hasPrefix(pattern) || around.contains { fnmatch(pattern, $0, 0) == 0 || fnmatch(pattern, $0 + "/", 0) == 0 }
    }
  }
}
