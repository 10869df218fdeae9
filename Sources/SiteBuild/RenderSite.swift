import Arrangements
import CardLayout
import Diagnostics
import Fonts
import PageRendering
import SiteContent
import SiteValidation
import Themes

/// All files of the site, in the order of their paths. Names of assets carry a hash of their bytes.
func renderSite(
  _ site: LaidOutSite, sources: SiteSources, theme: ThemeSources, fonts: ServedFonts, assets: SiteAssets,
  options: BuildOptions, into sink: inout DiagnosticSink
) async -> [SiteFile]? {
  var files = assets.files.map { SiteFile(path: $0.path, bytes: $0.bytes) }
  let compressed = await parallelMap(count: fonts.files.count, jobs: options.jobs) { indices in
    indices.map { compressedAsWOFF2(fonts.files[$0].bytes, quality: options.fontQuality) }
  }
  var fontPaths: [String] = []
  for (font, bytes) in zip(fonts.files, compressed) {
    guard let bytes else {
      sink.report(.subsetFailed(font.name))
      return nil
    }
    fontPaths.append("fonts/" + hashedName(of: font.name + ".woff2", bytes: bytes))
    files.append(SiteFile(path: fontPaths[fontPaths.count - 1], bytes: bytes))
  }
  let links = sources.library.links
  let rendered = await parallelMap(count: site.pages.count, jobs: options.jobs) { indices in
    indices.map { index in
      let page = site.pages[index].page
      let urls = PageURLs(page: page, links: links, assets: assets.paths)
      return renderPage(site.pages[index], theme: theme.theme.scaled(to: page.textSize), urls: urls)
    }
  }
  var siteSheetPaths: [TextSizeCategory: String] = [:]
  for size in Set(site.pages.map(\.page.textSize)).sorted() {
    let sheet = siteStyleSheet(
      theme: theme.theme.scaled(to: size), paint: theme.paint, fonts: fonts, fontURLs: fontPaths.map { "../" + $0 },
      pages: zip(rendered, site.pages).filter { $1.page.textSize == size }.map(\.0))
    let name = size == .large ? "site.css" : "site-\(size.rawValue).css"
    let path = "assets/" + hashedName(of: name, bytes: sheet)
    siteSheetPaths[size] = path
    files.append(SiteFile(path: path, bytes: sheet))
  }
  let navigation = site.pages.map { (title: $0.page.title.text, id: $0.page.id) }
  let preloads = firstScreenFonts(of: theme.theme, fonts: fonts).map { fontPaths[$0] }
  for (page, content) in zip(rendered, site.pages) {
    let name = content.page.id.isEmpty ? "home" : content.page.id
    let framePath = "assets/" + hashedName(of: "frames-\(name).css", bytes: page.frameSheet)
    if !files.contains(where: { $0.path == framePath }) {
      files.append(SiteFile(path: framePath, bytes: page.frameSheet))
    }
    let html = page.html(
      templates: theme.templates, siteTitle: sources.settings.title,
      styleSheets: [siteSheetPaths[content.page.textSize], framePath].compactMap(\.self),
      preloads: preloads, navigation: navigation)
    guard let html else {
      sink.report(.templateFailed(content.page.outputPath))
      return nil
    }
    files.append(SiteFile(path: content.page.outputPath, bytes: html))
  }
  let layouts = await parallelMap(count: site.pages.count, jobs: options.jobs) { indices in
    indices.map { (page: site.pages[$0].page, json: layoutJSON(of: site.pages[$0], theme: theme.theme)) }
  }
  files += layoutFiles(layouts, theme: theme.theme).map { SiteFile(path: $0.path, bytes: $0.bytes) }
  return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
}

/// The font files that nearly every first screen needs: the first face of titles and of bodies.
private func firstScreenFonts(of theme: Theme, fonts: ServedFonts) -> [Int] {
  var indices: [Int] = []
  for style in [theme.textStyles.title, theme.textStyles.body] {
    let request = FontRequest(stack: style.font, weight: style.weight, isItalic: style.isItalic)
    let face = fonts.stacks[request]?.faces.first { !$0.isForSpaces }
    if let face, !indices.contains(face.fileIndex) { indices.append(face.fileIndex) }
  }
  return indices
}
