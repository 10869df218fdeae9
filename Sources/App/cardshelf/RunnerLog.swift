import Glibc

/// Removes the commands that runners of services would read from a job's log.
///
/// GitHub's runner treats a line as a command if it begins with `::` after white space, and `##[…]` anywhere
/// (actions/runner, `ActionCommand`); those of Azure and TeamCity use `##vso[…]` and `##teamcity[…]`. The output
/// contains texts of a site's authors, and authors of a pull request are strangers.
enum RunnerLog {
  /// True if the program runs under a runner.
  static let isRead = ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"].contains {
    !(environment($0) ?? "").isEmpty
  }

  /// The text for people without anything that a runner treats as a command.
  ///
  /// - Complexity: O(length).
  static func withoutCommands(_ text: String) -> String {
    guard text.contains("::") || text.contains("##") else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = line.prefix { $0.isWhitespace }
      let rest = line.dropFirst(start.count)
      let calm = rest.hasPrefix("::") ? start + "\\u{3a}" + rest.dropFirst() : line
      return withoutBrackets(calm, escape: "\\u{23}")
    }.joined(separator: "\n")
  }

  /// A JSON document with the same value; its lines already begin with JSON punctuation.
  static func withoutCommands(inJSON document: String) -> String {
    document.contains("##") ? withoutBrackets(document[...], escape: "\\u0023") : document
  }

  /// Writes the second sign of `##`, letters and `[` in another way.
  private static func withoutBrackets(_ text: Substring, escape: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      let isCommand =
        byte == UInt8(ascii: "#") && index > 0 && bytes[index - 1] == byte
        && bytes[(index + 1)...].first { !(0x61...0x7A).contains($0 | 0x20) } == UInt8(ascii: "[")
      if isCommand { result += escape.utf8 } else { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// Writes a text for people to standard output.
func print(_ text: String, terminator: String = "\n") {
  Swift.print(RunnerLog.isRead ? RunnerLog.withoutCommands(text) : text, terminator: terminator)
}

/// Writes a document for programs to standard output.
func printDocument(_ document: String, isJSON: Bool = true) {
  Swift.print(
    RunnerLog.isRead && isJSON ? RunnerLog.withoutCommands(inJSON: document) : document, terminator: "")
}
