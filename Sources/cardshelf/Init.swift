import ArgumentParser
import Diagnostics

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes the files that a service builds the site with.",
    usage: "cardshelf init --ci <name> [--root <folder>]",
    discussion: """
      The jobs build, check, compare with the target branch, keep a preview
      that opens from disk, and publish the default branch. A file that is
      there already is left alone.

      Examples:
        cardshelf init --ci github    # .github/workflows/cardshelf.yml
        cardshelf init --ci gitlab    # .gitlab-ci.yml
      """)

  enum Service: String, CaseIterable {
    case github, gitlab

    /// From the root of the repository.
    var path: String {
      switch self {
      case .github: ".github/workflows/cardshelf.yml"
      case .gitlab: ".gitlab-ci.yml"
      }
    }

    fileprivate var template: [UInt8] {
      switch self {
      case .github: PackageResources.github_yml
      case .gitlab: PackageResources.gitlab_yml
      }
    }
  }

  @Option(help: ArgumentHelp("The service: github or gitlab.", valueName: "name"))
  var ci: String?

  @Option(
    help: ArgumentHelp(
      "The folder with cardshelf.yml.", discussion: "Default: found from here upwards.", valueName: "folder"))
  var root: String?

  func validate() throws {
    guard let ci else {
      throw ValidationError("Say what to write: '--ci github' or '--ci gitlab'.\nNothing else can be written yet.")
    }
    _ = try choice(ci, of: "--ci", as: Service.self)
    if root == "" { throw ValidationError("'--root' must name a folder.") }
  }

  func run() throws {
    let service: Service = try choice(ci ?? "", of: "--ci")
    guard let root = root ?? findRoot() else {
      printError(
        "error: no cardshelf.yml here or in any folder above\nhelp: go to a site's folder, or name it with --root\n")
      throw ExitCode(2)
    }
    guard let place = SiteInRepository(root: root) else {
      printError("error: \(printable(root)) holds no cardshelf.yml\nhelp: name a site's folder with --root\n")
      throw ExitCode(2)
    }
    let content = workflow(service.template, siteRoot: place.path)
    let file = place.repository + "/" + service.path
    switch writeNewFile(content, at: file, below: place.repository) {
    case .success: print("wrote \(service.path)" + (place.path == "." ? "" : " in the repository's root"))
    case .failure(.exists):
      printError(
        "error: \(service.path) is there already [file-exists]\n"
          + "help: it was left as it is; move it away to have it written anew\n")
      throw ExitCode(2)
    case .failure(.system(let reason)):
      printError("error: cannot write \(service.path): \(reason)\n")
      throw ExitCode(2)
    }
  }
}

/// A template with the folder of the site in its place.
func workflow(_ template: [UInt8], siteRoot: String) -> [UInt8] {
  let quoted = "'" + siteRoot.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  let lines = String(decoding: template, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  return Array(
    lines.map { $0 == "  SITE_ROOT: '.'" ? "  SITE_ROOT: \(quoted)" : String($0) }.joined(separator: "\n").utf8)
}
