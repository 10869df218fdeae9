import Geometry

/// The alignment of the items of a line.
public enum LineAlignment: String, Hashable, Sendable, CaseIterable {
  case leading
  case center
  case trailing
  /// The gaps grow until the line is full; a single item is at the leading edge.
  case justified
  /// The items grow until the line is full, up to their maximum widths.
  case fillWidth = "fill-width"
  /// The gaps grow, with equal space before the first and after the last item; a single item is centred.
  case fillSpace = "fill-space"

  /// True if it fills short lines.
  public var isFilling: Bool { [.justified, .fillWidth, .fillSpace].contains(self) }
}

/// The alignment of the last line of a run, which is the sequence of lines between forced breaks. The only line of a
/// run is its last.
public enum LastLine: String, Hashable, Sendable, CaseIterable {
  /// Aligned to the leading edge, while the other lines are filled.
  case natural
  case same
}

/// One item of a placed line.
struct LinePart: Hashable {
  var x: Pixels
  var width: Pixels
}

/// Places items that fit into a line, from the leading edge on.
///
/// - Parameters:
///   - maxima: the greatest widths of the items; nil means the width of the line.
func placeLine(
  widths: ArraySlice<Pixels>, maxima: (Int) -> Pixels?, line: Pixels, spacing: Pixels, alignment: LineAlignment,
  place: (LinePart) -> Void
) {
  var slack = line - spacing * (widths.count - 1)
  for width in widths { slack -= width }
  slack = max(.zero, slack)
  var widths = widths
  var x = Pixels.zero
  var extraGaps: [Pixels] = []
  switch alignment {
  case .leading: break
  case .center: x = slack.half
  case .trailing: x = slack
  case .justified: extraGaps = evenShares(of: slack, among: widths.count - 1)
  case .fillSpace:
    extraGaps = evenShares(of: slack, among: widths.count + 1)
    x = extraGaps.removeFirst()
  case .fillWidth:
    let first = widths.startIndex
    let rooms = widths.indices.map { max(.zero, (maxima($0 - first) ?? line) - widths[$0]) }
    for (index, share) in evenShares(of: slack, rooms: rooms).enumerated() { widths[first + index] += share }
  }
  for (index, width) in widths.enumerated() {
    place(LinePart(x: x, width: width))
    x += width + spacing
    if index < extraGaps.count { x += extraGaps[index] }
  }
}
