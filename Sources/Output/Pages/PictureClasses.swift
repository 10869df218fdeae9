import CardLayout
import Geometry

/// The box of a picture in a line of text: as tall as the line, with the picture in its middle.
struct LineImageSize: Hashable {
  /// The width in whole CSS pixels, as the other length.
  let width: Int
  let lineHeight: Int

  var className: String { "i\(width)-\(lineHeight)" }
  var rule: String {
    ".\(className){inline-size:\(Pixels(width).rem);block-size:\(Pixels(lineHeight).rem)}\n"
  }
}

extension FigureShape {
  var className: String { "z\(greatestWidth ?? 0)-\(ratio)" }

  /// The height is the nearest whole number of pixels, as in the layout. Adding 1/2048 px avoids exact halves, which
  /// browsers could round either way.
  var rule: String {
    let width = greatestWidth.map { "min(100cqi,\(Pixels($0).rem))" } ?? "100cqi"
    return """
      .\(className){inline-size:\(width);
      block-size:max(1px,round(down,calc(\(width)*\(ratio)/\(Self.unit) + .50049px),1px))}

      """
  }

  /// Whole numbers in the picture's proportion.
  var attributes: (width: Int, height: Int) {
    let width = greatestWidth ?? Self.unit
    return (width, height(inColumn: width))
  }
}
