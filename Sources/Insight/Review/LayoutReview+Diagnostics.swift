public import Diagnostics

extension Diagnostic {
  /// The finding if a requested card is not in the site.
  public static func unknownCard(_ name: String, known: [String]) -> Diagnostic {
    // A name without folders may mean a card of any shelf.
    let lastNames = known.map(lastName)
    let nearName = nearest(to: lastName(of: name), among: lastNames)
    let near = nearest(to: name, among: known) ?? nearName.flatMap(lastNames.firstIndex).map { known[$0] }
    return Diagnostic(
      .error, Rule("card-unknown"), "the site has no card called \(name)", path: name,
      help: near.map { "did you mean \($0)?" }
        ?? "name a card by its id, such as \(known.first ?? "shelf/card"), or by its file; drafts need --drafts")
  }

  /// The finding if a requested width class is not in the theme.
  public static func unknownWidthClass(_ name: String, known: [String], theme: String) -> Diagnostic {
    let near = nearest(to: name, among: known).map { "did you mean \($0)? " } ?? ""
    return Diagnostic(
      .error, Rule("width-class-unknown"), "the theme has no width class called \(name)", path: theme,
      help: near + "the theme has \(known.joined(separator: ", "))")
  }
}

private func lastName(of id: String) -> String { id.split(separator: "/").last.map(String.init) ?? id }
