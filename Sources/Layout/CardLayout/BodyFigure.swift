public import Content
import Images
import Themes

/// A picture in a body, as a separate block.
public struct BodyFigure: Sendable, Hashable {
  public struct FigureLink: Sendable, Hashable {
    public let target: LinkTarget
    public let title: String
  }

  public let target: LinkTarget
  public let title: String
  public let alt: String
  /// The link around the picture.
  public let link: FigureLink?
  public let shape: FigureShape
}

/// The size of a picture in a column of any width: in its own proportion, and never wider than the picture itself.
public struct FigureShape: Sendable, Hashable {
  /// The greatest width in whole CSS pixels; nil for a picture as wide as its column.
  public let greatestWidth: Int?
  /// The height of a picture that is ``unit`` wide.
  public let ratio: Int

  /// Ratios are whole numbers of these parts: a power of two, so that browsers multiply widths by them without rounding.
  public static let unit = 1024

  /// - Parameters:
  ///   - size: the size of the file; nil if it has none.
  ///   - width: the width in the text.
  init(_ size: ImageSize?, width: Int?, style: BodyStyle) {
    let height = size?.height ?? style.imageRatioHeight
    let own = max(1, size?.width ?? style.imageRatioWidth)
    let ratio = max(1, (height * Self.unit + own / 2) / own)
    // An enlarged picture is no taller than files can be: browsers have no boxes of many millions of pixels.
    greatestWidth = width.map { min($0, max(1, ImageHeader.longestSide * Self.unit / ratio)) } ?? size?.width
    self.ratio = ratio
  }

  public func width(inColumn width: Int) -> Int { max(1, min(width, greatestWidth ?? width)) }

  /// The height, to the nearest whole number of pixels. The style sheet rounds in the same way.
  public func height(inColumn width: Int) -> Int {
    max(1, (2 * self.width(inColumn: width) * ratio + Self.unit + 1) / (2 * Self.unit))
  }
}

/// The pictures of a document.
struct PictureSizes: Sendable {
  let style: BodyStyle
  /// The size of a picture's file in CSS pixels; nil if it has none.
  let size: @Sendable (LinkTarget) -> ImageSize?

  /// The greatest height of pictures in a line, in lines; taller ones are separate blocks. Pictures are scaled down to
  /// one line.
  private static let mostLines = 2
  /// The greatest width of pictures in a line, in lines.
  private static let mostWidth = 12

  func shape(_ target: LinkTarget, width: Int?) -> FigureShape { FigureShape(size(target), width: width, style: style) }

  /// Returns whether a picture is too large for a line, such as a sentence with an icon or a row of badges.
  func isBlock(_ target: LinkTarget, width: Int?, lineHeight: Int) -> Bool {
    guard let size = size(target), size.width > 0 else { return true }
    let shown = width ?? size.width
    return shown * size.height > size.width * Self.mostLines * lineHeight
      || sizeInLine(target, width: width, lineHeight: lineHeight).width > Self.mostWidth * lineHeight
  }

  /// The size of a picture that is scaled down to its line.
  func sizeInLine(_ target: LinkTarget, width: Int?, lineHeight: Int) -> ImageSize {
    guard let size = size(target), size.width > 0, size.height > 0 else {
      return ImageSize(width: lineHeight, height: lineHeight)
    }
    let shown = min(width ?? size.width, max(1, (size.width * lineHeight + size.height / 2) / size.height))
    return ImageSize(width: shown, height: max(1, min(lineHeight, shown * size.height / size.width)))
  }
}
