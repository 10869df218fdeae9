import Diagnostics
import Images

/// Finds the images and links of pages that do not exist, once all targets are known.
struct ReferenceCheck {
  /// The targets, with what links mean that name nothing as they are written.
  private(set) var links: LinkIndex
  /// The names of all targets, made for the first link that names nothing.
  private var names: LinkNames?
  /// The names of images by folder, in order.
  private let images: [String: [String]]
  /// The files of the content that are targets of links.
  private(set) var linkedFiles: Set<String> = []
  /// The pictures of other sites that may be shown.
  private let remotes: RemotePictures
  /// The pictures of other sites in the content, in order; only if they are about to be fetched.
  private(set) var namedPictures: [NamedPicture] = []
  /// The suggestions, created for the first path that does not exist.
  private var suggestions: PathSuggestions?
  /// The remaining number of name comparisons: they take time, and a site with that many wrong paths has another
  /// problem.
  private var guessesLeft = 100

  init(links: LinkIndex, images: [String: [String]], remotes: RemotePictures) {
    self.links = links
    self.images = images
    self.remotes = remotes
  }

  /// Reports the missing images and links of a page and its cards, and replaces missing images in their texts.
  ///
  /// Cards are changed in place, because a page may have most of the site's cards.
  mutating func resolve(_ page: inout Page, into sink: inout DiagnosticSink) {
    var findings = Findings(path: page.source.path)
    resolve(&page.introduction, in: page.source, &findings)
    sink.report(contentsOf: findings.all)
    for shelf in page.shelves.indices {
      for card in page.shelves[shelf].cards.indices {
        resolve(&page.shelves[shelf].cards[card], into: &sink)
      }
    }
  }

  private mutating func resolve(_ card: inout Card, into sink: inout DiagnosticSink) {
    let links = card.links
    guard !links.isEmpty || card.writtenImage != nil || card.body.hasLinks || card.body.hasImages else { return }
    var findings = Findings(path: card.source.path)
    if let image = card.writtenImage {
      card.image = check(image: image, card.statedSize, in: card.source, &findings)
    }
    for link in links { check(link.target, at: link.range, in: card.source, &findings) }
    resolve(&card.body, in: card.source, &findings)
    sink.report(contentsOf: findings.all)
  }

  private mutating func resolve(
    _ text: inout MarkdownDocument, in source: SourceText, _ findings: inout Findings
  ) {
    text.forEachTarget { target, range, isImage in
      if isImage {
        check(imageTarget: target, at: range, in: source, &findings)
      } else {
        if target.kind == .fragment, text.hasHeadings, links.resolve(target, from: source.path) == nil {
          links.learnHeadings(of: text, in: source.path)
        }
        check(target, at: range, in: source, &findings)
      }
    }
    if text.hasImages, !remotes.isFetching { text = links.withoutMissingImages(text, from: source.path) }
  }

  // MARK: - Images

  /// The image in the front matter is a path: a file of this very name is it, and else it is read like a link.
  ///
  /// - Returns: nil if it cannot be shown.
  private mutating func check(
    image: FieldText, _ size: StatedSize?, in source: SourceText, _ findings: inout Findings
  ) -> PictureSource? {
    let path = ContentPath.resolve(image.text, from: ContentPath.folder(of: source.path)).flatMap(links.storedFile)
    let target = LinkTarget(image.text).flatMap { $0.isInContent ? $0 : nil }
    guard path != nil || target != nil else {
      guard isAddress(image.text) else {
        report(imageElsewhere: image.text, at: image.range, in: source, &findings)
        return nil
      }
      do throws(Diagnostic) {
        let remote = try remotes.source(of: image, size: size, in: source)
        if remotes.isFetching { namedPictures.append(remote.picture) }
        return remote.source
      } catch {
        findings.report(error.rule, error)
        return nil
      }
    }
    let found = path ?? target.flatMap { file(of: $0, from: source.path) }
    return check(imagePath: found, written: image.text, at: image.range, in: source, &findings)
      ? found.map { .file($0) } : nil
  }

  private mutating func check(
    imageTarget target: LinkTarget, at range: SourceRange, in source: SourceText, _ findings: inout Findings
  ) {
    guard target.isInContent else {
      guard isAddress(target.text) else {
        return report(imageElsewhere: target.text, at: range, in: source, &findings)
      }
      do throws(Diagnostic) {
        let remote = try remotes.file(of: target, at: range, in: source)
        if remotes.isFetching { namedPictures.append(remote.picture) }
        if let path = remote.path { links.add(picture: remote.picture.address, file: path) }
      } catch {
        findings.report(error.rule, error)
      }
      return
    }
    let path = file(of: target, from: source.path)
    _ = check(imagePath: path, written: target.text, at: range, in: source, &findings)
  }

  private mutating func report(
    imageElsewhere written: String, at range: SourceRange, in source: SourceText, _ findings: inout Findings
  ) {
    let guess = nearestImage(named: written, from: source.path)
    findings.report(.imageRefused, .imageElsewhere(written, at: range, in: source, guess: guess))
  }

  /// The file to which a target leads.
  private mutating func file(of target: LinkTarget, from sourcePath: String) -> String? {
    if case .file(let path)? = resolve(target, from: sourcePath) { path } else { nil }
  }

  /// - Returns: true if the file exists and is an image.
  private mutating func check(
    imagePath path: String?, written: String, at range: SourceRange, in source: SourceText, _ findings: inout Findings
  ) -> Bool {
    guard let path, links.storedFile(path) != nil else {
      let known = images[ContentPath.folder(of: source.path)] ?? []
      let candidates = written.utf8.count <= 200 && mayGuess() ? known.prefix(PathSuggestions.mostCompared) : []
      let guess =
        Diagnostics.nearest(to: written, among: Array(candidates)) ?? nearestImage(named: written, from: source.path)
      findings.report(.imageMissing, .imageMissing(written, at: range, in: source, images: known, guess: guess))
      return false
    }
    linkedFiles.insert(path)
    if ImageKind(path: path) != nil { return true }
    findings.report(.imageType, .imageType(written, at: range, in: source))
    return false
  }

  /// The nearest image of the same name in the content, as the file would refer to it. A path from the root or with
  /// backslashes probably means that image too.
  private mutating func nearestImage(named written: String, from sourcePath: String) -> String? {
    guard written.utf8.count <= 200, !written.contains(":"),
      let name = written.split(whereSeparator: { "/\\".contains($0) }).last,
      ImageKind(path: String(name)) != nil, mayGuess()
    else { return nil }
    let folder = ContentPath.folder(of: sourcePath)
    return paths().named(String(name), nearestTo: folder).map { ContentPath.relative($0, from: folder) }
  }

  // MARK: - Links

  private mutating func check(
    _ target: LinkTarget, at range: SourceRange, in source: SourceText, _ findings: inout Findings
  ) {
    switch resolve(target, from: source.path) {
    case nil: break
    case .file(let path)? where ImageKind(path: path) == nil && !DownloadTypes.isDownload(path):
      linkedFiles.insert(path)
      return findings.report(.linkType, .linkType(path, at: range, in: source))
    case .file(let path)?:
      linkedFiles.insert(path)
      return
    case .url?, .anchor?, .page?: return
    }
    findings.report(
      .linkMissing, .linkMissing(target, at: range, in: source, help: help(for: target, from: source.path)))
  }

  /// The target of a link, also of one that names it as another program does.
  private mutating func resolve(_ target: LinkTarget, from sourcePath: String) -> ResolvedLink? {
    if let resolved = links.resolve(target, from: sourcePath) { return resolved }
    guard target.isInContent else { return nil }
    let known = names ?? links.names
    names = known
    return links.learn(target, from: sourcePath, known) ? links.resolve(target, from: sourcePath) : nil
  }

  private mutating func help(for target: LinkTarget, from sourcePath: String) -> String {
    if target.kind == .fragment {
      let id = String(target.text.dropFirst())
      return (mayGuess() ? PathSuggestions(links.ids(onPageOf: sourcePath)).nearest(to: id, from: "") : nil)
        .map { "did you mean #\($0)?" } ?? "#id names a shelf or card of this page, such as planets/saturn"
    }
    guard let path = links.path(of: target, from: sourcePath) else {
      return "paths are relative to this file and stay inside Content"
    }
    switch links.absence(of: path) {
    case .keptBack(.draft)?: return "\(path) is a draft"
    case .keptBack(let reason)?: return "\(path) is not published: \(reason)"
    case .notListed: return "\(path) is omitted, because `shelves` of its page does not name its shelf"
    case .overLimit(let limit): return "\(path) is omitted, because its shelf has `limit: \(limit)`"
    case .error: return "\(path) is not on a page because of its own errors, or contains no cards"
    case nil: break
    }
    if let address = addressMeant(by: target.text) { return "write \(address)" }
    let folder = ContentPath.folder(of: sourcePath)
    return (mayGuess() ? sourceMeant(by: path) ?? paths().nearest(to: path, from: folder) : nil)
      .map { "did you mean \(ContentPath.relative($0, from: folder))?" }
      ?? "\(path) is not a file of the content; paths are relative to this file"
  }

  /// The Markdown file for a link to the page that other generators would make of that file.
  private func sourceMeant(by path: String) -> String? {
    let ending = [".html", ".htm", "/index.html"].first(where: path.hasSuffix) ?? ""
    let stem = path.dropLast(ending.count)
    return ["\(stem).md", "\(stem)/_index.md"].first(where: links.isOnPage)
  }

  private mutating func mayGuess() -> Bool {
    guessesLeft -= 1
    return guessesLeft >= 0
  }

  /// - Complexity: O(n log n) in the number of paths that can be linked to, on the first call only.
  private mutating func paths() -> PathSuggestions {
    let all = suggestions ?? PathSuggestions(links.allPaths)
    suggestions = all
    return all
  }
}

/// Returns whether a text begins like an address of the web.
private func isAddress(_ text: String) -> Bool {
  let start = text.utf8.drop { $0 <= 0x20 }.prefix(6).map { $0 | 0x20 }
  return start.starts(with: "https:".utf8) || start.starts(with: "http:".utf8)
}

/// The address that a path without a scheme was probably meant to be.
private func addressMeant(by text: String) -> String? {
  let host = text.prefix { !"/?#".contains($0) }.lowercased()
  if host.contains("@"), host.utf8.count == text.utf8.count { return "mailto:\(text)" }
  let isHost = host.hasPrefix("www.") || [".com", ".org", ".net", ".io", ".dev"].contains(where: host.hasSuffix)
  return isHost && text.utf8.count <= 200 ? "https://\(text)" : nil
}

extension Diagnostic.Rule {
  fileprivate static let imageMissing = Diagnostic.Rule("image-missing")
  fileprivate static let linkType = Diagnostic.Rule("link-type")
  fileprivate static let imageType = Diagnostic.Rule("image-type")
}
