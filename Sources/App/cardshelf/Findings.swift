import ArgumentParser
import Content
import Diagnostics
import Glibc

/// Returns one of a closed set of values by its name.
///
/// - Throws: an error that names the possible values.
func choice<Value: RawRepresentable & CaseIterable>(
  _ name: String, of option: String, as type: Value.Type = Value.self
) throws -> Value where Value.RawValue == String {
  if let value = Value(rawValue: name) { return value }
  let known = Value.allCases.map(\.rawValue)
  let guess = nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? "."
  throw ValidationError("'\(option)' cannot be '\(printable(name))'\(guess)\nOne of: \(known.joined(separator: ", ")).")
}

/// The options of commands that report the findings of a site.
struct ReportingArguments: ParsableArguments {
  @Flag(help: "treat warnings as errors")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "the format of findings: text, json, github, sarif",
      discussion: "text goes to standard error, other formats to standard output", valueName: "name"))
  var format = "text"

  func validate() throws { _ = try choice(format, of: "--format", as: DiagnosticFormat.self) }

  var findingFormat: DiagnosticFormat { get throws { try choice(format, of: "--format") } }
}

/// The option to print all findings.
struct FindingArguments: ParsableArguments {
  @Flag(help: "print every finding, not only the first ten of each rule")
  var allFindings = false
}

/// Prints findings: for people on standard error, for programs on standard output.
///
/// - Parameter isComplete: whether people see each finding of a rule that has many.
func present(_ diagnostics: [Diagnostic], as format: DiagnosticFormat, root: String, isComplete: Bool) {
  let rules = format == .sarif ? RuleBook.read() : []
  let summaries = Dictionary(rules.map { ($0.name, RuleSummary(text: $0.title, help: $0.body)) }) { $1 }
  let document = format.document(
    of: diagnostics, version: programVersion, emphasis: emphasis(on: STDERR_FILENO),
    mostOfRule: isComplete ? nil : 10, rules: summaries, folder: folderInWorkspace(root) ?? "")
  switch format {
  case .text:
    printError(document)
    if let page = [DocumentedRule].installedPage(), let first = diagnostics.first {
      let isOneRule = diagnostics.allSatisfy { $0.rule.name == first.rule.name }
      printError(
        "help: \(page)\(isOneRule ? "#\(first.rule.name)" : "") explains \(isOneRule ? "this rule" : "these rules")\n")
    }
  case .github: printDocument(inWorkspace(document, root: root), isJSON: false)
  case .json, .sarif: printDocument(document)
  }
}

/// Workflow commands of GitHub in which the names of files are relative to the workspace, of which the site may be a
/// part.
func inWorkspace(_ commands: String, root: String) -> String {
  guard let folder = folderInWorkspace(root) else { return commands }
  let prefix = escapedProperty(folder)
  return commands.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    for start in ["::error file=", "::warning file="] where line.hasPrefix(start) {
      return start + prefix + line.dropFirst(start.utf8.count)
    }
    return String(line)
  }.joined(separator: "\n")
}

/// The site's folder from the root of the repository that a CI service has checked out, with a slash at its end; nil
/// outside a service, and for a site that is the whole repository.
private func folderInWorkspace(_ root: String) -> String? {
  guard let workspace = environment("GITHUB_WORKSPACE") ?? environment("CI_PROJECT_DIR") else { return nil }
  return pathInRoot(root, root: workspace).map { $0 + "/" }
}
