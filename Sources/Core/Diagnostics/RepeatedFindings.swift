extension [Diagnostic] {
  /// The findings as text for people. If a rule has many, the first are shown in full and the others by their
  /// locations, since they usually have the same cause. Findings that count further ones come last.
  ///
  /// - Complexity: O(text of the findings)
  func rendered(with emphasis: Emphasis, mostOfRule: Int?) -> String {
    guard let mostOfRule else { return map { $0.rendered(with: emphasis) }.joined() }
    var text = ""
    var counts: [String: Int] = [:]
    var rest: [(rule: String, places: [String], count: Int)] = []
    for diagnostic in self where !diagnostic.isAboutRest {
      let name = diagnostic.rule.name
      let count = counts[name, default: 0]
      counts[name] = count + 1
      if count < mostOfRule {
        text += diagnostic.rendered(with: emphasis)
      } else {
        let index = rest.firstIndex { $0.rule == name } ?? rest.endIndex
        if index == rest.endIndex { rest.append((name, [], 0)) }
        rest[index].count += 1
        if rest[index].places.count < Self.mostPlaces { rest[index].places.append(diagnostic.place) }
      }
    }
    for (rule, places, count) in rest {
      let more = count > places.count ? ", …" : ""
      text += "and \(count) more of the same [\(rule)]: \(places.joined(separator: ", "))\(more)\n"
    }
    for diagnostic in self where diagnostic.isAboutRest { text += diagnostic.rendered(with: emphasis) }
    return text
  }

  private static var mostPlaces: Int { 5 }
}

extension Diagnostic {
  /// Path and line.
  fileprivate var place: String { printable(path) + (position.map { ":\($0.line)" } ?? "") }
}
