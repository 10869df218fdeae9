import Content
import Diagnostics
import SiteValidation
import Synchronization

/// The remaining number of bytes that the files of a site may have together. They are counted while pages are made, so
/// that a site with too many does not fill the disk.
final class OutputRoom: Sendable {
  private let limits: SiteLimits
  private let state = Mutex((byteCount: 0, reachedIn: String?.none))

  init(_ limits: SiteLimits) { self.limits = limits }

  /// - Parameter page: the page that needs them.
  func take(_ byteCount: Int, for page: Page) {
    state.withLock { state in
      state.byteCount += byteCount
      if state.byteCount > limits.megabytes * 1_000_000, state.reachedIn == nil { state.reachedIn = page.source.path }
    }
  }

  func take(_ files: [SiteFile], for page: Page) { take(files.reduce(0) { $0 + $1.byteCount }, for: page) }

  /// The finding for the first page without room; nil if there is room for all so far.
  var finding: Diagnostic? {
    state.withLock(\.reachedIn).map {
      .siteTooLarge(
        "more than \(limits.megabytes) MB of output", limit: limits.megabytes, key: "megabytes", reachedIn: $0)
    }
  }
}
