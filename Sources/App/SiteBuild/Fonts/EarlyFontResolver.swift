import Synchronization
import TextLayout

/// A font resolver for the first to ask. To find the fonts of the system takes a small build a tenth of its time, and
/// depends on nothing in the content, so that it can be done while that is read.
final class EarlyFontResolver: Sendable {
  private let resolver = Mutex(FontResolver())

  /// Looks up the installed faces of families: later, fontconfig is not asked for them.
  func lookUp(families: [String]) { resolver.withLock { $0?.lookUp(families: families) } }

  /// nil if fontconfig has no configuration to read, or if they were taken.
  func take() -> sending FontResolver? { resolver.withLock { $0.take() } }
}
