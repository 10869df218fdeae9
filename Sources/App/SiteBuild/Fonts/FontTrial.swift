import CardLayout
import Diagnostics
import Fonts
import Glibc
import Processes
import Themes

/// Tries a theme's own fonts before they are used: another process makes all of the fonts that a build makes.
///
/// C libraries run fonts like programs, and a theme may come from strangers. A font that crashes, or takes more memory
/// or time than any font should, ends that process, not the build.
public struct FontTrial: Sendable {
  /// The processor time that a trial may take.
  public static let seconds = 20
  /// The memory that a trial may use; a subset of the largest existing face needs a fifth.
  public static let megabytes = 1024

  let program: String
  let arguments: [String]

  /// - Parameters:
  ///   - program: the path of a program that calls ``tryFonts(root:files:request:)`` with its standard input, and ends
  ///     with 0 when that returns. It limits itself to the time and memory above.
  ///   - arguments: the arguments before the site's root and the font files.
  public init(program: String, arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// The tried files that failed.
  ///
  /// - Parameter scratchFolder: the folder for the request.
  func harmful(
    _ files: [String], usage: FontUsage, in tree: FileTree, scratchFolder: String
  ) throws(SystemError) -> [String] {
    if files.isEmpty { return [] }
    let request = try FileDescriptor(namelessFileIn: scratchFolder)
    try request.write(FontRequestList(usage).bytes, at: 0)
    if try passes(files, in: tree, request: request) { return [] }
    if files.count == 1 { return files }
    var harmful: [String] = []
    for file in files where try !passes([file], in: tree, request: request) { harmful.append(file) }
    return harmful.isEmpty ? files : harmful
  }

  private func passes(
    _ files: [String], in tree: FileTree, request: borrowing FileDescriptor
  ) throws(SystemError) -> Bool {
    try request.rewind()
    let code: Int32?
    do {
      code = try ProcessGroup(
        path: program, arguments: arguments + [tree.root] + files, environment: inheritedVariables(for: .fonts),
        inheritsEnvironment: false,
        files: ProcessGroup.Files(input: request.number)
      ).exitCode()
    } catch {
      throw SystemError(code: error.code)
    }
    if code == cannotRunCode { throw SystemError(code: EAGAIN) }
    return code == 0
  }
}

/// Makes the fonts of a site from a theme's own files, and drops them. It returns for any result: the caller creates
/// the findings again.
///
/// - Parameters:
///   - files: the theme's font files, relative to the root.
///   - request: the request from ``FontTrial``.
public func tryFonts(root: String, files: [String], request: [UInt8]) async {
  var sink = DiagnosticSink()
  let tree = FileTree(root: root)
  guard let settings = SiteSources.readSettingsFile(in: tree, into: &sink),
    let theme = ThemeSources.read(settings, in: tree, into: &sink)?.theme,
    let usage = FontRequestList(request)?.usage
  else { return }
  let options = BuildOptions(root: root)
  let fonts = await makeFonts(usage: usage, theme: theme, in: tree, from: files, options: options, into: &sink)
  for file in fonts?.files ?? [] { _ = compressedAsWOFF2(file.bytes, quality: .quick) }
}

/// Requests for fonts, as text: one line per font with its weight, slant, ranges of characters and stack.
struct FontRequestList {
  let usage: FontUsage

  init(_ usage: FontUsage) { self.usage = usage }

  /// nil if the bytes are not such a text.
  init?(_ bytes: [UInt8]) {
    var usage = FontUsage()
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 3)
      guard parts.count == 4, let weight = Int(parts[0]), ["italic", "upright"].contains(parts[1]) else { return nil }
      var coverage = CharacterCoverage()
      for range in parts[2].split(separator: ",") {
        let ends = range.split(separator: "-").compactMap { UInt32($0) }
        guard let first = ends.first, let last = ends.last, first <= last, last <= 0x10FFFF else { return nil }
        for scalar in first...last { coverage.insert(scalar) }
      }
      usage.insert(
        coverage, font: FontRequest(stack: String(parts[3]), weight: weight, isItalic: parts[1] == "italic"))
    }
    self.usage = usage
  }

  var bytes: [UInt8] {
    usage.characters.sorted { $0.key < $1.key }.flatMap { request, coverage in
      let ranges = coverage.ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
      return Array("\(request.weight) \(request.isItalic ? "italic" : "upright") \(ranges) \(request.stack)\n".utf8)
    }
  }
}
