/// A word's advances in the units of the faces that draw it.
struct ShapedWord {
  private var units = 0
  private var unitsPerEm = 0
  /// Runs in faces with another number of units per em, which are rare.
  private var others: [(units: Int, unitsPerEm: Int)] = []
  private var rounded = RoundedAdvance()
  private var runCount = 0

  mutating func add(units more: Int, unitsPerEm perEm: Int, rounded other: RoundedAdvance) {
    rounded += other
    runCount += 1
    if unitsPerEm == 0 || unitsPerEm == perEm {
      unitsPerEm = perEm
      units += more
    } else if let known = others.firstIndex(where: { $0.unitsPerEm == perEm }) {
      others[known].units += more
    } else {
      others.append((more, perEm))
    }
  }

  func advance(atSize size: Int) -> Advance {
    Advance(width: width(atSize: size), rounded: rounded, itemCount: runCount)
  }

  func edge(at offset: Int, size: Int) -> GraphemeEdge {
    GraphemeEdge(offset: offset, width: width(atSize: size), rounded: rounded)
  }

  private func width(atSize size: Int) -> Int {
    var width = scaled(units, size: size, unitsPerEm: unitsPerEm)
    for other in others { width += scaled(other.units, size: size, unitsPerEm: other.unitsPerEm) }
    return width
  }

  private func scaled(_ units: Int, size: Int, unitsPerEm: Int) -> Int {
    guard unitsPerEm > 0 else { return 0 }
    return (units * (size << 16) + unitsPerEm / 2) / unitsPerEm
  }
}
