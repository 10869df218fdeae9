import CardLayout
import Content
public import Diagnostics
import TextLayout
import Themes

/// The font files of a theme.
public struct LockedFonts: Sendable {
  /// All findings, sorted by path and position; if there is a lock, including differences from it.
  public let diagnostics: [Diagnostic]
  /// The text of `fonts.lock`; nil if the fonts could not be determined.
  public let text: String?
  /// The faces in use with the paths of their files, and the absent families, as lines for people; nil if the fonts could
  /// not be determined.
  public let listing: String?
  /// The path of the lock, relative to the root.
  public let path: String

  /// The exit code: 0 for success, 1 for findings, 2 if the command could not run.
  public func exitCode(isStrict: Bool) -> Int32 { exitCodeOfFindings(diagnostics, isStrict: isStrict) }
}

/// Determines the files that serve each family and style of a theme.
///
/// - Parameters:
///   - themeName: the name of a folder in `Themes`; nil is the site's theme.
///   - compares: true to read an existing lock and report differences from it.
/// - Complexity: O(families x styles).
public func findFonts(ofTheme themeName: String?, compares: Bool, _ options: BuildOptions) -> LockedFonts {
  var sink = DiagnosticSink()
  var found: FoundFonts?
  var path = ""
  if let context = BuildContext(options, into: &sink),
    var settings = SiteSources.readSettingsFile(in: context.tree, into: &sink)
  {
    if let themeName { settings.theme = FieldText(themeName, range: SourceRange(0, 0)) }
    path = "Themes/\(settings.theme.text)/\(FontLock.name)"
    if let theme = ThemeSources.read(settings, context, into: &sink)?.theme, !sink.hasErrors {
      found = fonts(of: theme, compares: compares, in: context.tree, options, into: &sink)
    }
  }
  return LockedFonts(
    diagnostics: sink.diagnostics.sortedByPlace(), text: sink.hasErrors ? nil : found?.lock.text,
    listing: sink.hasErrors ? nil : found?.listing(options.installation), path: path)
}

private struct FoundFonts {
  let lock: FontLock
  let faces: [FoundFace]
  let absent: [String]

  /// The lines of the lock with the paths of the files, and the absent families.
  func listing(_ installation: Installation) -> String {
    let found = lock.entries.filter { !absent.contains($0.family) }.map { entry in
      let face = faces.first { $0.family == entry.family && $0.style == entry.style }?.face
      return entry.line(withFile: face?.description.path ?? entry.face.file)
    }
    let others = absent.map { family in
      "\(family): not installed" + (installation.advice(onFamily: family).map { " (\($0))" } ?? "") + "\n"
    }
    return (found + others).joined()
  }
}

private func fonts(
  of theme: Theme, compares: Bool, in tree: FileTree, _ options: BuildOptions, into sink: inout DiagnosticSink
) -> FoundFonts? {
  let files = themeFonts(theme, in: tree)
  options.fontTrial?.tryFonts(
    files, usage: theme.sampleUsage, theme: theme, in: tree, options.scratchFolder, into: &sink)
  if sink.hasErrors { return nil }
  guard var resolver = FontResolver(options.installation) else {
    sink.report(.noFontconfig())
    return nil
  }
  resolver.add(tree.fontFiles(files))
  var found: [FoundFace] = []
  var missed = MissedFamilies()
  for stack in theme.fontStacks {
    for style in theme.styles(ofStack: stack.name) {
      let faces = resolver.faces(
        for: FontRequest(stack: stack.name, style), families: stack.families, theme: theme.source)
      missed.add(faces, characters: sampleLetters)
      found += faces.compactMap { FoundFace($0, style: style) }
    }
  }
  missed.report(in: theme.source, sources: { [] }, into: &sink)
  if sink.hasErrors { return nil }
  // A damaged lock is replaced.
  var faults = DiagnosticSink()
  let known = FontLock.read(theme: theme, in: tree, into: &faults)
  if compares { sink.report(contentsOf: faults.diagnostics) }
  let absent = theme.families.filter { family in !found.contains { $0.family == family } }
  if compares, let (lock, source) = known { lock.compare(found, absent: absent, in: source, into: &sink) }
  return FoundFonts(
    lock: FontLock(found, keeping: known?.lock, ofFamilies: absent), faces: found, absent: absent)
}

extension FontLock {
  /// Creates a lock. Styles that the upright face serves have no line.
  ///
  /// - Parameters:
  ///   - lock: the existing lock.
  ///   - absent: the families that are not installed here, whose lines the lock keeps.
  fileprivate init(_ found: [FoundFace], keeping lock: FontLock?, ofFamilies absent: [String]) {
    var families: [String] = []
    for one in found where !families.contains(one.family) { families.append(one.family) }
    for family in families {
      var faces: [Style: Face] = [:]
      for one in found where one.family == family { faces[one.style] = Face(one.face) }
      for (style, face) in faces.sorted(by: { $0.key < $1.key }) {
        if style.isItalic, faces[Style(weight: style.weight, isItalic: false)] == face { continue }
        entries.append(Entry(family: family, style: style, face: face))
      }
    }
    for entry in lock?.entries ?? [] where absent.contains(entry.family) { entries.append(entry) }
  }
}

extension Theme {
  /// The families of all lists, each once.
  fileprivate var families: [String] {
    var names: [String] = []
    for family in fontStacks.flatMap(\.families) where !names.contains(family.name) { names.append(family.name) }
    return names
  }

  /// All styles that texts in a stack may use: the weights of its text styles and bold, upright and italic.
  fileprivate func styles(ofStack name: String) -> [FontLock.Style] {
    let styles = namedTextStyles.map(\.style) + [sectionTitle]
    let weights = Set(styles.filter { $0.font == name }.map(\.weight)).union([400, 700])
    return weights.sorted().flatMap { weight in
      [false, true].map { FontLock.Style(weight: weight, isItalic: $0) }
    }
  }

  /// A little text in each font.
  fileprivate var sampleUsage: FontUsage {
    var usage = FontUsage()
    for stack in fontStacks {
      for style in styles(ofStack: stack.name) {
        usage.insert(sampleLetters, font: FontRequest(stack: stack.name, style))
      }
    }
    return usage
  }
}

private let sampleLetters: CharacterCoverage = {
  var letters = CharacterCoverage()
  for scalar in UInt32(0x20)...0x7E { letters.insert(scalar) }
  return letters
}()

extension FontRequest {
  fileprivate init(stack: String, _ style: FontLock.Style) {
    self.init(stack: stack, weight: style.weight, isItalic: style.isItalic)
  }
}

/// Writes the lock of a theme, completely or not at all.
///
/// - Returns: whether it changed.
/// - Throws: a finding.
public func writeFontLock(_ fonts: LockedFonts, _ options: BuildOptions) throws(Diagnostic) -> Bool {
  guard let text = fonts.text else { return false }
  let folder = String(fonts.path.dropLast(FontLock.name.utf8.count + 1))
  do throws(SystemError) {
    return try FileDescriptor(folderAt: absolutePath(ofFolder: options.root) + "/" + folder)
      .replaceFile(FontLock.name, with: Array(text.utf8))
  } catch {
    throw .outputUnwritable(fonts.path, error)
  }
}
