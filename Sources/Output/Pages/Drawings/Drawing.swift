import Geometry
import Images
import TextLayout
import Themes

/// A shelf as it is drawn: frames count from the left edge in any direction of text.
struct ShelfDrawing {
  /// The bounds of everything that is drawn, relative to the shelf's box.
  var bounds: Frame
  /// Marks around the cards: titles, and the controls for columns.
  var marks: [Mark] = []
  var cards: [PlacedCard] = []
}

struct PlacedCard {
  var id: String
  var x: Pixels
  var y: Pixels
  var drawing: CardDrawing
}

/// A card as it is drawn, from its left top corner.
struct CardDrawing {
  var width: Pixels
  var height: Pixels
  /// The paint of the box; nil for the picture's default.
  var paint: BoxPaint?
  var marks: [Mark]
}

enum Mark {
  /// A slot for the outlines: nothing is painted.
  case slot(name: String, Frame, lineCount: Int)
  case box(BoxKind, Frame, BoxPaint? = nil)
  case image(DrawnImage?, name: String, Frame, BoxPaint? = nil)
  case text(DrawnText)
  /// Text that is clipped to a frame.
  case clippedText(DrawnText, Frame)
}

/// An image of one build.
struct DrawnImage: Hashable {
  let reference: ImageReference
  /// The point that stays visible when the image is cropped.
  var focus = ImageFocus.center
  let fonts: DrawingFonts

  static func == (a: DrawnImage, b: DrawnImage) -> Bool {
    a.reference == b.reference && a.focus == b.focus && a.fonts === b.fonts
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(reference)
    hasher.combine(focus)
    hasher.combine(ObjectIdentifier(fonts))
  }
}

enum BoxKind: Int {
  case tag, code, quote, rule, toggle
  /// The content of a quote, which is painted only if a style sheet says so.
  case quoted
}

/// The colour of a mark.
enum DrawnColor: Hashable {
  /// A colour of the theme, defined by the picture's own style sheet, which may depend on the scheme.
  case token(String)
  case ink(SRGBColor)
}

/// The way in which the glyphs of a run are painted.
struct InkStyle: Hashable {
  /// The size in CSS pixels.
  var size: Int
  var color: DrawnColor
  /// The distance below the baseline, in 1/64 px.
  var shift = 0
  /// The decoration lines from bottom to top.
  var lines: [TextLine] = []
  var box: InlineBox?
  /// An image in a line of text.
  var image: DrawnImage?
  /// The height of the image, in CSS pixels.
  var imageHeight = 0
}

/// The box of an element in a line of text.
struct InlineBox: Hashable {
  var element: Int
  var paint: BoxPaint
  /// The extent above and below the baseline, in pixels of the picture.
  var ascent: Int
  var descent: Int
}

/// The position of the lines of a text in its box.
struct LineSetting: Hashable {
  enum Edge: Int { case left, center, right }

  /// The height of a line in CSS pixels.
  var lineHeight: Int
  /// The baseline in pixels of the picture.
  var baseline: Baseline
  /// Device pixels per CSS pixel.
  var scale: Int
  var edge: Edge
  /// The edge at which a line that is too wide starts.
  var startsRight: Bool
}

/// A text in its box.
struct DrawnText {
  /// The fonts of the glyphs.
  let fonts: DrawingFonts
  /// The style of each leaf.
  let styles: [InkStyle]
  var x: Pixels
  var y: Pixels
  var width: Pixels
  let setting: LineSetting
  /// The items of each line, from the line's own left edge.
  let lines: [SetLine]

  /// The offset of a line from the left edge of the box, in 1/65536 px.
  func offset(of line: SetLine) -> Int {
    let free = (width.sixtyFourths << 10) - line.width
    if free < 0 { return setting.startsRight ? free : 0 }
    return switch setting.edge {
    case .left: 0
    case .center: free / 2
    case .right: free
    }
  }
}
