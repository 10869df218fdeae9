import Arrangements
import CardLayout
import Content
import Diagnostics
import Images
import Pages
import Review
import TextLayout
import Themes

/// A laid-out site, with everything that renders and draws its shelves for a report.
struct ReportedSite: Sendable {
  private let site: ReviewedSite
  private let fonts: DrawingFonts
  /// The names of the font files in the style sheets of the report.
  private let fontNames: [String]
  private var places: [String: (page: Int, shelf: Int)] = [:]

  /// Creates the value; nil if the site's fonts are unknown.
  init?(_ site: ReviewedSite) {
    guard let fonts = site.servedFonts else { return nil }
    self.site = site
    self.fonts = DrawingFonts(fonts) { site.imageBytes($0) }
    fontNames = fonts.files.map { hashedName(of: $0.name + ".woff2", bytes: $0.bytes) }
    for (page, content) in site.pages.enumerated() {
      for (shelf, laidOut) in content.shelves.enumerated() { places[laidOut.prepared.shelf.id] = (page, shelf) }
    }
  }

  func page(ofShelf id: String) -> Page? { places[id].map { site.pages[$0.page].page } }

  func title(of id: String) -> String? {
    places[id].flatMap { site.pages[$0.page].shelves[$0.shelf].prepared.shelf.title?.text }
  }

  /// The page width for which a step is computed.
  func pageWidth(ofStep minimumWidth: Int) -> Int {
    site.steps.first { $0.minimumWidth == minimumWidth }?.width ?? minimumWidth
  }

  private func step(at pageWidth: Int) -> Step? { site.steps.last { $0.minimumWidth <= pageWidth } ?? site.steps.first }

  /// A shelf for the picture of a report.
  func drawnSide(of id: String, at pageWidth: Int) -> LaidOutSide? {
    guard let place = places[id], let step = step(at: pageWidth) else { return nil }
    let page = site.pages[place.page]
    return LaidOutSide(
      shelf: page.shelves[place.shelf], layout: step.index, theme: site.theme.scaled(to: page.page.textSize),
      fonts: fonts)
  }

  // MARK: Rendering

  /// Some of its shelves, by id, as pages show them.
  ///
  /// - Complexity: O(text of the shelves x steps).
  func rendered(_ ids: [String]) -> [String: RenderedSide] {
    let shelves = ids.compactMap { id in places[id].map { (id: id, page: site.pages[$0.page], shelf: $0.shelf) } }
    let written = shelves.map { id, page, shelf in
      let theme = site.theme.scaled(to: page.page.textSize)
      let urls = PageURLs(page: page.page, links: site.links, assets: site.assetPaths)
      let rendered = renderShelf(page.shelves[shelf], of: page.page, theme: theme, urls: urls)
      return (rendered, renderPage(page, shelves: [rendered], theme: theme, urls: urls).page)
    }
    var styleSheets: [TextSizeCategory: [UInt8]] = [:]
    var sides: [String: RenderedSide] = [:]
    for ((id, page, shelf), (rendered, own)) in zip(shelves, written) {
      let size = page.page.textSize
      if styleSheets[size] == nil {
        styleSheets[size] = siteStyleSheet(
          theme: site.theme.scaled(to: size), fonts: fonts.fonts, fontURLs: fontNames,
          pages: zip(shelves, written).filter { $0.0.page.page.textSize == size }.map(\.1.1))
      }
      let laidOut = page.shelves[shelf]
      sides[id] = RenderedSide(markup: own.filled(rendered.markup, number: 0), styleSheet: styleSheets[size] ?? []) {
        var steps: [Step] = []
        for step in $0.compactMap(step(at:)) where step != steps.last { steps.append(step) }
        return frameStyleSheet(of: laidOut, at: steps)
      }
    }
    return sides
  }

  // MARK: Files

  /// The font files that draw characters of some markup, compressed.
  func fontFiles(drawing markup: [RenderedSide]) -> [String: [UInt8]] {
    var characters = CharacterCoverage()
    for side in markup { characters.insert(scalarsOf: String(decoding: side.markup, as: UTF8.self)) }
    characters.insert(scalarsOf: "…•0123456789.")
    var files: [String: [UInt8]] = [:]
    for face in fonts.fonts.stacks.values.flatMap(\.faces) where files[fontNames[face.fileIndex]] == nil {
      guard characters.scalars.contains(where: face.declared.contains) else { continue }
      files[fontNames[face.fileIndex]] = compressedAsWOFF2(fonts.fonts.files[face.fileIndex].bytes, quality: .quick)
    }
    return files
  }

  /// Closures that read the published images of the site, keyed by their names in the markup.
  var images: [String: @Sendable () -> (kind: ImageKind, bytes: [UInt8])?] {
    var images: [String: @Sendable () -> (kind: ImageKind, bytes: [UInt8])?] = [:]
    for (path, output) in site.assetPaths {
      guard let kind = ImageKind(path: path), let name = output.split(separator: "/").last else { continue }
      images[String(name)] = { [site] in site.image(path).map { (kind, $0) } }
    }
    return images
  }
}

extension ReviewedSite {
  fileprivate func imageBytes(_ reference: ImageReference) -> [UInt8]? { path(of: reference).flatMap { image($0) } }

  /// The path in the content.
  func path(of reference: ImageReference) -> String? {
    switch reference {
    case .file(let path): path
    case .target(let target, let source):
      links.image(target, from: source) ?? contentPath(of: target, from: source)
    }
  }
}
