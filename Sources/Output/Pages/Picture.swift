/// The files that show an image in the frames of one use.
public struct Picture: Sendable, Hashable {
  /// Neighbouring slots of the same shape, which show the same part of the image.
  public struct SlotRun: Sendable, Hashable {
    /// The indices of the use's slots.
    public var slots: Range<Int>
    /// The shown width of the part in each of these slots, in CSS pixels.
    public var shownWidths: [Int]
    /// The files by format, in order of preference; never empty. The last format is the image's own.
    public var formats: [FormatFiles]

    public init(slots: Range<Int>, shownWidths: [Int], formats: [FormatFiles]) {
      self.slots = slots
      self.shownWidths = shownWidths
      self.formats = formats
    }
  }

  public struct FormatFiles: Sendable, Hashable {
    public var mediaType: String
    /// The files in ascending order of width; never empty.
    public var files: [PictureFile]

    public init(mediaType: String, files: [PictureFile]) {
      self.mediaType = mediaType
      self.files = files
    }
  }

  public struct PictureFile: Sendable, Hashable {
    /// The path in the output folder.
    public var path: String
    /// The width in pixels.
    public var width: Int

    public init(path: String, width: Int) {
      self.path = path
      self.width = width
    }
  }

  /// The dominant colour of the image, as three hexadecimal digits; nil if it is partly transparent.
  public var color: String?
  /// The runs in the order of the slots.
  public var runs: [SlotRun]

  public init(color: String?, runs: [SlotRun]) {
    self.color = color
    self.runs = runs
  }
}
