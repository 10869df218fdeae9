import Diagnostics
import SiteValidation

/// Keeps the finished renditions of a cancelled build.
extension SitePictures {
  /// Publishes the renditions of a build that was cancelled, next to the published files, so that the next build can
  /// reuse them. Pages are unchanged.
  ///
  /// - Parameter staging: the locked folder, if files were already staged there.
  /// - Returns: the number of images; 0 if they cannot be kept, because builds did not provably write the folder.
  func keep(in place: OutputPlace, continuing staging: OutputStaging?) -> Int {
    guard isUnfinished, !replaced.isEmpty, !files.contains(where: { ReadFile($0)?.isStrange == true }) else { return 0 }
    var isBegun = false
    do throws(Diagnostic) {
      let begun = try OutputWriter(place, patience: 0).begin(files, continuing: staging)
      guard begun.staging.trust != .unproven else { return 0 }
      _ = try begun.publish(keepingOthers: true, isBegun: &isBegun)
      return replaced.count
    } catch {
      // The work is lost, as it would be without this attempt.
      return 0
    }
  }
}
