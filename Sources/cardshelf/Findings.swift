import ArgumentParser
import Diagnostics

/// One of a closed set of values by its name.
///
/// - Throws: what a person should have written.
func choice<Value: RawRepresentable & CaseIterable>(
  _ name: String, of option: String, as type: Value.Type = Value.self
) throws -> Value where Value.RawValue == String {
  if let value = Value(rawValue: name) { return value }
  let known = Value.allCases.map(\.rawValue)
  let guess = nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? "."
  throw ValidationError("'\(option)' cannot be '\(printable(name))'\(guess)\nOne of: \(known.joined(separator: ", ")).")
}

let formatDiscussion = "Text goes to standard error, the others to standard output."

/// Prints findings: people read them on standard error, machines on standard output.
func present(_ diagnostics: [Diagnostic], as format: DiagnosticFormat) {
  let document = format.document(of: diagnostics, version: programVersion)
  if format == .text { printError(document) } else { print(document, terminator: "") }
}
