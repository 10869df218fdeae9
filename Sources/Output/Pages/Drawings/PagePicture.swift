import CardLayout
import Content
import Diagnostics
import Geometry
public import Images
public import Themes

/// Shelves as a browser shows them at one page width, in one colour scheme.
public struct PagePicture {
  /// A shelf of the page, or one of its cards.
  public struct Part: Sendable {
    public var side: LaidOutSide
    /// The only visible card; nil shows the whole shelf.
    public var card: String?

    public init(side: LaidOutSide, card: String? = nil) {
      self.side = side
      self.card = card
    }
  }

  /// A request for an image: its position, and its size in CSS pixels.
  public struct ImageUse: Sendable, Hashable {
    public let reference: ImageReference
    public let focus: ImageFocus
    public let width: Int
    public let height: Int

    init(_ image: DrawnImage, _ frame: Frame) {
      reference = image.reference
      focus = image.focus
      width = max(1, frame.width.roundedDown)
      height = max(1, frame.height.roundedDown)
    }
  }

  /// A source of an image.
  public enum ImageFile: Sendable {
    /// The visible part of the image.
    case cut(mediaType: String, bytes: [UInt8])
    /// The whole image, and its size if it has one.
    case whole(mediaType: String, bytes: [UInt8], size: ImageSize?)
  }

  /// The page width in CSS pixels.
  public let width: Int
  public let height: Int
  /// Device pixels per CSS pixel.
  public let scale: Int
  private let drawings: [(drawing: ShelfDrawing, x: Pixels, y: Pixels)]
  /// The origin of the picture in the shelf.
  private let origin: (x: Pixels, y: Pixels)
  private let appearance: Appearance

  /// - Parameters:
  ///   - pageWidth: the page width in CSS pixels.
  ///   - theme: the theme of all parts.
  /// - Returns: nil if nothing is visible, or texts cannot be shaped.
  public init?(of parts: [Part], pageWidth: Int, scale: Int, isDark: Bool, theme: Theme) {
    let appearance = Appearance(theme: theme, isDark: isDark)
    let painter = ShelfPainter(scale: scale, appearance: appearance)
    var drawings: [(drawing: ShelfDrawing, x: Pixels, y: Pixels)] = []
    var bottom = Pixels.zero
    var own = Frame(x: .zero, y: .zero, width: Pixels(pageWidth), height: .zero)
    for part in parts {
      guard var drawing = painter.draw(.laidOut(part.side), texts: part.card.map { [$0] }) else { return nil }
      guard part.side.shelf.allLayouts.indices.contains(part.side.layout) else { continue }
      let size = part.side.shelf.allLayouts[part.side.layout].size
      // Shelves are centred on wider pages. A shelf that is too wide starts where its text does.
      let free = Pixels(pageWidth) - size.width
      let isRightToLeft = part.side.shelf.prepared.shelf.direction == .rtl
      let x = free > .zero ? Pixels(sixtyFourths: free.sixtyFourths / 2) : isRightToLeft ? free : .zero
      if let id = part.card {
        guard let card = drawing.cards.first(where: { $0.id == id }) else { return nil }
        drawing.cards = [card]
        drawing.marks = []
        drawings.append((drawing, .zero, .zero))
        own = Frame(x: card.x, y: card.y, width: card.drawing.width, height: card.drawing.height)
      } else {
        if !drawings.isEmpty { bottom += Pixels(theme.shelf.shelfGap) }
        drawings.append((drawing, x, bottom))
        bottom += size.height
        own.height = bottom
      }
    }
    guard !drawings.isEmpty else { return nil }
    self.drawings = drawings
    self.appearance = appearance
    self.scale = scale
    origin = (own.x, own.y)
    width = max(1, own.width.roundedUp)
    height = max(1, own.height.roundedUp)
  }

  /// The requests for all visible images.
  public var imageUses: Set<ImageUse> {
    var uses: Set<ImageUse> = []
    // A first pass without images collects the requests.
    _ = written { image, frame in
      uses.insert(ImageUse(image, frame))
      return nil
    }
    return uses
  }

  /// The picture as SVG, with glyphs as outlines; it loads nothing from elsewhere.
  ///
  /// - Parameter images: the available images; others are omitted.
  /// - Complexity: O(glyphs and bytes of images).
  public func svg(images: [ImageUse: ImageFile]) -> [UInt8] {
    var urls: [ImageUse: String] = [:]
    for (use, file) in images {
      switch file {
      case .cut(let mediaType, let bytes): urls[use] = "data:\(mediaType);base64,\(base64(bytes))"
      case .whole(let mediaType, let bytes, let size):
        let own = size.flatMap { mediaType == "image/svg+xml" ? sized(bytes, $0, for: use) : nil }
        urls[use] = "data:\(mediaType);base64,\(base64(own ?? bytes))"
      }
    }
    let writer = written { image, frame in
      let use = ImageUse(image, frame)
      guard let url = urls[use], let file = images[use] else { return nil }
      switch file {
      case .cut: return MarkWriter.Source(url: url, isCut: true)
      case .whole(_, _, let size):
        return MarkWriter.Source(url: url, isCut: false, place: size.flatMap { covering(use, $0) })
      }
    }
    var svg = SVGText()
    svg.raw(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width * scale)\" height=\"\(height * scale)\" viewBox=\"0 0 \(width) \(height)\">\n<defs>"
    )
    svg.bytes += writer.glyphs.definitions + writer.definitions.bytes
    svg.raw("</defs>\n<rect width=\"\(width)\" height=\"\(height)\" \(MarkWriter.fill(appearance.pageColor))/>\n")
    svg.bytes += writer.body.bytes
    svg.raw("</svg>\n")
    return svg.bytes
  }

  private func written(source: @escaping (DrawnImage, Frame) -> MarkWriter.Source?) -> MarkWriter {
    var writer = MarkWriter(scale: scale, glyphs: GlyphTable(mostBytes: .max), source: source)
    for (drawing, x, y) in drawings {
      writer.write(drawing.marks, x: x - origin.x, y: y - origin.y, isPlain: false)
      for card in drawing.cards {
        let (left, top) = (x - origin.x + card.x, y - origin.y + card.y)
        guard left < Pixels(width), left + card.drawing.width > .zero else { continue }
        let frame = Frame(x: left, y: top, width: card.drawing.width, height: card.drawing.height)
        if let paint = card.drawing.paint { writer.write(paint, frame) }
        writer.write(card.drawing.marks, x: left, y: top, isPlain: false)
        if let paint = card.drawing.paint { writer.writeOutline(of: paint, frame) }
      }
    }
    return writer
  }

  /// Wraps an SVG image in one of its displayed size in device pixels: librsvg draws an image at its own size and
  /// enlarges the pixels. Nil if the size cannot be read.
  private func sized(_ svg: [UInt8], _ size: ImageSize, for use: ImageUse) -> [UInt8]? {
    guard let start = svg.firstRange(of: "<svg".utf8)?.lowerBound, let place = covering(use, size),
      svg[..<start].firstRange(of: "<!DOCTYPE".utf8) == nil
    else { return nil }
    let outer =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(decimal(place.width * Double(scale)))\" height=\"\(decimal(place.height * Double(scale)))\" viewBox=\"0 0 \(size.width) \(size.height)\">"
    return Array(outer.utf8) + svg[start...] + Array("</svg>".utf8)
  }

  /// The frame of a whole image that covers the requested area, as with `object-fit: cover`; nil if the image has no
  /// size.
  private func covering(_ use: ImageUse, _ size: ImageSize) -> (x: Double, y: Double, width: Double, height: Double)? {
    guard size.width > 0, size.height > 0 else { return nil }
    let (width, height) = (Double(use.width), Double(use.height))
    let share = max(width / Double(size.width), height / Double(size.height))
    let whole = (width: Double(size.width) * share, height: Double(size.height) * share)
    return (
      (width - whole.width) * Double(use.focus.x) / 100, (height - whole.height) * Double(use.focus.y) / 100,
      whole.width, whole.height
    )
  }
}
