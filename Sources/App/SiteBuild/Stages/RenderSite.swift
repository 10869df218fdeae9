import Arrangements
import CardLayout
import Content
import Diagnostics
import Pages
import SiteValidation
import TextLayout
import Themes

/// The files of a site before validation.
struct DraftedFiles: Sendable {
  let all: [SiteFile]
  /// The templates of the pages.
  let shells: PageShells
}

extension DraftedSite {
  /// All files of the site before validation, in the order of their paths. Names of assets contain a hash of their
  /// bytes.
  ///
  /// - Parameters:
  ///   - pictures: the published files of the cards' images; by default their originals.
  ///   - before: the earlier build with which compare pages compare this one.
  func files(
    pictures: SitePictures = SitePictures(), comparedWith before: EarlierSite? = nil, into sink: inout DiagnosticSink
  ) async -> DraftedFiles? {
    defer { context.end("assemble") }
    sink.report(contentsOf: assets.warnings(without: pictures.replaced))
    guard let fontFiles = fontFiles(into: &sink) else { return nil }
    let sheets = await siteSheets(fonts: fontFiles, pictures: pictures)
    let compare = context.options.writesCompare ? compareFiles(of: sheets, before: before) : nil
    let shared =
      assets.files(without: pictures.replaced) + pictures.files + fontFiles + sheets.map(\.file)
      + (compare?.assets ?? [])
    let shells = PageShells(
      siteTitle: sources.settings.title, navigation: linkedPages, parents: laidOut.pages.map(\.page).parents,
      sheetPaths: Dictionary(uniqueKeysWithValues: sheets.map { ($0.textSize, $0.file.path) }),
      fontPaths: fontFiles.map(\.path),
      firstScreens: FirstScreenFonts(of: linkedPages, theme: theme.theme, fonts: fonts), pictures: pictures)
    guard let pages = await pageFiles(in: shells, compare, beside: shared, into: &sink) else { return nil }
    let all = shared + pages + (context.options.writesLayout ? layoutFiles : [])
    return DraftedFiles(all: all.sorted { precedesInBytes($0.path, $1.path) }, shells: shells)
  }

  private var linkedPages: [Page] { laidOut.pages.map(\.page).navigation }

  // MARK: Shared files

  /// The font files; nil if a font could not be compressed, which is reported.
  private func fontFiles(into sink: inout DiagnosticSink) -> [SiteFile]? {
    var files: [SiteFile] = []
    for (font, bytes) in zip(fonts.files, compressedFonts) {
      guard let bytes else {
        sink.report(.subsetFailed(font.name))
        return nil
      }
      files.append(SiteFile(path: "fonts/" + hashedName(of: font.name + ".woff2", bytes: bytes), bytes: bytes))
    }
    return files
  }

  /// The style sheet of all pages of one text size.
  private struct SiteSheet: Sendable {
    let textSize: TextSizeCategory
    let name: String
    let bytes: [UInt8]
    let file: SiteFile

    init(_ bytes: [UInt8], of textSize: TextSizeCategory) {
      self.textSize = textSize
      self.bytes = bytes
      name = textSize == .large ? "site.css" : "site-\(textSize.rawValue).css"
      file = SiteFile(path: "assets/" + hashedName(of: name, bytes: bytes), bytes: bytes)
    }
  }

  private func siteSheets(fonts files: [SiteFile], pictures: SitePictures) async -> [SiteSheet] {
    let sizes = Set(laidOut.pages.map(\.page.textSize)).sorted()
    let fontURLs = files.map { "../" + $0.path }
    let titles = linkedPages.map(\.title.text)
    return await parallelMap(count: sizes.count, jobs: context.jobs) { numbers in
      numbers.map { number in
        let size = sizes[number]
        let pages = zip(laidOut.rendered, laidOut.pages).filter { $1.page.textSize == size }.map(\.0.page)
        let bytes = siteStyleSheet(
          theme: theme.theme.scaled(to: size), fonts: fonts, fontURLs: fontURLs,
          navigation: titles, pages: pages,
          imageColors: Set(pages.flatMap(\.pictures).compactMap { pictures.byUse[$0.use]?.color }))
        return SiteSheet(bytes, of: size)
      }
    }
  }

  private func compareFiles(of sheets: [SiteSheet], before: EarlierSite?) -> CompareFiles {
    var compare = CompareFiles(spool: context.spool, before: before)
    for sheet in sheets {
      compare.add(siteSheet: sheet.bytes, named: sheet.name, at: sheet.file.path, of: sheet.textSize)
    }
    compare.finishAssets(title: sources.settings.title, theme: theme.theme)
    return compare
  }

  // MARK: Pages

  /// The pages, their compare pages, and the rules of their frames; nil if they exceed the limit of the site, which is
  /// reported.
  ///
  /// - Parameter shared: the other files that count towards the limit.
  private func pageFiles(
    in shells: PageShells, _ compare: CompareFiles?, beside shared: [SiteFile], into sink: inout DiagnosticSink
  ) async -> [SiteFile]? {
    let room = OutputRoom(sources.settings.limits)
    if let first = laidOut.pages.first { room.take(shared, for: first.page) }
    let pages = await parallelMap(count: laidOut.pages.count, jobs: context.jobs) { indices in
      indices.map { index -> [SiteFile] in
        let (page, rendered) = (laidOut.pages[index].page, laidOut.rendered[index])
        if room.finding != nil { return [] }
        room.take(rendered.layout.count + rendered.frameSheet.count, for: page)
        let files = markup(ofPage: index, in: shells, compare)
        room.take(files, for: page)
        return files
      }
    }
    if let finding = room.finding {
      sink.report(finding)
      return nil
    }
    var files: [SiteFile] = []
    var sheetsSeen: Set<String> = []
    for (page, rendered) in zip(pages, laidOut.rendered) {
      files += page
      // Pages of the same name in two folders have the same frames if they have no shelves.
      if sheetsSeen.insert(rendered.frameSheetPath).inserted {
        var sheet = rendered.frameSheetFile
        sheet.shelves = page.first?.shelves
        files.append(sheet)
      }
    }
    return files
  }

  /// A page and its compare page, from an earlier build if nothing in them changed.
  private func markup(ofPage index: Int, in shells: PageShells, _ compare: CompareFiles?) -> [SiteFile] {
    let (page, rendered, revision) = (laidOut.pages[index].page, laidOut.rendered[index], laidOut.revisions[index])
    let styleSheets = shells.styleSheets(of: page, rendered)
    let chrome = ChromeKey(
      theme: theme.revision, siteTitle: shells.siteTitle, styleSheets: styleSheets, fonts: shells.fontPaths,
      navigation: shells.navigationKey, compareAssets: compare?.assets.map(\.path))
    if let kept = context.memory?.markup(ofPage: page.id), kept.revision == revision, kept.chrome == chrome {
      return kept.files
    }
    let shell = shells.shell(
      of: rendered, templates: theme.templates, styleSheets: styleSheets, preloads: shells.preloads(of: page, rendered))
    let html = PageBytes(shell: shell.pieces, shelves: rendered.shelves(with: shells.pictures, in: context.spool))
    let compared = compare?.file(
      for: page, html: html, shelves: rendered.compared, styleSheets: styleSheets,
      imageSources: rendered.page.imageSources)
    var file = SiteFile(path: page.outputPath, html.spooled(in: context.spool))
    file.shelves = page.shelves.map { ShelfOutline(id: $0.id, cards: $0.cards.map(\.id)) }
    let files = [file] + [compared].compactMap(\.self)
    context.memory?.keep(KeptMarkup(revision: revision, chrome: chrome, files: files), ofPage: page.id)
    return files
  }

  /// The file `layout.json`, and the layout of each page if one file would be too long.
  private var layoutFiles: [SiteFile] {
    let layouts = zip(laidOut.pages, laidOut.rendered).map { (page: $0.page, byteCount: $1.layout.count) }
    let inputs = LayoutInputs(
      of: laidOut.pages.map(\.page), theme: theme.theme.source, settings: sources.settings.source, fonts: fonts.inputs,
      sheets: theme.theme.sheets(with: theme.templateFiles), pictures: assets.paths)
    let index = layoutIndex(
      layouts, theme: theme.theme, inputs: inputs, content: { laidOut.rendered[$0].layout.withoutLastByte },
      part: context.spool.keep
    )
    return [SiteFile(path: "layout.json", SpooledBytes(joining: index.parts))]
      + zip(index.pagePaths ?? [], laidOut.rendered).map { SiteFile(path: $0, $1.layout) }
  }
}
