import ArgumentParser
import Arrangements
import Content
import Glibc
import SiteBuild

/// The site of a command, and options for its layout.
struct SiteArguments: ParsableArguments {
  @Option(help: ArgumentHelp("the site's folder (default: found upwards from here)", valueName: "folder"))
  var root: String?

  @Option(
    help: ArgumentHelp(
      "the text size: xSmall to xxxLarge, AX1 to AX5 (default: the site's)", valueName: "name"))
  var textSize: String?

  @Flag(help: "include cards, shelves and pages marked as drafts")
  var drafts = false

  @Option(
    help: ArgumentHelp(
      "the day that decides what is not published yet, or no longer (default: today, in UTC)", valueName: "day"))
  var date: String?

  @Option(help: ArgumentHelp("the number of parallel tasks (default: all processors)", valueName: "count"))
  var jobs: Int?

  func validate() throws {
    if root == "" { throw ValidationError("'--root' must name a folder.") }
    if let textSize, TextSizeCategory(name: textSize) == nil {
      let guess = TextSizeCategory.nearestName(to: textSize).map { "; did you mean '\($0)'?" } ?? "."
      throw ValidationError(
        """
        '--text-size' cannot be '\(textSize)'\(guess)
        One of: xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, AX1 to AX5.
        """)
    }
    if let date, CalendarDate(date) == nil {
      throw ValidationError("'--date' must be a day such as 2025-07-31, not '\(date)'.")
    }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("'--jobs' must be between 1 and 1024.") }
  }

  /// Ends the command if there is no site.
  ///
  /// - Parameter folder: the folder to use if there is no site; nil for commands that need one.
  func options(elsewhere folder: String? = nil) throws -> BuildOptions {
    guard let root = root ?? findRoot() ?? folder else {
      reportNoSite()
      throw ExitCode(2)
    }
    var options = optionsOfThisProgram(root: root)
    options.includesDrafts = drafts
    if let jobs { options.jobs = jobs }
    options.textSize = textSize.flatMap { TextSizeCategory(name: $0) }
    options.day = date.flatMap { CalendarDate($0) }
    let maker = PictureMaker(program: "/proc/self/exe", arguments: [MakePicture.name])
    options.pictureMaker = environment("CARDSHELF_PICTURES").map { maker.keepingAnswers(in: $0) } ?? maker
    return options
  }
}

/// Options for a site that depend on this program and its machine alone.
func optionsOfThisProgram(root: String) -> BuildOptions {
  var options = BuildOptions(root: root, jobs: processorCount(), scratchFolder: scratchFolder())
  options.installation = installation()
  options.fontTrial = FontTrial(program: "/proc/self/exe", arguments: [TryFonts.name])
  return options
}

/// The option that allows a command to add files to a folder that contains files of others. These stay unchanged.
struct ForceArgument: ParsableArguments {
  @Flag(help: "write to the folder even if it holds other files")
  var force = false
}

/// Prints that there is no site in the current folder.
///
/// - Parameter initArguments: the arguments of the command that writes one.
func reportNoSite(initArguments: String = "") {
  let misnamed = ["cardshelf.yaml", "Cardshelf.yml"].first { (name: String) in access(name, F_OK) == 0 }
  printError(
    "error: no cardshelf.yml in this folder or its parents\nhelp: "
      + (misnamed.map { "rename \($0) to cardshelf.yml, " } ?? "")
      + "go to a site's folder, name it with --root, or write a new one: cardshelf init\(initArguments)\n")
}
