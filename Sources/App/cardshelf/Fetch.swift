import ArgumentParser
import Diagnostics
import SiteBuild

struct Fetch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "brings the pictures of other sites that cards show into the site, and locks them",
    usage: "cardshelf fetch [<site>] [<options>]",
    discussion: """
      Pictures come from the hosts that cardshelf.yml names: images: { hosts: […] }.
      They are written into Pictures, and their hashes into pictures.lock: commit
      both. What is there already is not requested again. curl sends the requests,
      with https: only; none leads to this machine or its network.

      Examples:
        cardshelf fetch
        cardshelf fetch --seconds 60

      Exit codes: 0 all pictures are in the site, 1 findings, 2 could not run.
      """)

  @Argument(help: ArgumentHelp("the site's folder (default: found upwards from here)", valueName: "site"))
  var folder: String?

  @Option(help: ArgumentHelp("for all pictures together", valueName: "count"))
  var seconds = 600

  @Flag(help: "use the proxies that the environment names")
  var useProxy = false

  @OptionGroup var reporting: ReportingArguments

  @OptionGroup var findingArguments: FindingArguments

  @OptionGroup var site: SiteArguments

  func validate() throws {
    if folder == "" { throw ValidationError("'<site>' must name a folder.") }
    if folder != nil, site.root != nil { throw ValidationError("Name the site once: as '<site>' or with '--root'.") }
    if !(1...86_400).contains(seconds) { throw ValidationError("--seconds must be between 1 and 86400.") }
  }

  func run() async throws {
    let format = try reporting.findingFormat
    var site = site
    site.root = folder ?? site.root
    let options = try site.options()
    let result = await fetchPictures(
      options,
      limits: FetchLimits(
        time: .seconds(seconds), usesProxy: useProxy, resolver: ("/proc/self/exe", [LookUpHost.name])))
    let findings = reporting.strict ? result.diagnostics.map(\.asError) : result.diagnostics
    present(findings, as: format, root: options.root, isComplete: findingArguments.allFindings)
    let code = result.exitCode(isStrict: reporting.strict)
    if code != 2 { printError(summary(of: result) + "\n") }
    if !findings.isEmpty { printError(tally(of: findings, isStrict: reporting.strict) + "\n") }
    if code != 0 { throw ExitCode(code) }
  }

  private func summary(of result: FetchResult) -> String {
    if result.namedCount == 0 { return "no card shows a picture of another site" }
    if result.fetchedCount == 0 {
      let present = counted(result.presentCount, "picture")
      return result.presentCount == result.namedCount
        ? "nothing to fetch: \(present) of other sites \(result.presentCount == 1 ? "is" : "are") in Pictures"
        : "fetched nothing; \(result.presentCount) of \(counted(result.namedCount, "picture")) were in Pictures before"
    }
    return
      "fetched \(counted(result.fetchedCount, "picture")) (\(counted(result.fetchedByteCount, "byte"))) into Pictures"
      + (result.presentCount > 0 ? "; \(result.presentCount) were there before" : "")
  }
}
