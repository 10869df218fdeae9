import Diagnostics
import SiteBuild

/// What is waited for: changes of a site's sources.
public struct SiteChanges: Sendable {
  /// An element for each change, or for several that follow each other at once. Ends when nobody waits any more.
  public let stream: AsyncStream<Void>
  /// Whether the system tells of changes; otherwise the files are looked at over and over.
  public let isTold: Bool

  /// - Parameters:
  ///   - root: absolute.
  ///   - polls: even where the system could tell, such as for folders on other machines.
  public init(root: String, polls: Bool) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.stream = stream
    let watch = polls ? nil : FolderWatch(root, names: sourceNames) { continuation.yield() }
    isTold = watch != nil
    guard let watch else {
      let poll = Task.detached { await Self.poll(root) { continuation.yield() } }
      continuation.onTermination = { _ in poll.cancel() }
      return
    }
    // The watch lives as long as the stream.
    continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
  }

  private static func poll(_ root: String, tell: () -> Void) async {
    var last = SiteStamps(root: root)
    while (try? await Task.sleep(for: .milliseconds(300))) != nil {
      let now = SiteStamps(root: root)
      if now != last { tell() }
      last = now
    }
  }
}

/// What a site is made from, in its root.
private let sourceNames: Set<String> = ["cardshelf.yml", "Content", "Themes"]
