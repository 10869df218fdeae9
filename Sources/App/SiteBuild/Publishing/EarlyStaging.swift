import Pages
import SiteValidation
import Synchronization

/// Stages files of a large site's pages while other pages are laid out, so that the disk writes meanwhile.
///
/// These are the files whose bytes depend only on their page; a small site has none.
final class EarlyStaging: Sendable {
  private enum StagingState {
    /// The site may still be a small one.
    case undecided([OutputFile], layoutByteCount: Int)
    /// The site is large. There is no folder if another run has locked it, or nothing can be written to it: then
    /// everything is staged later.
    case large(OutputStaging?)
  }

  private let place: OutputPlace
  private let mostBytes: Int
  private let state = Mutex(StagingState.undecided([], layoutByteCount: 0))

  /// - Parameter mostBytes: the limit of bytes for layouts, above which a site is large.
  init(in place: OutputPlace, mostBytes: Int = mostBytesOfOneLayoutFile) {
    self.place = place
    self.mostBytes = mostBytes
  }

  /// The locked folder, if something was staged.
  var staging: OutputStaging? {
    state.withLock { state in
      guard case .large(let staging) = state else { return nil }
      return staging
    }
  }

  /// Adds the files of a page, as they will be published if the site is large. Safe to call from several threads at once.
  func add(layout: SiteFile, frameSheet: SiteFile) {
    let files = [frameSheet, layout].compactMap(OutputFile.init)
    let (staging, staged) = state.withLock { state -> (OutputStaging?, [OutputFile]) in
      switch state {
      case .large(let staging): return (staging, files)
      case .undecided(let earlier, let layoutByteCount):
        let byteCount = layoutByteCount + layout.byteCount
        guard byteCount > mostBytes else {
          state = .undecided(earlier + files, layoutByteCount: byteCount)
          return (nil, [])
        }
        // Waiting for another run is left until there is nothing else to do.
        let staging = try? OutputStaging(place, patience: 0)
        state = .large(staging)
        return (staging, earlier + files)
      }
    }
    for file in staged { staging?.prepare(file) }
  }

  /// Removes what was staged and not published.
  func abandon() { staging?.abandon() }
}
