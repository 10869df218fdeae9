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
  /// All files of the site before validation, in the order of their paths. Names of assets carry a hash of their bytes.
  ///
  /// - Parameter pictures: the published files of the cards' images; by default their originals.
  func files(
    pictures: SitePictures = SitePictures(), into sink: inout DiagnosticSink
  ) async -> DraftedFiles? {
    let (options, spool) = (context.options, context.spool)
    defer { context.end("assemble") }
    var files = assets.files(without: pictures.replaced)
    sink.report(contentsOf: assets.warnings(without: pictures.replaced))
    files += pictures.files
    var fontPaths: [String] = []
    for (font, bytes) in zip(fonts.files, compressedFonts) {
      guard let bytes else {
        sink.report(.subsetFailed(font.name))
        return nil
      }
      fontPaths.append("fonts/" + hashedName(of: font.name + ".woff2", bytes: bytes))
      files.append(SiteFile(path: fontPaths[fontPaths.count - 1], bytes: bytes))
    }
    let rendered = laidOut.rendered
    let linked = laidOut.pages.map(\.page).navigation
    var siteSheetPaths: [TextSizeCategory: String] = [:]
    var compare = options.writesCompare ? CompareFiles(spool: spool) : nil
    let sizes = Set(laidOut.pages.map(\.page.textSize)).sorted()
    let fontURLs = fontPaths.map { "../" + $0 }
    let sheets = await parallelMap(count: sizes.count, jobs: context.jobs) { numbers in
      numbers.map { number in
        let ofSize = zip(rendered, laidOut.pages).filter { $1.page.textSize == sizes[number] }.map(\.0.page)
        return siteStyleSheet(
          theme: theme.theme.scaled(to: sizes[number]), paint: theme.paint, fonts: fonts, fontURLs: fontURLs,
          navigation: linked.map(\.title.text), pages: ofSize,
          imageColors: Set(ofSize.flatMap(\.pictures).compactMap { pictures.byUse[$0.use]?.color }))
      }
    }
    for (size, sheet) in zip(sizes, sheets) {
      let name = size == .large ? "site.css" : "site-\(size.rawValue).css"
      let path = "assets/" + hashedName(of: name, bytes: sheet)
      siteSheetPaths[size] = path
      files.append(SiteFile(path: path, bytes: sheet))
      compare?.add(siteSheet: sheet, named: name, at: path, of: size)
    }
    compare?.finishAssets(title: sources.settings.title, theme: theme.theme)
    files += compare?.assets ?? []
    let titles = linked.map { (title: $0.title.text, id: $0.id) }
    let (navigation, navigationKey) = (SiteNavigation(titles), titles.map { [$0.title, $0.id] })
    let shells = PageShells(
      siteTitle: sources.settings.title, navigation: navigation, sheetPaths: siteSheetPaths, fontPaths: fontPaths,
      firstScreens: FirstScreenFonts(of: linked, theme: theme.theme, fonts: fonts), pictures: pictures)
    let comparing = compare
    let room = OutputRoom(sources.settings.limits)
    if let first = laidOut.pages.first { room.take(files, for: first.page) }
    let pages = await parallelMap(count: laidOut.pages.count, jobs: context.jobs) { indices in
      indices.map { index -> [SiteFile] in
        let page = laidOut.pages[index].page
        if room.finding != nil { return [] }
        room.take(rendered[index].layout.count + rendered[index].frameSheet.count, for: page)
        let styleSheets = shells.styleSheets(of: page, rendered[index])
        let chrome = ChromeKey(
          theme: theme.revision, siteTitle: sources.settings.title, styleSheets: styleSheets, fonts: shells.fontPaths,
          navigation: navigationKey, compareAssets: comparing?.assets.map(\.path))
        if let kept = context.memory?.markup(ofPage: page.id), kept.revision == laidOut.revisions[index],
          kept.chrome == chrome
        {
          room.take(kept.files, for: page)
          return kept.files
        }
        let preloads = shells.preloads(of: page, rendered[index])
        let shelves = rendered[index].shelves(with: pictures, in: spool)
        let shell = shells.shell(
          of: rendered[index], templates: theme.templates, styleSheets: styleSheets, preloads: preloads)
        let html = PageBytes(shell: shell.pieces, shelves: shelves)
        let compared = comparing?.file(
          for: page, html: html, shelves: rendered[index].compared, styleSheets: styleSheets)
        var file = SiteFile(path: page.outputPath, html.spooled(in: spool))
        file.shelves = page.shelves.map { ShelfOutline(id: $0.id, cards: $0.cards.map(\.id)) }
        let files = [file] + (compared.map { [$0] } ?? [])
        room.take(files, for: page)
        context.memory?.keep(
          KeptMarkup(revision: laidOut.revisions[index], chrome: chrome, files: files), ofPage: page.id)
        return files
      }
    }
    if let finding = room.finding {
      sink.report(finding)
      return nil
    }
    var sheetsSeen: Set<String> = []
    for (index, page) in pages.enumerated() {
      files += page
      // Pages of the same name in two folders have the same frames if they have no shelves.
      if sheetsSeen.insert(rendered[index].frameSheetPath).inserted {
        var sheet = rendered[index].frameSheetFile
        sheet.shelves = page.first?.shelves
        files.append(sheet)
      }
    }
    if options.writesLayout { files += layoutFiles }
    return DraftedFiles(all: files.sorted { precedesInBytes($0.path, $1.path) }, shells: shells)
  }

  /// `layout.json`, and the layout of each page where one file would be too long.
  private var layoutFiles: [SiteFile] {
    let layouts = zip(laidOut.pages, laidOut.rendered).map { (page: $0.page, byteCount: $1.layout.count) }
    let inputs = LayoutInputs(
      of: laidOut.pages.map(\.page), theme: theme.theme.source, settings: sources.settings.source, fonts: fonts.inputs)
    let index = layoutIndex(
      layouts, theme: theme.theme, inputs: inputs, content: { laidOut.rendered[$0].layout.withoutLastByte },
      part: context.spool.keep
    )
    return [SiteFile(path: "layout.json", SpooledBytes(joining: index.parts))]
      + zip(index.pagePaths ?? [], laidOut.rendered).map { SiteFile(path: $0, $1.layout) }
  }
}
