import ArgumentParser
import Content
import Diagnostics
import EmbeddedFiles
import Glibc
import SiteBuild

struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "writes a small new site, or the files of a CI service",
    usage: "cardshelf init [<folder>] [<options>]",
    discussion: """
      Existing files are never overwritten.

      Examples:
        cardshelf init shelves                       # a site in a new folder
        cardshelf init shelves --theme cinema --ci github
        cardshelf init apps --from-csv apps.csv      # a card for each row
        cardshelf init site --from ../notes          # a site of a folder of Markdown
        cardshelf init --ci gitlab                   # for the site you are in
      """)

  enum Service: String, CaseIterable {
    case github, gitlab

    /// The files, by their paths from the root of the repository; what starts on a change is first.
    ///
    /// - Parameter site: a word that tells the site from others of the repository; empty for the first.
    func files(site: String = "") -> [(path: String, template: String)] {
      let name = site.isEmpty ? "cardshelf" : "cardshelf-" + site
      return switch self {
      case .github:
        [
          (".github/workflows/\(name).yml", "github.yml"),
          (".github/workflows/\(name)-review.yml", "github-review.yml"),
        ]
      case .gitlab: [(".gitlab-ci.yml", "gitlab.yml")]
      }
    }

    /// The characters that a name must not contain: the service would replace them, and no way to escape them is the
    /// same in all of its versions.
    fileprivate var expressionSign: String {
      switch self {
      case .github: "${{"
      case .gitlab: "$"
      }
    }
  }

  @Argument(help: ArgumentHelp("the folder for the site (default: here)", valueName: "folder"))
  var folder: String?

  @Option(help: ArgumentHelp("storefront, cinema or library", valueName: "name"))
  var theme: String?

  @Option(
    name: .customLong("from-csv"),
    help: ArgumentHelp("show the rows of a data file: \(DataNotation.endings)", valueName: "file"))
  var table: String?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("show the Markdown files of a folder, which is not changed", valueName: "folder"))
  var source: String?

  @Option(help: ArgumentHelp("with --from: write all that was decided and found to a file", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp("write the workflow of a CI service: github or gitlab", valueName: "name"))
  var ci: String?

  @Option(
    help: ArgumentHelp(
      "with --ci alone: the folder with cardshelf.yml (default: found from the current folder upwards)",
      valueName: "folder"))
  var root: String?

  /// True if the command writes a site, and not only the files of a service.
  private var isNewSite: Bool { ci == nil || folder != nil || theme != nil || table != nil || source != nil }

  func validate() throws {
    if let ci { _ = try choice(ci, of: "--ci", as: Service.self) }
    if let theme { _ = try choice(theme, of: "--theme", as: BundledTheme.self) }
    if folder == "" { throw ValidationError("The folder must have a name; '.' is this one.") }
    if table == "" { throw ValidationError("'--from-csv' must name a file.") }
    if source == "" { throw ValidationError("'--from' must name a folder.") }
    if source != nil, table != nil { throw ValidationError("'--from' and '--from-csv' exclude each other.") }
    if report != nil, source == nil { throw ValidationError("'--report' is of '--from'.") }
    if root == "" { throw ValidationError("'--root' must name a folder.") }
    if root != nil, isNewSite {
      throw ValidationError("'--root' names an existing site; name the folder of a new one\nas an argument.")
    }
  }

  func run() async throws {
    let service: Service? = try ci.map { try choice($0, of: "--ci") }
    guard isNewSite else {
      guard let root = root ?? findRoot() else {
        reportNoSite(initArguments: " . --ci \(ci ?? "")")
        throw ExitCode(2)
      }
      if let service { try write(service, forSiteAt: root) }
      return
    }
    try await writeSite(with: service)
  }

  // MARK: - A site

  private func writeSite(with service: Service?) async throws {
    let theme: BundledTheme = try choice(theme ?? BundledTheme.storefront.rawValue, of: "--theme")
    let folder = folder ?? "."
    if let source { return try await writeSite(of: source, in: folder, theme, with: service) }
    var starter: StarterTable?
    if let table {
      do {
        starter = try StarterTable(table)
      } catch {
        printError(error.rendered)
        throw ExitCode(2)
      }
    }
    if let read = starter, let table {
      starter = try await StarterTrial(theme: theme, table: read, path: table).buildable()
    }
    let site = starter.map { StarterSite(theme, showing: $0) } ?? StarterSite(theme)
    let root = try makeFolder(folder)
    for (path, _) in site.files where isThere(root + "/" + path) { throw refusal(of: path, help: Self.help) }
    for (path, bytes) in site.files {
      try writeNewFile(bytes, at: path, in: root, ifThere: Self.help)
      print("wrote \(printable(path))")
    }
    // The output of a build does not belong in git; an existing list is not changed.
    if !isThere(root + "/.gitignore") {
      try writeNewFile(Array("/Output/\n".utf8), at: ".gitignore", in: root, ifThere: Self.help)
      print("wrote .gitignore")
    }
    if let service { try write(service, forSiteAt: root) }
    if let starter { print("\n" + starter.summary, terminator: "") }
    let isReady = await isReadyToBuild(root)
    let step = folder == "." ? "" : "  cd \(inShell(folder))\n"
    print("\nnext:\n\(step)  cardshelf serve     # then open the address, and change a file in Content")
    if !isReady { throw ExitCode(1) }
  }

  /// Writes a site that shows the files of a folder.
  private func writeSite(of source: String, in folder: String, _ theme: BundledTheme, with service: Service?)
    async throws
  {
    guard let real = realpath(source, nil) else { throw failure("read \(printable(source))") }
    defer { free(real) }
    let content = FolderSite(SourceFolder(String(cString: real)))
    guard content.markdownCount > 0 else {
      printError(
        "error: \(printable(source)) contains no Markdown file [content-missing]\n"
          + "help: name the folder with the texts; tables have --from-csv\n")
      throw ExitCode(2)
    }
    // Nothing is made in the folder that is shown, so this comes before the site's folder is made.
    let wanted = folder.hasPrefix("/") ? folder : currentFolder() + "/" + folder
    guard !(wanted + "/").hasPrefix(content.root + "/") else { throw insideItsSource() }
    let root = try makeFolder(folder)
    guard !(root + "/").hasPrefix(content.root + "/") else { throw insideItsSource() }
    var files: [(path: String, bytes: [UInt8])] = [
      ("cardshelf.yml", Array(content.settings(theme: theme.rawValue).utf8))
    ]
    for (name, bytes) in theme.files { files.append(("Themes/\(theme.rawValue)/\(name)", bytes)) }
    if let folder = content.indexOfLooseFiles {
      files.append(("Content/\(folder)/_index.md", Array("---\ntitle: \"\"\narrangement: grid\n---\n".utf8)))
    }
    for path in ["cardshelf.yml", "Content", "Themes/\(theme.rawValue)"] where isThere(root + "/" + path) {
      throw refusal(of: path, help: Self.help)
    }
    for (path, bytes) in files { try writeNewFile(bytes, at: path, in: root, ifThere: Self.help) }
    var unread: [String] = []
    for file in content.files {
      guard let bytes = content.bytes(of: file) else {
        unread.append(file.source)
        continue
      }
      try writeNewFile(bytes, at: file.path, in: root, ifThere: Self.help)
    }
    if !isThere(root + "/.gitignore") {
      try writeNewFile(Array("/Output/\n".utf8), at: ".gitignore", in: root, ifThere: Self.help)
    }
    if let service { try write(service, forSiteAt: root) }
    let options = optionsOfThisProgram(root: root)
    let result = await layOutSite(options)
    let keptBack = await readKeptBack(options).keptBack ?? []
    let summary = FolderReport(of: content, unread: unread, keptBack: keptBack, result)
    print(summary.lines.joined(separator: "\n"))
    if let report {
      try writeNewFile(
        Array(summary.whole.utf8), at: report, in: report.hasPrefix("/") ? "/" : ".",
        ifThere: "name another file for the report")
    }
    let step = folder == "." ? "" : "  cd \(inShell(folder))\n"
    print("\nnext:\n\(step)  cardshelf serve     # then open the address, and change a file in Content")
    if result.diagnostics.contains(where: { $0.severity == .error }) { throw ExitCode(1) }
  }

  private func insideItsSource() -> ExitCode {
    printError("error: the site would be inside the folder that it shows\nhelp: name another folder for the site\n")
    return ExitCode(2)
  }

  /// Creates the folder, and its parents.
  ///
  /// - Returns: its absolute path.
  private func makeFolder(_ path: String) throws -> String {
    var walked = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      walked += "/" + part
      if mkdir(walked, 0o777) != 0, errno != EEXIST { throw failure("make \(printable(path))") }
    }
    guard let real = realpath(path, nil) else { throw failure("make \(printable(path))") }
    defer { free(real) }
    let root = String(cString: real)
    var status = stat()
    guard stat(root, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      printError("error: \(printable(path)) is not a folder\nhelp: name another, or move the file away\n")
      throw ExitCode(2)
    }
    return root
  }

  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static let help = "nothing was overwritten; name another folder, such as cardshelf init shelves"

  private func failure(_ what: String) -> ExitCode {
    printError("error: cannot \(what): \(String(cString: strerror(errno)))\n")
    return ExitCode(2)
  }

  /// Lays the site out once, to report now what its first build would find.
  private func isReadyToBuild(_ root: String) async -> Bool {
    let result = await layOutSite(optionsOfThisProgram(root: root))
    present(result.diagnostics, as: .text, root: root, isComplete: false)
    return !result.diagnostics.contains { $0.severity == .error }
  }

  // MARK: - A service

  private func write(_ service: Service, forSiteAt root: String) throws {
    guard let place = SiteInRepository(root: root) else {
      printError("error: \(printable(root)) does not contain cardshelf.yml\nhelp: name a site's folder with --root\n")
      throw ExitCode(2)
    }
    // A repository may contain several sites. The file of another one names its folder.
    let there = place.start(of: service.files()[0].path)
    let isOther = there.map { !$0.contains("\n  SITE_ROOT: \(quoted(place.path))\n") } ?? false
    let site = isOther && there?.contains("\n  SITE_ROOT: ") == true ? place.word : ""
    let names = service.files(site: site)
    let files = names.map {
      ($0.path, workflow(service, $0.template, forSiteAt: place, named: site, startedBy: names[0].path))
    }
    guard files.allSatisfy({ $0.1 != nil }) else {
      printError(
        "error: a file of \(service.rawValue) cannot contain the name of this folder: \(printable(place.path))\n"
          + "help: rename it without \(service.expressionSign) and control characters\n")
      throw ExitCode(2)
    }
    let help = "it was not changed; move it away and try again"
    for (path, _) in files where isThere(place.repository + "/" + path) { throw refusal(of: path, help: help) }
    for case (let path, let content?) in files {
      try writeNewFile(content, at: path, in: place.repository, ifThere: help)
      print("wrote \(path)" + (place.path == "." ? "" : " in the repository's root"))
    }
  }
}

private func currentFolder() -> String {
  guard let path = realpath(".", nil) else { return "" }
  defer { free(path) }
  return String(cString: path)
}

/// The path as a word of a shell.
private func inShell(_ path: String) -> String {
  let isPlain = path.utf8.allSatisfy {
    (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || "-_./".utf8.contains($0)
  }
  return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
}

/// A service's file with the folder of the site and the default branch inserted; nil if the file cannot contain the
/// folder's name.
private func workflow(
  _ service: Init.Service, _ template: String, forSiteAt place: SiteInRepository, named site: String,
  startedBy path: String
) -> [UInt8]? {
  // Names that are not UTF-8 have been changed.
  let isHeld = place.path.unicodeScalars.allSatisfy { scalar in
    !scalar.properties.isNoncharacterCodePoint && scalar != "\u{FFFD}" && scalar != "\u{FEFF}"
      && ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
  }
  guard isHeld, !place.path.contains(service.expressionSign) else { return nil }
  let bytes = embeddedFile("Sources/App/cardshelf/CI/\(template)")
  let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  let name = path.split(separator: "/").last.map(String.init) ?? ""
  let filled: [String] = lines.compactMap { line -> String? in
    switch line {
    case "  SITE_ROOT: '.'": return "  SITE_ROOT: \(quoted(place.path))"
    case "    branches: [main, master]":
      return place.defaultBranch.map { "    branches: [\(quoted($0))]" } ?? String(line)
    case "name: Cardshelf" where !site.isEmpty: return "name: Cardshelf \(site)"
    case "name: Cardshelf review" where !site.isEmpty: return "name: Cardshelf \(site) review"
    case "    workflows: [Cardshelf]" where !site.isEmpty: return "    workflows: [Cardshelf \(site)]"
    // A change elsewhere in the repository starts nothing. Signs that mean something in a pattern have no escape that
    // all versions of the service know.
    case "    paths: ['**']":
      return place.path == "." || place.path.contains(where: { "*?+[]!\\".contains($0) })
        ? nil : "    paths: [\(quoted(place.path + "/**")), \(quoted(path))]"
    default: return String(line).replacing("approve.py rerun cardshelf.yml", with: "approve.py rerun \(name)")
    }
  }
  return Array(filled.joined(separator: "\n").utf8)
}

/// A scalar of YAML in single quotes.
private func quoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
}
