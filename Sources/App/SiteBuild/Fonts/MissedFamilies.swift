import Diagnostics
import TextLayout
import Themes

/// The families of a theme that are absent, and in which characters of a site would be set.
///
/// A family that no character needs is not missed: a theme lists families for all scripts, and a site uses few of them.
struct MissedFamilies {
  private struct MissedFamily {
    let fault: Diagnostic
    var wanted = CharacterCoverage()
    /// The wanted characters that no family of their list has.
    var uncovered = CharacterCoverage()
  }

  private var families: [String: MissedFamily] = [:]

  /// Adds the absent families of a stack that some characters need: no family has a character that they may have, or
  /// only one that is further down the list. If the names of all families are meaningful, the list has the next best
  /// family; any other name may be misspelt.
  ///
  /// - Complexity: O(1) if all families were found, otherwise O(characters x families).
  mutating func add(_ stack: [FamilyFace], characters: CharacterCoverage) {
    let absent = stack.indices.filter { stack[$0].face == nil }
    guard let first = absent.first else { return }
    let scripts = absent.map { FamilyScripts(ofFamily: stack[$0].family.name) }
    for scalar in characters.scalars {
      let holder = stack.firstIndex { $0.face?.contains(scalar) ?? false }
      var missed = zip(absent, scripts).first { index, scripts in
        holder.map { index < $0 && scripts.isUnknown } ?? scripts.mayHave(scalar)
      }?.0
      // Every family has the characters of ASCII.
      if missed == nil, holder == nil, scalar < 0x80 { missed = first }
      guard let missed, let fault = stack[missed].fault else { continue }
      let name = stack[missed].family.name
      families[name, default: MissedFamily(fault: fault)].wanted.insert(scalar)
      if holder == nil { families[name]?.uncovered.insert(scalar) }
    }
  }

  /// Reports each family once: at the first character that no other family has, or else in the theme.
  ///
  /// - Parameter sources: returns the texts of the site, which are needed only if something is missed.
  func report(in theme: SourceText, sources: () -> [SourceText], into sink: inout DiagnosticSink) {
    if families.isEmpty { return }
    let sources = sources()
    for (name, missed) in families.sorted(by: { $0.key < $1.key }) {
      let scalars = missed.uncovered.scalars
      if scalars.isEmpty {
        sink.report(missed.fault)
        continue
      }
      let place = scalars.lazy.compactMap { scalar in
        let character = Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? []
        return sources.lazy.compactMap { source in source.range(of: character).map { (source, $0) } }.first
      }.first
      sink.report(missed.fault.needed(by: scalars, of: name, at: place, theme: theme))
    }
  }
}

extension Diagnostic {
  /// The same finding about a family, at a character that no other family has.
  fileprivate func needed(
    by scalars: [UInt32], of family: String, at place: (source: SourceText, range: SourceRange)?, theme: SourceText
  ) -> Diagnostic {
    let shown = scalars.filter { $0 > 0x20 }.prefix(4).compactMap { Unicode.Scalar($0).map(String.init) }
    let more = scalars.count > shown.count ? " and \(scalars.count - shown.count) more characters" : ""
    let message = "\(message), for \(shown.joined(separator: " "))\(more)"
    guard let place, !shown.isEmpty else { return self }
    return Diagnostic(
      severity, rule, message, at: place.range, in: place.source, help: "\(help ?? "") of \(theme.path)")
  }
}
