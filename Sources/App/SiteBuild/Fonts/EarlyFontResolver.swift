import Synchronization
import TextLayout

/// A font resolver that is prepared early, for its first user. Looking up the fonts of the system takes a tenth of a
/// small build, and does not depend on the content, so that it can be done while the content is read.
final class EarlyFontResolver: Sendable {
  private let resolver: Mutex<FontResolver?>

  init(_ installation: Installation) { resolver = Mutex(FontResolver(installation)) }

  /// Looks up the installed faces of families, so that later requests do not query fontconfig.
  func lookUp(families: [String]) { resolver.withLock { $0?.lookUp(families: families) } }

  /// Returns the resolver; nil if fontconfig has no configuration to read, or if it was returned before.
  func take() -> sending FontResolver? { resolver.withLock { $0.take() } }
}
