import CardLayout
import Diagnostics
import Fonts
import Themes

/// Returns the fonts of an earlier build if their inputs are equal, and makes them otherwise.
func makeFonts(
  usage: FontUsage, theme: Theme, in tree: FileTree, options: BuildOptions, memory: SiteMemory,
  into sink: inout DiagnosticSink
) async -> KeptFonts? {
  let usage = memory.widened(usage)
  let key = FontsKey(usage: usage, theme: theme, in: tree)
  if let key, let kept = memory.fonts, kept.key == key {
    sink.report(contentsOf: kept.diagnostics)
    return kept
  }
  var own = DiagnosticSink()
  let fonts = await makeFonts(usage: usage, theme: theme, in: tree, options: options, into: &own)
  sink.report(contentsOf: own.diagnostics)
  guard let fonts else { return nil }
  let kept = KeptFonts(key: key, fonts: fonts, diagnostics: own.diagnostics, revision: memory.nextRevision())
  memory.keep(fonts: kept)
  return kept
}

extension FontsKey {
  /// nil if changes of the theme's files cannot be detected.
  fileprivate init?(usage: FontUsage, theme: Theme, in tree: FileTree) {
    let lock = "Themes/\(theme.name)/\(FontLock.name)"
    let files = themeFonts(theme, in: tree) + (tree.holds(lock) ? [lock] : [])
    guard let folder = tree.stamps(of: files) else { return nil }
    self.usage = usage.characters
    stacks = theme.fontStacks.map { stack in
      FontStackKey(
        name: stack.name, families: stack.families.map(\.name), places: stack.families.map(\.range.lower))
    }
    self.folder = folder
  }
}

/// The theme's own fonts: regular files that are not reached through a symbolic link.
func themeFonts(_ theme: Theme, in tree: FileTree) -> [String] {
  tree.listing(of: "Themes/" + theme.name).files.filter { path in
    [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"].contains { path.lowercased().hasSuffix($0) }
  }
}

/// Finds the fonts that the site uses and makes the subsets that are measured and served.
///
/// - Parameters:
///   - files: the theme's own fonts that may be used; nil for all that it has.
///   - comparesLock: true if fonts other than those in `fonts.lock` are reported.
func makeFonts(
  usage: FontUsage, theme: Theme, in tree: FileTree, from files: [String]? = nil, comparesLock: Bool = true,
  options: BuildOptions,
  into sink: inout DiagnosticSink
) async -> ServedFonts? {
  let files = files ?? themeFonts(theme, in: tree)
  if let trial = options.fontTrial {
    do {
      let harmful = try trial.harmful(files, usage: usage, in: tree, scratchFolder: options.scratchFolder)
      for file in harmful { sink.report(.fontHarmful(file)) }
    } catch {
      sink.report(.fontUntried(theme.source.path, error))
    }
    if sink.hasErrors { return nil }
  }
  let root = tree.root == "/" ? "" : tree.root
  guard var resolver = FontResolver(themeFonts: files.map { root + "/" + $0 }) else {
    sink.report(.noFontconfig())
    return nil
  }
  var faces: [FontRequest: [FontFace]] = [:]
  var found: [FoundFace] = []
  for request in usage.characters.keys.sorted() {
    let families = theme.fontStack(request.stack)?.families ?? []
    faces[request] = resolver.faces(
      for: request, families: families.map { FontFamilyReference(name: $0.name, range: $0.range) },
      theme: theme.source, into: &sink)
    let style = FontLock.Style(weight: request.weight, isItalic: request.isItalic)
    for (family, face) in zip(families, faces[request] ?? []) {
      found.append(FoundFace(family: family.name, style: style, face: face))
    }
  }
  // Families and faces correspond only if every family was found.
  if sink.hasErrors { return nil }
  if comparesLock, let (lock, source) = FontLock.read(theme: theme, in: tree, into: &sink) {
    lock.compare(found, in: source, into: &sink)
    if sink.hasErrors { return nil }
  }
  let plan = FontPlan(faces: faces, usage: usage.characters)
  let subsets = await parallelMap(count: plan.subsets.count, jobs: options.jobs) { indices in
    indices.map { plan.subsets[$0].face.subset(to: plan.subsets[$0].characters) }
  }
  var made: [[UInt8]] = []
  for (subset, file) in zip(plan.subsets, subsets) {
    if let file { made.append(file) } else { sink.report(.subsetFailed(subset.face.description.path)) }
  }
  return plan.serve(made)
}
