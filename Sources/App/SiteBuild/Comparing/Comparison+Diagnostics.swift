import Diagnostics
import Glibc
import Review

/// Findings about the other side of a comparison. Their path is its name for people.
extension Diagnostic {
  static func noGit(_ reference: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("git-missing", fault: .cannotRun), "git, which looks up this commit, is not installed",
      path: reference,
      help: "install git, or compare with a folder or a layout.json")
  }

  static func noRepository(_ reference: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("git-failed", fault: .cannotRun), "the site is not in a git repository: \(reason)", path: reference,
      help: "run it inside a clone, or name a file or folder as a path: ./\(reference)")
  }

  static func unknownReference(_ reference: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("reference-unknown", fault: .cannotRun), "git does not know a commit with this name",
      path: reference,
      help: unsafe access(reference, F_OK) == 0
        ? "a file or folder is written as a path: ./\(reference)"
        : "list branches with: git branch --all; in a shallow clone, fetch the commit: git fetch --depth=1 origin main")
  }

  static func noSiteThere(_ reference: String, _ prefix: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("other-side", fault: .cannotRun),
      "the commit does not contain the site" + (prefix.isEmpty ? "" : " in \(prefix)"),
      path: reference,
      help: "compare with a commit that has one in the same folder")
  }

  static func gitFailed(_ reference: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("git-failed", fault: .cannotRun), "git failed: \(reason)", path: reference,
      help: "check the repository with: git fsck")
  }

  static func submodule(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("not-in-commit", fault: .cannotRun), "this is a submodule, whose files are in another repository",
      path: path,
      help: "compare with an output folder of that state: it contains everything that the layout depends on")
  }

  static func keptElsewhere(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("not-in-commit", fault: .cannotRun),
      "the commit contains only the name of this file, which is in Git LFS", path: path,
      help: "compare with an output folder of that state: it contains everything that the layout depends on")
  }

  static func comparedWithoutPages(_ name: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("compared-without-pages", fault: .cannotRun), "it states frames and has no pages to show",
      path: name,
      help: "name a commit or an output folder; diff compares frames: cardshelf diff --against \(name)")
  }

  static var noBaseline: Diagnostic {
    Diagnostic(
      .error, Rule("baseline-missing", fault: .cannotRun), "there is no baseline to compare with",
      path: LayoutBaseline.name,
      help: "write one with: cardshelf approve; or name what to compare with: cardshelf diff --against origin/main")
  }

  static func formerBaseline(_ name: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("baseline-missing", fault: .cannotRun), "this is the baseline of an earlier version", path: name,
      help: "review the layout, write \(LayoutBaseline.name) with: cardshelf approve; and delete this file")
  }

  static var noBaselineForParts: Diagnostic {
    Diagnostic(
      .error, Rule("baseline-missing", fault: .cannotRun), "there is no baseline of which parts could be approved",
      path: LayoutBaseline.name, help: "approve the whole site first: cardshelf approve")
  }

  static var nothingToApprove: Diagnostic {
    Diagnostic(
      .error, Rule("approval-unknown", fault: .cannotRun), "nothing has this name", path: LayoutBaseline.name,
      help: "name ids, pages or files, as cardshelf diff prints them; * and ** are wildcards")
  }

  /// A short finding about the faults of the other side.
  static func otherSide(_ name: String, _ diagnostics: [Diagnostic], isLaidOut: Bool) -> Diagnostic? {
    let errors = diagnostics.filter { $0.severity == .error }
    guard let first = errors.first else {
      return isLaidOut
        ? nil
        : Diagnostic(
          .error, Rule("other-side", fault: .cannotRun), "it cannot be laid out", path: name,
          help: "build it to see why")
    }
    let place = first.position.map { "\(first.path):\($0.line)" } ?? first.path
    let count = errors.count == 1 ? "an error" : "\(errors.count) errors"
    let said = "it has \(count): \(place) \(first.message) [\(first.rule.name)]"
    return isLaidOut
      ? Diagnostic(
        .warning, Rule("other-side", fault: .cannotRun), said, path: name,
        help: "only the parts that could be laid out are compared")
      : Diagnostic(
        .error, Rule("other-side", fault: .cannotRun), "it cannot be laid out: " + said, path: name,
        help: "build it to see more")
  }
}
