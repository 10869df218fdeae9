import CardLayout
import Diagnostics
import TextLayout
import Themes

/// Returns the fonts of an earlier build if their inputs are equal, and makes them otherwise.
///
/// - Parameter keepsCharacters: true if they contain the characters of all builds so far.
func makeFonts(
  usage: FontUsage, of texts: () -> [SourceText], theme: Theme, _ context: BuildContext, memory: SiteMemory,
  keepsCharacters: Bool, into sink: inout DiagnosticSink
) async -> KeptFonts? {
  let usage = keepsCharacters ? memory.widened(usage) : usage
  let key = FontsKey(usage: usage, theme: theme, in: context.tree)
  if let key, let kept = memory.fonts, kept.key == key {
    sink.report(contentsOf: kept.diagnostics)
    return kept
  }
  var own = DiagnosticSink()
  let fonts = await makeFonts(
    usage: usage, of: texts, theme: theme, context, into: &own)
  sink.report(contentsOf: own.diagnostics)
  guard let fonts else { return nil }
  let revision = memory.nextRevision()
  let last = memory.fonts.flatMap { $0.fonts.drawsLike(fonts) ? $0 : nil }
  let kept = KeptFonts(
    key: key, fonts: fonts, diagnostics: own.diagnostics, revision: revision,
    faceRevision: last?.faceRevision ?? revision)
  memory.keep(fonts: kept)
  return kept
}

extension FontsKey {
  /// Creates the key; nil if changes of the theme's files cannot be detected.
  fileprivate init?(usage: FontUsage, theme: Theme, in tree: FileTree) {
    let lock = "Themes/\(theme.name)/\(FontLock.name)"
    let files = themeFonts(theme, in: tree) + (tree.holds(lock) ? [lock] : [])
    guard let folder = tree.stamps(of: files) else { return nil }
    self.usage = usage.characters
    marked = usage.markedLetters
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

extension FileTree {
  /// The contents of font files, in memory. Those that cannot be read are omitted: their families are missing then.
  func fontFiles(_ paths: [String]) -> [FontFile] {
    paths.compactMap { FontFile(path: (root == "/" ? "" : root) + "/" + $0) }
  }
}

/// Selects the fonts that the site uses and makes the subsets that are measured and served.
///
/// - Parameters:
///   - texts: all texts of the site, to locate characters that no font has.
///   - installed: the fonts of the system, if they were looked up before.
///   - fontFiles: the paths of files that serve stacks whose families the theme does not name, by the stack's name.
///   - comparesLock: true to report fonts other than those in `fonts.lock`.
func makeFonts(
  usage: FontUsage, of texts: () -> [SourceText] = { [] }, theme: Theme, installed: EarlyFontResolver? = nil,
  fontFiles: [String: String] = [:], comparesLock: Bool = true, _ context: BuildContext, into sink: inout DiagnosticSink
) async -> ServedFonts? {
  let (options, tree) = (context.options, context.tree)
  let files = themeFonts(theme, in: tree)
  options.fontTrial?.tryFonts(files, usage: usage, theme: theme, in: tree, options.scratchFolder, into: &sink)
  if sink.hasErrors { return nil }
  let resolver = installed.map { $0.take() } ?? FontResolver(options.installation)
  let sources = FontSources(
    theme: theme, files: files, in: tree, resolver: resolver, readsLock: comparesLock, into: &sink)
  guard var sources else { return nil }
  sources.filesOfStacks = fontFiles
  return await makeFonts(
    usage: usage, of: texts, theme: theme, from: sources, jobs: context.jobs, memory: context.memory, into: &sink)
}

/// The files from which fonts are made, none of which has been read, except for `fonts.lock`.
struct FontSources: ~Copyable {
  fileprivate var resolver: FontResolver
  private let themeFonts: [FontFile]
  fileprivate let lock: (lock: FontLock, source: SourceText)?
  /// The paths of files that serve whole stacks, by the stack's name.
  fileprivate var filesOfStacks: [String: String] = [:]

  /// Creates the value; nil if fontconfig has no configuration to read, which is reported.
  ///
  /// - Parameters:
  ///   - files: the theme's own fonts that may be used.
  ///   - resolver: a resolver without fonts of the theme; nil if fontconfig has no configuration to read.
  init?(
    theme: Theme, files: [String], in tree: FileTree, resolver: consuming FontResolver?, readsLock: Bool,
    into sink: inout DiagnosticSink
  ) {
    guard let resolver else {
      sink.report(.noFontconfig())
      return nil
    }
    self.resolver = resolver
    themeFonts = tree.fontFiles(files)
    lock = readsLock ? FontLock.read(theme: theme, in: tree, into: &sink) : nil
  }

  /// Also opens the installed fonts of a site: from then on, no files have to be opened.
  mutating func openInstalledFonts(usage: FontUsage, theme: Theme) {
    for request in usage.characters.keys {
      let families = theme.fontStack(request.stack)?.families ?? []
      resolver.openInstalledFaces(for: request, families: families.map(\.name))
    }
  }

  /// The faces of a request in order of preference.
  fileprivate mutating func faces(for request: FontRequest, theme: Theme) -> [FamilyFace] {
    let families = theme.fontStack(request.stack)?.families ?? []
    guard let path = filesOfStacks[request.stack] else {
      return resolver.faces(for: request, families: families, theme: theme.source)
    }
    return families.prefix(1).map { family in
      FamilyFace(family: family, face: try? resolver.face(inFile: path, for: request), fault: nil)
    }
  }

  /// Reads the theme's own fonts.
  fileprivate mutating func readThemeFonts() { resolver.add(themeFonts) }
}

func makeFonts(
  usage: FontUsage, of texts: () -> [SourceText] = { [] }, theme: Theme, from sources: consuming FontSources,
  jobs: Int, memory: SiteMemory? = nil, into sink: inout DiagnosticSink
) async -> ServedFonts? {
  let plan = await planFonts(usage: usage, of: texts, theme: theme, from: sources, jobs: jobs, into: &sink)
  guard let plan else { return nil }
  // Making a subset of a Chinese font takes fifty times as long as one of an English font.
  let subsets = await parallelMap(
    unevenCount: plan.subsets.count, jobs: jobs, cost: { plan.subsets[$0].face.glyphCount }
  ) { memory?.file(of: plan.subsets[$0]) ?? plan.subsets[$0].face.subset(to: plan.subsets[$0].characters) }
  var made: [[UInt8]] = []
  for (subset, file) in zip(plan.subsets, subsets) {
    if let file { made.append(file) } else { sink.report(.subsetFailed(subset.face.description.path)) }
  }
  memory?.keep(Dictionary(zip(plan.subsets, made)) { first, _ in first })
  return plan.serve(made)
}

private func planFonts(
  usage: FontUsage, of texts: () -> [SourceText], theme: Theme, from sources: consuming FontSources, jobs: Int,
  into sink: inout DiagnosticSink
) async -> FontPlan? {
  sources.readThemeFonts()
  let characters = usage.characters
  var found: [FontRequest: [FamilyFace]] = [:]
  var missed = MissedFamilies()
  for request in characters.keys.sorted() {
    let stack = sources.faces(for: request, theme: theme)
    missed.add(stack, characters: characters[request] ?? CharacterCoverage())
    found[request] = stack
  }
  missed.report(in: theme.source, sources: texts, into: &sink)
  if sink.hasErrors { return nil }
  let faces = found.mapValues { $0.compactMap(\.face) }
  // The plan needs `touchesSpace` of faces that have a space, as the first of each stack does. Determining it reads all
  // lookups of a face, so it is done in parallel.
  let first = faces.values.compactMap(\.first)
  _ = await parallelMap(count: first.count, jobs: jobs) { indices in indices.map { first[$0].touchesSpace } }
  let plan = FontPlan(faces: faces, usage: characters, marked: usage.markedLetters)
  if let (lock, source) = sources.lock {
    let used = found.sorted { $0.key < $1.key }.flatMap { request, stack in
      stack.compactMap { FoundFace($0, style: FontLock.Style(request)) }.filter { plan.uses($0.face, for: request) }
    }
    lock.compare(used, in: source, into: &sink)
    if sink.hasErrors { return nil }
  }
  return plan
}
