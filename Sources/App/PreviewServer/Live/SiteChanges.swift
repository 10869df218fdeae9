import Content
import Diagnostics
import SiteBuild

/// Changes of a site's sources.
public struct SiteChanges: Sendable {
  /// The stream has an element for each change, or for several in quick succession. It ends when nobody waits any more.
  public let stream: AsyncStream<Void>
  /// True if the system reports changes; otherwise the files are checked repeatedly.
  public let isTold: Bool
  private let watch: FolderWatch?

  /// - Parameters:
  ///   - root: the absolute path of the site.
  ///   - polls: true to check files even if the system could report changes, for example for folders on other machines.
  public init(root: String, polls: Bool) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.stream = stream
    let watch = polls ? nil : FolderWatch(root, names: sourceNames) { continuation.yield() }
    isTold = watch != nil
    self.watch = watch
    guard let watch else {
      let poll = Task.detached { await Self.poll(root) { continuation.yield() } }
      continuation.onTermination = { _ in poll.cancel() }
      return
    }
    // The watch lives as long as the stream.
    continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
  }

  /// The files that changed since the last call, relative to the root; nil if any may have changed.
  func takeFiles() -> Set<String>? { watch?.takeChangedFiles() }

  private static func poll(_ root: String, tell: () -> Void) async {
    var last = SiteStamps(root: root)
    while (try? await Task.sleep(for: .milliseconds(300))) != nil {
      let now = SiteStamps(root: root)
      if now != last { tell() }
      last = now
    }
  }
}

/// The names of a site's sources in its root.
private let sourceNames: Set<String> = ["cardshelf.yml", "Content", "Themes", PictureLock.folder, PictureLock.name]
