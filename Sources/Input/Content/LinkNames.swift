import Diagnostics
import Images

/// Finds what a link means that does not name a file as Cardshelf does: an address of the site for which a text was
/// written, or a name without a path.
///
/// In this order (a relative path with the ending of a file names only that file): the file with another ending or as an index (`/about/`, `soup.html`, `docs/intro`); a file whose front
/// matter has the address (`permalink`); the file of this name, wherever it is (`[[Note]]`, `/2021/03/soup/`). Of
/// several, the one with the most folders in common with the link, and then the nearest one.
struct LinkNames {
  private let paths: Set<String>
  private let byName: [String: [String]]
  private let addresses: [String: String]

  /// - Parameter addresses: files by addresses that their front matter has, see ``plainAddress(_:)``.
  /// - Complexity: O(n log n)
  init(_ paths: [String], addresses: [String: String]) {
    self.paths = Set(paths)
    self.addresses = addresses
    var byName: [String: [String]] = [:]
    for path in paths.sorted(by: precedesInBytes) {
      for name in Self.names(of: path) { byName[name, default: []].append(path) }
    }
    self.byName = byName
  }

  /// The names under which a file is found: that of the file, without the ending of Markdown, and what addresses have
  /// instead.
  private static func names(of path: String) -> Set<String> {
    let name = ContentPath.name(of: path)
    guard isMarkdown(path) else { return [name.lowercased()] }
    let isIndex = ["_index", "index"].contains(ContentPath.name(of: path).split(separator: ".").first?.lowercased())
    let stem =
      isIndex
      ? ContentPath.name(of: ContentPath.folder(of: path))
      : String(name.dropLast(fileEnding(of: name).map { $0.utf8.count + 1 } ?? 0))
    let undated = DatedName(stem)?.rest ?? stem
    return Set([stem, undated].flatMap { [$0.lowercased(), slug(of: $0)] })
  }

  func path(meantBy target: LinkTarget, from sourcePath: String) -> String? {
    let written = String(decoding: target.text.utf8.prefix { !"?#".utf8.contains($0) }, as: UTF8.self)
    var text = String(decoding: percentDecoded(written.utf8[...]) ?? Array(written.utf8), as: UTF8.self)
    if text.hasPrefix("@/") { text.removeFirst() }
    if text.hasPrefix("{"), let path = TemplateLink.path(in: text) { text = path }
    if text.isEmpty { return nil }
    let isRooted = target.kind == .rooted
    // A page at `a/b/` was read one folder deeper than its file `a/b.md` is.
    let folders = isRooted ? [ContentPath.root] : [ContentPath.folder(of: sourcePath), stem(of: sourcePath)]
    for base in folders.compactMap({ ContentPath.resolve(text, from: $0) }) {
      if let path = file(at: base) { return path }
    }
    if let path = addresses[Self.plainAddress(text)] { return path }
    // A path to a file says where it is; anything else is an address or a name.
    if !isRooted, let ending = fileEnding(of: text), !["html", "htm"].contains(ending) { return nil }
    return named(text, from: sourcePath)
  }

  private func stem(of path: String) -> String {
    fileEnding(of: path).map { String(path.dropLast($0.utf8.count + 1)) } ?? path
  }

  /// The file that other programs publish at a path.
  private func file(at path: String) -> String? {
    var stem = path
    for ending in ["/index.html", "/index.htm", "/index.md", ".html", ".htm", ".md"] where stem.hasSuffix(ending) {
      stem.removeLast(ending.count)
      break
    }
    let names = ["", ".md", ".markdown", ".mdown", ".mkd", "/index.md", "/_index.md"]
    return names.lazy.map { stem + $0 }.first(where: paths.contains)
  }

  private func named(_ text: String, from sourcePath: String) -> String? {
    let parts = ContentPath.parts(of: text.lowercased()).filter { $0 != "." && $0 != ".." }
    guard var name = parts.last else { return nil }
    var around = parts.dropLast()
    for ending in [".html", ".htm", ".md", ".markdown"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
      break
    }
    if ["index", "_index"].contains(name), let folder = around.popLast() { name = folder }
    guard let named = byName[name] ?? byName[slug(of: name)] else { return nil }
    let candidates = named.filter { $0 != sourcePath }
    if candidates.isEmpty { return nil }
    if candidates.count == 1 { return candidates[0] }
    let folder = ContentPath.folder(of: sourcePath)
    return candidates.prefix(PathSuggestions.mostCompared).map { path in
      let folders = ContentPath.parts(of: ContentPath.folder(of: path).lowercased())
      let common = zip(folders.reversed(), around.reversed()).prefix { $0 == $1 || slug(of: $0) == $1 }.count
      let steps = ContentPath.parts(of: ContentPath.relative(path, from: folder)).count
      return (path: path, common: common, steps: steps)
    }
    .min { ($1.common, $0.steps) < ($0.common, $1.steps) }?.path
  }

  /// An address of a site as it is compared: `/docs/install/index.html` and `docs/install` are one.
  static func plainAddress(_ text: String) -> String {
    var parts = ContentPath.parts(of: text.lowercased())
    if let last = parts.last, ["index.html", "index.htm", "index.php"].contains(last) { parts.removeLast() }
    if let last = parts.last, last.hasSuffix(".html") { parts[parts.count - 1].removeLast(5) }
    return parts.joined(separator: "/")
  }
}
