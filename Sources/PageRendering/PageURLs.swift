import MarkdownTree
public import SiteContent

/// Where everything is, as seen from one page: all URLs are relative, so that a site works at a domain's root, below a
/// path, and opened from a disk.
public struct PageURLs: Sendable {
  private let page: Page
  private let links: LinkIndex
  /// Output paths of the content's files by their path in the content: `Content/a/b.svg` to `images/b-1f2e.svg`.
  private let assets: [String: String]

  public init(page: Page, links: LinkIndex, assets: [String: String]) {
    self.page = page
    self.links = links
    self.assets = assets
  }

  /// From the page's folder to the output folder.
  private var up: String { String(repeating: "../", count: page.id.isEmpty ? 0 : page.id.split(separator: "/").count) }

  func output(_ path: String) -> String { percentEncoded(up + path) }

  func asset(_ contentPath: String) -> String? { assets[contentPath].map(output) }

  func targets(from sourcePath: String) -> TargetResolution {
    TargetResolution(
      link: { target in url(of: target, from: sourcePath) },
      image: { target in
        guard case .file(let path)? = links.resolve(target, from: sourcePath) else { return nil }
        return asset(path)
      })
  }

  private func url(of target: LinkTarget, from sourcePath: String) -> String? {
    switch links.resolve(target, from: sourcePath) {
    case .url(let url): url
    case .anchor(let pageID, let id): (pageID == page.id ? "" : address(ofPage: pageID)) + "#" + percentEncoded(id)
    case .page(let id): id == page.id ? "#" : address(ofPage: id)
    case .file(let path): asset(path)
    case nil: nil
    }
  }

  /// The file itself, not its folder: from a disk nothing else opens.
  func address(ofPage id: String) -> String { output(id.isEmpty ? "index.html" : id + "/index.html") }
}

/// UTF-8 bytes that may not stand in a path as `%XX`.
private func percentEncoded(_ path: String) -> String {
  var result = ""
  for byte in path.utf8 {
    let isPlain =
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-._~/!$&'()*+,;=:@".utf8.contains(byte)
    if isPlain {
      result.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      let digits = String(byte, radix: 16, uppercase: true)
      result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
  }
  return result
}
