public import ArgumentParser
public import Diagnostics

extension DiagnosticFormat: ExpressibleByArgument {}

let formatDiscussion = "Text goes to standard error, the others to standard output. Default: text."

/// Prints findings: people read them on standard error, machines on standard output.
func present(_ diagnostics: [Diagnostic], as format: DiagnosticFormat) {
  let document = format.document(of: diagnostics, version: programVersion)
  if format == .text { printError(document) } else { print(document, terminator: "") }
}
