import Content
import Diagnostics

/// Everything from which a site is made, read once: each file's bytes are read a single time, so a file that is edited
/// meanwhile is completely old or completely new.
struct SiteSources: Sendable {
  let settings: SiteSettings
  /// The slots of the theme, with which cards were read.
  let slots: SlotTable
  let library: Library
  /// The finding for the first file at which the site exceeds its limits; nil if it does not.
  let reachedLimit: Diagnostic?

  /// Reads the sources; nil if the settings cannot be read: the meaning of the rest depends on them.
  static func read(_ context: BuildContext, into sink: inout DiagnosticSink) async -> SiteSources? {
    guard let settings = readSettingsFile(in: context.tree, into: &sink) else { return nil }
    sink.levels = settings.rules
    return await read(settings, context, into: &sink)
  }

  /// - Parameter isFetching: true if pictures of other sites are about to be fetched.
  static func read(
    _ settings: SiteSettings, _ context: BuildContext, isFetching: Bool = false, into sink: inout DiagnosticSink
  ) async -> SiteSources {
    let (options, tree, memory) = (context.options, context.tree, context.memory)
    let slots = ThemeSources.slots(settings, in: tree)
    let declarations = ContentDeclarations(
      slots: slots, arrangements: options.arrangements, arrangement: settings.arrangement, fields: settings.fields,
      policy: settings.policy)
    var content = await ContentFiles.read(declarations: declarations, context)
    content.readCardsOfOtherKeys()
    let hasCards = !content.cards.isEmpty
    var found = DiagnosticSink()
    found.levels = sink.levels
    found.report(
      contentsOf: tree.holds("Content")
        ? content.listing.diagnostics
        : [.missingContent(other: ["content", "contents", "Contents", "src"].first(where: tree.holds))])
    found.report(contentsOf: content.diagnostics)
    let files = content.listing.files.filter { !isMarkdown($0) }
    let (rows, limitOfRows) = await DataRows.read(
      content.indexes, files: files, slots: slots, limit: settings.limits.cards, in: tree, jobs: options.jobs,
      memory: memory, into: &found)
    var remotes = RemotePictures(hosts: settings.imageHosts, isFetching: isFetching)
    if !remotes.hosts.isEmpty { remotes.lock = readPictureLock(in: tree, into: &sink) }
    var assembly = DiagnosticSink()
    var library = assembleLibrary(
      settings: settings, cards: content.takeCards(), indexes: content.indexes, rows: rows, files: files,
      arrangements: options.arrangements, publishing: options.publicationRule, remotes: remotes,
      into: &assembly)
    library.keptBack = (library.keptBack + content.keptBack).sorted {
      precedesInBytes($0.path, $1.path) || $0.path == $1.path && ($0.line ?? 0) < ($1.line ?? 0)
    }
    // If a file could not be read, other files would be blamed for its missing content.
    if !found.diagnostics.contains(where: { $0.rule == .fileUnreadable }) {
      found.report(contentsOf: assembly.diagnostics)
    }
    if let textSize = options.textSize {
      for index in library.pages.indices { library.pages[index].textSize = textSize }
    }
    if let memory { library = await memory.replacingKnownParts(of: library, jobs: options.jobs) }
    if !hasCards, rows.isEmpty, library.keptBack.isEmpty, tree.holds("Content"), !sink.hasErrors, !found.hasErrors {
      found.report(.noCards())
    }
    // The readers have left out what is faulty.
    sink.report(
      contentsOf: found.diagnostics.map { finding in
        if settings.faulty == .stop { return finding }
        return Diagnostic.Rule.faultsOfSingleFiles.contains(finding.rule) ? finding.omitted : finding.asOmission
      })
    return SiteSources(
      settings: settings, slots: slots, library: library, reachedLimit: limitOfRows ?? library.reachedLimit)
  }

  /// Reads the lock of pictures; it is empty if there is none, or if it is damaged, which is reported.
  private static func readPictureLock(in tree: FileTree, into sink: inout DiagnosticSink) -> PictureLock {
    do {
      guard let bytes = try tree.readFileIfThere(PictureLock.name, limit: 64 << 20) else { return PictureLock() }
      return try PictureLock(reading: SourceText(path: PictureLock.name, bytes: bytes))
    } catch {
      sink.report(error)
      return PictureLock()
    }
  }

  /// Reads the settings. Without a settings file every setting has its default; nil if there is one that cannot be
  /// read.
  static func readSettingsFile(in tree: FileTree, into sink: inout DiagnosticSink) -> SiteSettings? {
    let path = "cardshelf.yml"
    if !tree.holds(path) {
      for other in ["cardshelf.yaml", "Cardshelf.yml", "cardshelf.toml", "cardshelf.json"] where tree.holds(other) {
        sink.report(.settingsMisnamed(other))
        return nil
      }
    }
    var bytes: [UInt8] = []
    do {
      if tree.holds(path) { bytes = try tree.readFile(path, limit: 1 << 20) }
    } catch {
      sink.report(error)
      return nil
    }
    return readSettings(SourceText(path: path, bytes: bytes), into: &sink)
  }
}
