import ArgumentParser
import Content
import Diagnostics
import Review
import SiteBuild

struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "shows how the frame of a card was computed, or why a rule exists",
    usage: "cardshelf explain <card or rule> ... [<options>]",
    discussion: """
      Examples:
        cardshelf explain planets/saturn                     # by id
        cardshelf explain Content/planets/saturn.md          # by file
        cardshelf explain planets/saturn --width 390
        cardshelf explain planets/saturn --width-class medium --format json
        cardshelf explain image-missing                      # a finding's rule
        cardshelf explain --rules                            # the names of all rules
        cardshelf explain --rules --format html >rules.html  # all, as a page
      """)

  private enum ExplainFormat: String, CaseIterable { case text, json, html }

  @Argument(help: ArgumentHelp("cards, by id or file, or rules", valueName: "card"))
  var names: [String] = []

  @Flag(name: .customLong("rules"), help: "list the rules of all findings")
  var listsRules = false

  @Option(
    help: ArgumentHelp(
      "the width class to explain (default: all)", valueName: "name"))
  var widthClass: String?

  @Option(help: ArgumentHelp("the page width to explain, in CSS pixels", valueName: "pixels"))
  var width: Int?

  @Option(
    help: ArgumentHelp(
      "the output format: text or json; with --rules, text or html", valueName: "name"))
  var format = "text"

  @OptionGroup var site: SiteArguments

  func validate() throws {
    let format = try choice(format, of: "--format", as: ExplainFormat.self)
    if format == .html, !listsRules || !names.isEmpty {
      throw ValidationError("'--format html' prints all rules; use it with '--rules' alone.")
    }
    if let width, !(1...1_000_000).contains(width) {
      throw ValidationError("'--width' must be between 1 and 1000000, not \(width).")
    }
    if width != nil, widthClass != nil { throw ValidationError("'--width' and '--width-class' cannot be combined.") }
    if names.contains("") { throw ValidationError("A card must have a name.") }
    if names.isEmpty, !listsRules { throw ValidationError("Name a card, or the rule of a finding.") }
  }

  /// Prints those of the names that are rules. The id of a card contains a slash, so it is never the name of a rule.
  ///
  /// - Returns: the other names, which are those of cards.
  private func explainRules() throws -> [String] {
    let rules = RuleBook.read()
    if listsRules { print(format == "html" ? rules.page : rules.list, terminator: "") }
    var cards: [String] = []
    var isMissing = false
    var texts: [String] = []
    for name in names {
      if let rule = rules.first(where: { $0.name == name }) {
        texts.append(rule.text + pageReference(to: rule.name))
      } else if !name.contains("/"), !name.contains("."), name.contains("-"),
        let guess = nearest(to: name, among: rules.map(\.name))
      {
        printError(
          "error: there is no rule \(printable(name)); did you mean \(guess)?\n"
            + "help: cardshelf explain --rules lists all rules; a card is named with its shelf, as in planets/saturn\n")
        isMissing = true
      } else {
        cards.append(name)
      }
    }
    print(texts.joined(separator: "\n"), terminator: "")
    if isMissing { throw ExitCode(1) }
    return cards
  }

  /// The line that says where a browser can open the page about a rule.
  private func pageReference(to rule: String) -> String {
    let page = [DocumentedRule].installedPage().map { "\($0)#\(rule)" }
    return "\nPage: \(page ?? "cardshelf explain --rules --format html >rules.html")\n"
  }

  func run() async throws {
    let cards = try explainRules()
    if cards.isEmpty { return }
    let options = try site.options()
    let result = await withProgress(options) { await layOutSite($0) }
    guard let reviewed = result.site else {
      for diagnostic in result.diagnostics { printFinding(diagnostic) }
      throw ExitCode(result.exitCode == 0 ? 2 : result.exitCode)
    }
    // Warnings are reported by builds.
    var findings = result.diagnostics.filter { $0.severity == .error }
    let classes = reviewed.widthClassNames
    var explanations: [CardExplanation] = []
    if let widthClass, !classes.contains(widthClass) {
      findings.append(.unknownWidthClass(widthClass, known: classes, theme: reviewed.themePath))
    } else {
      let choice = width.map { StepChoice.pageWidth($0) } ?? widthClass.map { .firstOfClass($0) } ?? .firstOfEachClass
      for card in cards {
        let path = pathInRoot(card, root: options.root)
        if let found = reviewed.explain(card, at: choice) ?? path.flatMap({ reviewed.explain($0, at: choice) }) {
          explanations += found
        } else {
          findings.append(.unknownCard(card, known: reviewed.cardIDs))
        }
      }
    }
    switch try choice(format, of: "--format", as: ExplainFormat.self) {
    case .text: print(explanations.map(\.text).joined(separator: "\n"), terminator: "")
    case .json: printDocument(json(of: explanations))
    case .html: break
    }
    for diagnostic in findings { printFinding(diagnostic) }
    if !findings.isEmpty { throw ExitCode(1) }
  }
}
