import Images

/// The types of files other than images to which pages link: documents, audio, video and archives, which browsers show
/// or store.
///
/// The list names what is allowed: a page or a script among the files would run in the name of the site.
package enum DownloadTypes {
  static let extensions = [
    "pdf", "txt", "csv", "tsv", "zip", "json", "epub", "ics", "vcf", "mp3", "ogg", "opus", "wav", "flac", "mp4", "webm",
    "docx", "xlsx", "pptx", "odt", "ods", "odp", "gz", "xz", "bz2", "7z", "tar", "deb", "rpm", "apk", "dmg", "exe",
    "ttf", "otf", "woff", "woff2", "geojson", "gpx", "stl",
  ]

  /// The types that people put next to their texts for readers: documents, audio and video.
  package static func isForReaders(_ path: String) -> Bool {
    fileEnding(of: path).map(endingsForReaders.contains) ?? false
  }

  private static let endingsForReaders: Set = [
    "pdf", "epub", "ics", "vcf", "mp3", "ogg", "opus", "wav", "flac", "mp4", "webm", "docx", "xlsx", "pptx", "odt",
    "ods",
    "odp", "zip", "gpx", "stl",
  ]

  static func isDownload(_ path: String) -> Bool { fileEnding(of: path).map(extensions.contains) ?? false }
}
