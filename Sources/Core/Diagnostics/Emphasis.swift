/// The way in which the parts of a finding are emphasised.
public enum Emphasis: Sendable {
  case none
  /// Colours and weights of terminals (ECMA-48, section 8.3.117).
  case colours

  func place(_ text: String) -> String { set(text, "1") }
  func message(_ text: String) -> String { set(text, "1") }
  func severity(_ severity: Diagnostic.Severity) -> String { set(severity.rawValue, "1;" + colour(of: severity)) }
  func caret(_ text: String, _ severity: Diagnostic.Severity) -> String { set(text, colour(of: severity)) }
  func help(_ text: String) -> String { set(text, "36") }

  private func colour(of severity: Diagnostic.Severity) -> String { severity == .error ? "31" : "33" }

  private func set(_ text: String, _ rendition: String) -> String {
    switch self {
    case .none: text
    case .colours: "\u{1B}[\(rendition)m\(text)\u{1B}[0m"
    }
  }
}
