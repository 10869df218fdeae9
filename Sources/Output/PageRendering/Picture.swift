/// The files that show an image at the places of one use.
public struct Picture: Sendable, Hashable {
  /// Slots that are next to each other and of one shape, and so show the same part of the image.
  public struct Run: Sendable, Hashable {
    /// Of the use's slots.
    public var slots: Range<Int>
    /// How wide the part shows in each of them, in CSS pixels.
    public var shownWidths: [Int]
    /// By format, those that browsers should prefer first; never empty. The last is the image's own.
    public var formats: [Format]

    public init(slots: Range<Int>, shownWidths: [Int], formats: [Format]) {
      self.slots = slots
      self.shownWidths = shownWidths
      self.formats = formats
    }
  }

  public struct Format: Sendable, Hashable {
    public var mediaType: String
    /// Ascending; never empty.
    public var files: [File]

    public init(mediaType: String, files: [File]) {
      self.mediaType = mediaType
      self.files = files
    }
  }

  public struct File: Sendable, Hashable {
    /// In the output folder.
    public var path: String
    /// In pixels.
    public var width: Int

    public init(path: String, width: Int) {
      self.path = path
      self.width = width
    }
  }

  /// What most of the image looks like, as three hexadecimal digits; nil where something would show through.
  public var color: String?
  /// In the order of the slots.
  public var runs: [Run]

  public init(color: String?, runs: [Run]) {
    self.color = color
    self.runs = runs
  }
}
