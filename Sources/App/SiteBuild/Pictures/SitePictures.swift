import Pages
import SiteValidation

/// The published files of the images that cards show.
struct SitePictures: Sendable {
  /// The images with renditions.
  var byUse: [PictureUse: Picture] = [:]
  /// The renditions, and the record of them.
  var files: [SiteFile] = []
  /// The images that renditions replace, by path in the content.
  var replaced: Set<String> = []
  /// True if the task was cancelled before all images were made.
  var isUnfinished = false
}
