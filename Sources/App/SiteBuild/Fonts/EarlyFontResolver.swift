import Fonts
import Synchronization

/// A font resolver for the first to ask. To find the fonts of the system takes a small build a tenth of its time, and
/// depends on nothing in the site, so that it can be done while the site is read.
final class EarlyFontResolver: Sendable {
  private let resolver = Mutex(FontResolver())

  /// nil if fontconfig has no configuration to read, or if they were taken.
  func take() -> sending FontResolver? { resolver.withLock { $0.take() } }
}
