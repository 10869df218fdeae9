/// The files that show an image at the places of one use.
public struct Picture: Sendable, Hashable {
  /// Slots that are next to each other and of one shape, and so show the same part of the image.
  public struct SlotRun: Sendable, Hashable {
    /// Of the use's slots.
    public var slots: Range<Int>
    /// How wide the part shows in each of them, in CSS pixels.
    public var shownWidths: [Int]
    /// By format, those that browsers should prefer first; never empty. The last is the image's own.
    public var formats: [FormatFiles]

    public init(slots: Range<Int>, shownWidths: [Int], formats: [FormatFiles]) {
      self.slots = slots
      self.shownWidths = shownWidths
      self.formats = formats
    }
  }

  public struct FormatFiles: Sendable, Hashable {
    public var mediaType: String
    /// Ascending; never empty.
    public var files: [PictureFile]

    public init(mediaType: String, files: [PictureFile]) {
      self.mediaType = mediaType
      self.files = files
    }
  }

  public struct PictureFile: Sendable, Hashable {
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
  public var runs: [SlotRun]

  public init(color: String?, runs: [SlotRun]) {
    self.color = color
    self.runs = runs
  }
}
