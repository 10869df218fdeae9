public import Diagnostics

/// What a template may name.
enum PageValue: String, CaseIterable {
  case title
  case siteTitle
  case documentTitle
  case description
  case hasDescription
  case lang
  case dir
  case policy
  case styleSheets
  case preloads
  case navigation
  case hasNavigation
  case titleMarkup
  case introduction
  case shelves

  /// Those of an entry of the navigation, and of a list as a whole.
  static let ofEntries: Set<String> = ["title", "href", "isCurrent", "."]
}

/// Reports names that stand for nothing, which Mustache leaves out without a word, and templates that show no shelves.
///
/// - Parameter files: template sources by name, all of which can be read.
public func checkTemplateNames(_ files: [String: SourceText], into sink: inout DiagnosticSink) {
  let known = PageValue.ofEntries.union(PageValue.allCases.map(\.rawValue))
  var showsShelves = false
  var hasUnknownNames = false
  for (_, source) in files.sorted(by: { $0.key < $1.key }) {
    var tags = TemplateTags(source)
    while let tag = try? tags.next() {
      guard let name = tag.valueName else { continue }
      if name == "shelves" { showsShelves = true }
      if known.contains(name) { continue }
      hasUnknownNames = true
      sink.report(.templateNameUnknown(name, known: known.sorted(), at: tag.range, in: source))
    }
  }
  if let page = files["page"], !showsShelves, !hasUnknownNames { sink.report(.templateWithoutShelves(page)) }
}

extension TemplateTag {
  /// The name of the value that is shown or asked for; nil for comments, partials and blocks.
  fileprivate var valueName: String? {
    switch kind {
    case .section: return name
    case .inverted: return name
    case .other:
      guard let first = name.first, !"!=".contains(first) else { return nil }
      // `reversed(navigation)` is `navigation`.
      let plain = name.drop { "{&".contains($0) }.split(separator: "(").last?.prefix { $0 != ")" } ?? ""
      return plain.isEmpty ? nil : String(plain)
    case .block, .end, .partial, .inheritingPartial, .dynamicPartial: return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func templateNameUnknown(
    _ name: String, known: [String], at range: SourceRange, in source: SourceText
  ) -> Diagnostic {
    let guess = name.utf8.count < 100 ? nearest(to: name, among: known).map { "; did you mean `\($0)`?" } ?? "" : ""
    return Diagnostic(
      .error, Rule("template-name-unknown", fault: .cannotRun), "there is no value `\(name.prefix(40))`\(guess)",
      at: range, in: source, help: "one of: \(known.joined(separator: ", "))")
  }

  fileprivate static func templateWithoutShelves(_ page: SourceText) -> Diagnostic {
    let main = Array("<main".utf8)
    let start = page.bytes.indices.first { page.bytes[$0...].starts(with: main) }
    return Diagnostic(
      .error, Rule("template-without-shelves", fault: .cannotRun), "the template shows no shelves",
      at: start.map { SourceRange($0, $0 + main.count) } ?? SourceRange(0, 0), in: page,
      help: "write {{{shelves}}} where they belong, such as in <main>")
  }
}
