import ArgumentParser
import Diagnostics
import Glibc
import SiteBuild

struct ThemeCommands: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme",
    abstract: "adds themes that come with Cardshelf to a site",
    subcommands: [CopyTheme.self])
}

struct CopyTheme: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "adds a copy of a theme that comes with Cardshelf",
    usage: "cardshelf theme copy <name> [<new-name>] [<options>]",
    discussion: """
      Change the copy as you like. Existing files are never overwritten.

      Examples:
        cardshelf theme copy cinema             # to Themes/cinema
        cardshelf theme copy cinema evening     # to Themes/evening
      """)

  @Argument(help: ArgumentHelp("storefront, cinema or library", valueName: "name"))
  var name: String

  @Argument(
    help: ArgumentHelp("the folder in Themes (default: the theme's own name)", valueName: "new-name"))
  var newName: String?

  @Option(help: ArgumentHelp("the site's folder (default: found upwards from here)", valueName: "folder"))
  var root: String?

  func validate() throws {
    let known = BundledTheme.allCases.map(\.rawValue)
    guard known.contains(name) else {
      let guess = name.utf8.count > 30 ? nil : nearest(to: name, among: known)
      throw ValidationError(
        "No theme that comes with Cardshelf is called '\(printable(String(name.prefix(30))))'"
          + (guess.map { "; did you mean '\($0)'?" } ?? ".") + "\nOne of: \(known.joined(separator: ", ")).")
    }
    if let newName, !isFolderName(newName) {
      throw ValidationError("The new name must be a folder name, such as my-\(name).")
    }
    if root == "" { throw ValidationError("'--root' must name a folder.") }
  }

  func run() async throws {
    guard let root = root ?? findRoot(), let theme = BundledTheme(rawValue: name) else {
      reportNoSite()
      throw ExitCode(2)
    }
    guard access(root + "/cardshelf.yml", F_OK) == 0 else {
      printError("error: \(printable(root)) does not contain cardshelf.yml\nhelp: name a site's folder with --root\n")
      throw ExitCode(2)
    }
    let folder = "Themes/" + (newName ?? name)
    let help = "nothing was overwritten; give the copy another name: cardshelf theme copy \(name) my-\(name)"
    var status = stat()
    if lstat(root + "/" + folder, &status) == 0 { throw refusal(of: folder, help: help) }
    for (file, bytes) in theme.files {
      let path = folder + "/" + file
      try writeNewFile(bytes, at: path, in: root, ifThere: help)
      print("wrote \(path)")
    }
    print("\nnext: write this into cardshelf.yml\n  theme: \(newName ?? name)")
  }

  /// Returns whether a text is a word that needs no quotes in a shell or in YAML.
  private func isFolderName(_ name: String) -> Bool {
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
    return (1...64).contains(name.utf8.count) && name.utf8.first.map(isLetter) == true
      && name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
  }
}
