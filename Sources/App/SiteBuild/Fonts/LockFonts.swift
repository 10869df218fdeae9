import CardLayout
public import Diagnostics
import Fonts
import SiteContent
import Themes

/// The font files of a theme.
public struct LockedFonts: Sendable {
  /// All findings, by path and place; with a lock in place, differences from it.
  public let diagnostics: [Diagnostic]
  /// The text of `fonts.lock`; nil if fonts could not be found.
  public let text: String?
  /// The path of the lock below the root.
  public let path: String

  /// 0 fine, 1 findings, 2 could not run.
  public func exitCode(isStrict: Bool) -> Int32 { exitCodeOfFindings(diagnostics, isStrict: isStrict) }
}

/// Finds the files that serve each family and style of a theme.
///
/// - Parameters:
///   - themeName: a folder of `Themes`; nil is the site's theme.
///   - compares: true if an existing lock is read, and differences from it are reported.
/// - Complexity: O(families x styles).
public func findFonts(ofTheme themeName: String?, compares: Bool, _ options: BuildOptions) -> LockedFonts {
  var sink = DiagnosticSink()
  var text: String?
  var path = ""
  do throws(SystemError) {
    let tree = FileTree(root: try absolutePath(ofFolder: options.root))
    if var settings = SiteSources.readSettingsFile(in: tree, into: &sink) {
      if let themeName { settings.theme = FieldText(themeName, range: SourceRange(0, 0)) }
      path = "Themes/\(settings.theme.text)/\(FontLock.name)"
      if let theme = ThemeSources.read(settings, in: tree, into: &sink)?.theme, !sink.hasErrors {
        text = lock(of: theme, compares: compares, in: tree, options, into: &sink)?.text
      }
    }
  } catch {
    sink.report(.unusableRoot(options.root, error))
  }
  return LockedFonts(diagnostics: sink.diagnostics.sortedByPlace(), text: sink.hasErrors ? nil : text, path: path)
}

private func lock(
  of theme: Theme, compares: Bool, in tree: FileTree, _ options: BuildOptions, into sink: inout DiagnosticSink
) -> FontLock? {
  let files = themeFonts(theme, in: tree)
  options.fontTrial?.tryFonts(
    files, usage: theme.sampleUsage, theme: theme, in: tree, options.scratchFolder, into: &sink)
  if sink.hasErrors { return nil }
  guard var resolver = FontResolver() else {
    sink.report(.noFontconfig())
    return nil
  }
  resolver.add(tree.fontFiles(files))
  var found: [FoundFace] = []
  var own = DiagnosticSink()
  for stack in theme.fontStacks {
    let families = stack.families.map { FontFamilyReference(name: $0.name, range: $0.range) }
    for style in theme.styles(ofStack: stack.name) {
      let request = FontRequest(stack: stack.name, style)
      // One finding for a family that is missing, not one per style.
      if own.hasErrors { break }
      let faces = resolver.faces(for: request, families: families, theme: theme.source, into: &own)
      if own.hasErrors { continue }
      for (family, face) in zip(families, faces) {
        found.append(FoundFace(family: family.name, style: style, face: face))
      }
    }
  }
  sink.report(contentsOf: own.diagnostics)
  if sink.hasErrors { return nil }
  if compares, let (lock, source) = FontLock.read(theme: theme, in: tree, into: &sink) {
    lock.compare(found, in: source, into: &sink)
  }
  return FontLock(found)
}

extension FontLock {
  /// Styles that the upright face serves have no line of their own.
  fileprivate init(_ found: [FoundFace]) {
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
  }
}

extension Theme {
  /// All styles that texts in a stack may use: the weights of its text styles and bold, upright and italic.
  fileprivate func styles(ofStack name: String) -> [FontLock.Style] {
    let weights = Set((textStyles.all + [sectionTitle]).filter { $0.font == name }.map(\.weight)).union([400, 700])
    return weights.sorted().flatMap { weight in
      [false, true].map { FontLock.Style(weight: weight, isItalic: $0) }
    }
  }

  /// Some text in each font.
  fileprivate var sampleUsage: FontUsage {
    var letters = CharacterCoverage()
    for scalar in UInt32(0x20)...0x7E { letters.insert(scalar) }
    var usage = FontUsage()
    for stack in fontStacks {
      for style in styles(ofStack: stack.name) { usage.insert(letters, font: FontRequest(stack: stack.name, style)) }
    }
    return usage
  }
}

extension FontRequest {
  fileprivate init(stack: String, _ style: FontLock.Style) {
    self.init(stack: stack, weight: style.weight, isItalic: style.isItalic)
  }
}

/// Writes the lock of a theme, whole or not at all.
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
