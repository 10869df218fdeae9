import CardLayout
import Content
import Diagnostics
import Glibc
import Processes
public import TextLayout
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

  /// The exit code of a program that tried the fonts, but could not confine itself.
  public static let unconfinedCode: Int32 = 4

  let program: String
  let arguments: [String]

  /// - Parameters:
  ///   - program: the path of a program that calls ``tryFonts(root:theme:files:request:_:confine:)`` with its standard
  ///     input, and ends with 0 when that returns, or with `unconfinedCode`. It limits itself to the time and memory
  ///     above.
  ///   - arguments: the arguments before the site's root, the theme's name and the font files.
  public init(program: String, arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// Tries files of a theme, and reports those that failed.
  ///
  /// - Parameter scratchFolder: the folder for the request.
  func tryFonts(
    _ files: [String], usage: FontUsage, theme: Theme, in tree: FileTree, _ scratchFolder: String,
    into sink: inout DiagnosticSink
  ) {
    if files.isEmpty { return }
    do throws(SystemError) {
      let request = try FileDescriptor(namelessFileIn: scratchFolder)
      try request.write(FontRequestList(usage).bytes, at: 0)
      let verdict = { (files: [String]) throws(SystemError) in
        try request.rewind()
        return try self.verdict(arguments: [tree.root, theme.name] + files, input: request.number)
      }
      switch try verdict(files) {
      case .passed: return
      case .passedUnconfined: return sink.report(.fontTrialUnconfined(theme.source.path))
      case .failed: break
      }
      // Each file is tried alone, to determine the harmful ones; together they may be too many.
      var harmful: [String] = []
      if files.count > 1 {
        for file in files where try verdict([file]) == .failed { harmful.append(file) }
      }
      for file in harmful.isEmpty ? files : harmful { sink.report(.fontHarmful(file)) }
    } catch {
      sink.report(.fontUntried(theme.source.path, error))
    }
  }

  private enum Verdict { case passed, passedUnconfined, failed }

  private func verdict(arguments: [String], input: Int32) throws(SystemError) -> Verdict {
    let code: Int32?
    do {
      code = try ProcessGroup(
        path: program, arguments: self.arguments + arguments, environment: inheritedVariables(for: .fonts),
        inheritsEnvironment: false, files: ProcessGroup.Files(input: input)
      ).exitCode()
    } catch {
      throw SystemError(code: error.code)
    }
    switch code {
    case 0: return .passed
    case Self.unconfinedCode: return .passedUnconfined
    case cannotRunCode: throw SystemError(code: EAGAIN)
    default: return .failed
    }
  }
}

/// Makes the fonts of a site from a theme's own files, and discards them. It returns in any case, because the
/// caller creates the findings again.
///
/// - Parameters:
///   - theme: the name of the theme.
///   - files: the theme's font files, relative to the root.
///   - request: the request from ``FontTrial``.
///   - installation: that of the program.
///   - confine: called when all files are open and before any of the theme's fonts is read. From then on, the process
///     needs only its memory.
public func tryFonts(
  root: String, theme: String, files: [String], request: [UInt8], _ installation: Installation, confine: () -> Void
) async {
  let fonts = await triedFonts(
    root: root, theme: theme, files: files, request: request, installation, confine: confine)
  for file in fonts?.files ?? [] {
    _ = compressedAsWOFF2(file.bytes, quality: .quick)
  }
}

/// The fonts; nil if they cannot be made.
func triedFonts(
  root: String, theme: String, files: [String], request: [UInt8], _ installation: Installation = .system,
  confine: () -> Void
) async -> ServedFonts? {
  var sink = DiagnosticSink()
  guard let context = BuildContext(BuildOptions(root: root), into: &sink),
    var settings = SiteSources.readSettingsFile(in: context.tree, into: &sink)
  else { return nil }
  settings.theme = FieldText(theme, range: SourceRange(0, 0))
  guard let theme = ThemeSources.read(settings, context, into: &sink)?.theme,
    let usage = FontRequestList(request)?.usage,
    var sources = FontSources(
      theme: theme, files: files, in: context.tree, resolver: FontResolver(installation), readsLock: true, into: &sink)
  else { return nil }
  sources.openInstalledFonts(usage: usage, theme: theme)
  confine()
  return await makeFonts(usage: usage, theme: theme, from: sources, jobs: 1, into: &sink)
}

/// Requests for fonts, as text: one line per font with its weight, slant, ranges of characters and stack, and after it
/// one line per mark with the ranges of characters on which it stands.
struct FontRequestList {
  let usage: FontUsage

  init(_ usage: FontUsage) { self.usage = usage }

  /// Reads the text; nil if the bytes have another form.
  init?(_ bytes: [UInt8]) {
    var usage = FontUsage()
    var last: FontRequest?
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 3)
      if let last, parts.count == 2, let mark = UInt32(parts[0]), mark <= 0x10FFFF {
        guard let bases = Self.coverage(parts[1]) else { return nil }
        var marked = MarkedLetters()
        marked.insert(mark, on: bases)
        usage.insert(CharacterCoverage(), marked: marked, font: last)
        continue
      }
      guard parts.count == 4, let weight = Int(parts[0]), ["italic", "upright"].contains(parts[1]),
        let coverage = Self.coverage(parts[2])
      else { return nil }
      let font = FontRequest(stack: String(parts[3]), weight: weight, isItalic: parts[1] == "italic")
      usage.insert(coverage, font: font)
      last = font
    }
    self.usage = usage
  }

  private static func coverage(_ ranges: Substring) -> CharacterCoverage? {
    var coverage = CharacterCoverage()
    for range in ranges.split(separator: ",") {
      let ends = range.split(separator: "-").compactMap { UInt32($0) }
      guard let first = ends.first, let last = ends.last, first <= last, last <= 0x10FFFF else { return nil }
      for scalar in first...last { coverage.insert(scalar) }
    }
    return coverage
  }

  private static func ranges(_ coverage: CharacterCoverage) -> String {
    coverage.ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
  }

  var bytes: [UInt8] {
    let marked = usage.markedLetters
    let lines = usage.characters.sorted { $0.key < $1.key }.map { request, coverage in
      "\(request.weight) \(request.isItalic ? "italic" : "upright") \(Self.ranges(coverage)) \(request.stack)\n"
        + (marked[request]?.all ?? []).map { "\($0.mark) \(Self.ranges($0.bases))\n" }.joined()
    }
    return Array(lines.joined().utf8)
  }
}
