public import Content
import Diagnostics

/// The URLs of everything, as seen from one page. All of them are relative, so that a site works at a domain's root, in
/// a subfolder, and from a disk.
public struct PageURLs: Sendable {
  /// A class, because the closure for the targets of each card keeps it.
  private final class SharedURLs: Sendable {
    let pageID: String
    let links: LinkIndex
    let assets: [String: String]
    /// The relative path from the page's folder to the output folder.
    let up: String

    init(pageID: String, links: LinkIndex, assets: [String: String]) {
      self.pageID = pageID
      self.links = links
      self.assets = assets
      up = String(repeating: "../", count: pageID.isEmpty ? 0 : pageID.split(separator: "/").count)
    }
  }

  private let shared: SharedURLs

  /// - Parameter assets: the output paths of the content's files, keyed by their path in the content: `Content/a/b.svg`
  ///   to `images/b-1f2e.svg`.
  public init(page: Page, links: LinkIndex, assets: [String: String]) {
    shared = SharedURLs(pageID: page.id, links: links, assets: assets)
  }

  func output(_ path: String) -> String { encoded(shared.up + path) }

  func asset(_ contentPath: String) -> String? { shared.assets[contentPath].map(output) }

  /// The address of a picture; nil for a file that is not published.
  func picture(_ source: PictureSource) -> String? {
    switch source {
    case .file(let path): asset(path)
    case .remote(let picture): picture.address.text
    }
  }

  func targets(from sourcePath: String) -> TargetResolution {
    TargetResolution(
      link: { target in url(of: target, from: sourcePath) },
      image: { target in shared.links.image(target, from: sourcePath).flatMap(asset) })
  }

  private func url(of target: LinkTarget, from sourcePath: String) -> String? {
    switch shared.links.resolve(target, from: sourcePath) {
    case .url(let url): url
    case .anchor(let pageID, let id):
      (pageID == shared.pageID ? "" : address(ofPage: pageID)) + "#" + encoded(id)
    case .page(let id): id == shared.pageID ? "#" : address(ofPage: id)
    case .file(let path): asset(path)
    case nil: nil
    }
  }

  /// The address of the file itself, not its folder: from a disk, only files open.
  func address(ofPage id: String) -> String { output(id.isEmpty ? "index.html" : id + "/index.html") }
}

/// The path with bytes of UTF-8 that are not allowed as `%XX`. A colon is one of them: before the first slash it would
/// end a scheme, and a folder can be named `javascript:x`.
private func encoded(_ path: String) -> String { percentEncoded(path: path, keeping: "!$&'()*+,;=@") }
