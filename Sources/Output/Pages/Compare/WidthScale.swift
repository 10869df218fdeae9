import Glibc

/// The position of page widths in the chart: a logarithmic scale, because the widths of phones are close together.
struct WidthScale {
  /// The page widths in CSS pixels.
  let widths: ClosedRange<Int>
  /// The positions in tenths of the chart's unit.
  let places: ClosedRange<Int>

  /// The position in tenths of the chart's unit.
  func place(of width: Int) -> Int {
    let (low, high) = (log(Double(widths.lowerBound)), log(Double(widths.upperBound)))
    let clamped = Double(min(max(width, widths.lowerBound), widths.upperBound))
    let share = (log(clamped) - low) / (high - low)
    return places.lowerBound + Int((share * Double(places.upperBound - places.lowerBound)).rounded())
  }
}
