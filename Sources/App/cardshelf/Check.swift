import ArgumentParser
import Diagnostics
import Review
import SiteBuild

struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "reports the findings of a build and suggests improvements, without writing anything",
    usage: "cardshelf check [<options>]",
    discussion: """
      Findings with the same cause in the theme or in a shelf are merged.

      Examples:
        cardshelf check
        cardshelf check --only text-cut text-spacing
        cardshelf check --format sarif > cardshelf.sarif
        cardshelf check --external                   # links to other sites too
        cardshelf check --list                       # the rules

      Exit codes: 0 nothing found, 1 findings, 2 could not run.
      """)

  @OptionGroup var reporting: ReportingArguments

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "report only these rules, and the findings of a build (default: all)", valueName: "rule"))
  var only: [String] = []

  @Flag(help: "list the rules")
  var list = false

  @Flag(help: "request every external address, with curl")
  var external = false

  @Option(help: ArgumentHelp("for all external addresses together", valueName: "count"))
  var seconds = 600

  @Flag(help: "request addresses of this network too")
  var privateAddresses = false

  @OptionGroup var findingArguments: FindingArguments

  @OptionGroup var site: SiteArguments

  func validate() throws {
    if seconds < 1 { throw ValidationError("--seconds must be at least 1.") }
    let known = ReviewRule.allCases.map(\.rawValue)
    for name in only where !known.contains(name) {
      let guess = nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? "."
      throw ValidationError("There is no rule '\(name)'\(guess)\nList them with: cardshelf check --list")
    }
  }

  func run() async throws {
    if list {
      let width = ReviewRule.allCases.map(\.rawValue.count).max() ?? 0
      for rule in ReviewRule.allCases {
        let gap = String(repeating: " ", count: width - rule.rawValue.count + 2)
        print("\(rule.rawValue)\(gap)\(rule.summary)")
      }
      return
    }
    let format = try reporting.findingFormat
    let rules = only.isEmpty ? ReviewRule.allCases : only.compactMap { ReviewRule(rawValue: $0) }
    let options = try site.options()
    let result = await withProgress(options) { await proveSite($0) }
    // Programs get all findings, except services that show only the first few.
    let isGrouped = !findingArguments.allFindings && (format == .text || format == .github)
    var findings = result.diagnostics + (result.site?.findings(of: Set(rules), isGrouped: isGrouped) ?? [])
    var exitCode = result.exitCode
    if external {
      do {
        let found = try await checkAddresses(
          result.outsideLinks, scratchFolder: options.scratchFolder,
          limits: AddressLimits(
            time: .seconds(seconds), allowsPrivate: privateAddresses,
            resolver: ("/proc/self/exe", [LookUpHost.name])))
        findings += result.site.map { found.compactMap($0.levels.applied) } ?? found
      } catch {
        findings.append(error)
        exitCode = 2
      }
    }
    findings = findings.sortedByPlace()
    if reporting.strict { findings = findings.map(\.asError) }
    present(findings, as: format, root: options.root, isComplete: findingArguments.allFindings)
    printError(findings.isEmpty ? "nothing found\n" : tally(of: findings, isStrict: false) + "\n")
    if exitCode == 2 { throw ExitCode(2) }
    if !findings.isEmpty { throw ExitCode(1) }
  }
}
