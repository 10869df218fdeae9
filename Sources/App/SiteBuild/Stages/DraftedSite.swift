import CardLayout
import Content
import Diagnostics
import Images
import Pages
import Review
import ShelfArrangements
import SiteValidation
import TextLayout
import Themes

/// A laid-out site, with everything that rendering needs.
struct DraftedSite: Sendable {
  let sources: SiteSources
  let theme: ThemeSources
  let assets: SiteAssets
  let fonts: ServedFonts
  let cardCount: Int
  let laidOut: LaidOutSite
  /// The files of the fonts; empty if nothing is to be rendered.
  let compressedFonts: [[UInt8]?]
  let context: BuildContext

  /// Reads and lays out. If there are errors, the draft may contain the parts that could be read.
  ///
  /// - Parameter use: the purpose of the draft.
  static func draft(
    _ context: BuildContext, for use: DraftUse, into sink: inout DiagnosticSink
  ) async -> DraftedSite? {
    guard let read = await ReadSite.read(context, into: &sink) else { return nil }
    return await draft(read, context, for: use, into: &sink)
  }

  /// Lays out a site that was already read.
  static func draft(
    _ site: ReadSite, _ context: BuildContext, for use: DraftUse, into sink: inout DiagnosticSink
  ) async -> DraftedSite? {
    let (library, theme, memory) = (site.sources.library, site.theme, context.memory)
    context.begin(.fonts)
    let fonts = await makeFonts(of: site, for: use, context, into: &sink)
    guard let fonts else { return nil }
    context.end("fonts")
    // With errors, nothing is written. The output is rendered anyway if it is kept for the next build, which may be
    // able to use it.
    let isInVain = sink.hasErrors || context.options.isStrict && !sink.diagnostics.isEmpty
    let renders = use.renders && (memory != nil || !isInVain)
    let compression = renders && fonts.compressed == nil ? FontCompression(of: fonts.fonts, context) : nil
    let renderer =
      renders
      ? PageRenderer(
        theme: theme.theme, links: library.links, assets: site.assets.paths, spool: context.spool,
        room: OutputRoom(library.settings.limits)) : nil
    let recall = memory.map { memory in
      LayoutRecall(
        memory: memory, theme: theme.revision,
        // Reviews draw the glyphs of layouts that are kept.
        fonts: use.reviews ? fonts.revision : fonts.faceRevision,
        pictures: memory.revision(ofPictures: site.assets.imageSizesInTexts),
        links: renders ? memory.revision(of: library.links, assets: site.assets.paths) : nil)
    }
    context.begin(.layout, total: site.composed.cardCount)
    let laidOut = await LaidOutSite.layOut(
      site.composed, theme: theme.theme, fonts: fonts.fonts, context, keepsLayouts: use.reviews, renderer: renderer,
      recall: recall, compression: compression, into: &sink)
    context.end("lay out and render")
    guard let laidOut else { return nil }
    var kept = fonts
    if let compression {
      kept.compressed = compression.compressed
      if let memory {
        compression.keep(in: memory)
        memory.keep(fonts: kept)
      }
    }
    return DraftedSite(
      sources: site.sources, theme: theme, assets: site.assets, fonts: fonts.fonts,
      cardCount: site.composed.cardCount, laidOut: laidOut, compressedFonts: renders ? kept.compressed ?? [] : [],
      context: context)
  }

  private static func makeFonts(
    of site: ReadSite, for use: DraftUse, _ context: BuildContext, into sink: inout DiagnosticSink
  ) async -> KeptFonts? {
    if let memory = context.memory {
      return await SiteBuild.makeFonts(
        usage: site.composed.usage, of: { site.texts }, theme: site.theme.theme, context, memory: memory,
        keepsCharacters: use.reviews, into: &sink)
    }
    var own = DiagnosticSink()
    let fonts = await SiteBuild.makeFonts(
      usage: site.composed.usage, of: { site.texts }, theme: site.theme.theme, installed: site.installed, context,
      into: &own)
    sink.report(contentsOf: own.diagnostics)
    return fonts.map { KeptFonts(key: nil, fonts: $0, diagnostics: [], revision: 0, faceRevision: 0) }
  }

  /// The purpose of a draft.
  enum DraftUse {
    case review
    case proof
    case reviewAndProof

    /// True if the layouts themselves are used.
    var reviews: Bool { self != .proof }
    var renders: Bool { self != .review }
  }

  /// The treatment of the images of cards.
  enum ImageTreatment {
    /// The originals are published.
    case none
    /// The originals are published, and decoded to find damage.
    case trial
    case renditions
  }

  /// The published files of the images that cards show; nil if an image is at fault, which was reported.
  func pictures(
    _ treatment: ImageTreatment, into sink: inout DiagnosticSink
  ) async -> SitePictures? {
    defer { context.end("pictures") }
    guard let maker = context.options.pictureMaker, treatment != .none, sources.settings.images == .responsive else {
      return SitePictures()
    }
    let workshop = PictureWorkshop(maker: maker, isTrial: treatment == .trial, context: context)
    let uses =
      treatment == .trial
      ? assets.cardImages.map { PictureUse(.file($0), focus: .center, slots: []) }
      : laidOut.rendered.flatMap { $0.page.pictures.map(\.use) }
    if let finding = assets.reachedLimit(by: uses, settings: sources.settings) {
      sink.report(finding)
      return nil
    }
    return await workshop.make(
      uses, of: assets.cardImages, settings: sources.settings, into: &sink
    ) { (path) throws(Diagnostic) in try assets.read(path) }
  }

  /// Decodes the images if nothing is written for other reasons, so that a run reports all findings at once.
  func tryImages(into sink: inout DiagnosticSink) async {
    _ = await pictures(.trial, into: &sink)
  }

  /// Renders and validates all files.
  func proved(images: ImageTreatment, into sink: inout DiagnosticSink) async -> ValidatedSite? {
    guard let pictures = await pictures(images, into: &sink), !pictures.isUnfinished,
      let files = await files(pictures: pictures, into: &sink)
    else { return nil }
    return await validate(files, into: &sink)
  }

  /// - Parameter use: receives each file when it was read, on any of the threads.
  func validate(
    _ files: DraftedFiles, into sink: inout DiagnosticSink,
    use: @Sendable @escaping (SiteFile) -> Void = { _ in }
  ) async -> ValidatedSite? {
    var own = DiagnosticSink()
    context.begin(.checking, total: laidOut.pages.count)
    let valid = await SiteBuild.validate(
      files.all, words: words, jobs: context.jobs, progress: context.options.progress, into: &own, use: use)
    context.end("validate")
    if let failure = context.spool.failure {
      // Data that could not be read back was replaced with empty data, which is not a fault of the page.
      sink.report(.scratchUnreadable(context.options.scratchFolder, failure))
      return nil
    }
    if !own.diagnostics.isEmpty {
      var places = TemplatePlaces(
        of: laidOut, files: files.all, shells: files.shells, theme: theme, spool: context.spool)
      sink.report(contentsOf: withoutEchoes(own.diagnostics).map { places.placed($0) })
    }
    return valid
  }

  /// The names that the site brings into the markup of its pages.
  var words: PageWords {
    let slots = theme.theme.slots
    return PageWords(
      arrangements: context.options.arrangements.map(\.name),
      texts: slots.texts.filter { $0 != .title }.map(slots.className),
      imageHosts: Set(sources.settings.imageHosts.map(\.text)))
  }

  var reviewed: ReviewedSite {
    var site = ReviewedSite(
      pages: laidOut.pages, theme: theme.theme, settings: sources.settings.source, fonts: fonts.inputs)
    site.levels = sources.settings.rules
    site.servedFonts = fonts
    site.templates = theme.templateFiles
    let sizes = assets.imageSizes.filter { ImageKind(path: $0.key) != .svg }
    site.imageSize = { path in sizes[path].map { ($0.width, $0.height) } }
    site.image = assets.imageByPath
    site.links = sources.library.links
    site.assetPaths = assets.paths
    site.imageSizes = assets.imageSizes
    return site
  }
}

/// Validates all files of a site with several tasks.
///
/// - Parameter use: receives each file when it was read, on any of the threads.
func validate(
  _ files: [SiteFile], words: PageWords, jobs: Int,
  progress: BuildProgress? = nil, into sink: inout DiagnosticSink,
  use: @Sendable @escaping (SiteFile) -> Void = { _ in }
) async -> ValidatedSite? {
  prepareValidation()
  let read = await parallelMap(count: files.count, jobs: jobs) { indices in
    indices.map { index in
      let file = files[index]
      if !file.isPage { use(file) }
      return ReadFile(file)
    }
  }
  let inspection = SiteInspection(files, read: read.compactMap(\.self), imageHosts: words.imageHosts)
  let inspected = await parallelMap(count: inspection.pages.count, jobs: jobs) { indices in
    var grammar = PageGrammar(words)
    var inspected: [InspectedPage] = []
    for index in indices {
      inspected.append(inspection.inspect(inspection.pages[index], with: &grammar))
      use(inspection.pages[index])
      progress?.advance()
    }
    return inspected
  }
  return inspection.conclude(inspected, into: &sink)
}
