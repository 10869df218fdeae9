import PageRendering
import SiteValidation

/// What is published of the images that cards show.
struct SitePictures: Sendable {
  /// Those of which renditions were made.
  var byUse: [PictureUse: Picture] = [:]
  /// The renditions, and the record of them.
  var files: [SiteFile] = []
  /// The images that renditions stand for, by path in the content.
  var replaced: Set<String> = []
}
