import Glibc

/// The position of page widths in the chart: a logarithmic scale, because the widths of phones are close together.
struct WidthScale {
  /// In CSS pixels of the page.
  let widths: ClosedRange<Int>
  /// In tenths of the chart's unit.
  let places: ClosedRange<Int>

  /// In tenths of the chart's unit.
  func place(of width: Int) -> Int {
    let (low, high) = (log(Double(widths.lowerBound)), log(Double(widths.upperBound)))
    let clamped = Double(min(max(width, widths.lowerBound), widths.upperBound))
    let share = (log(clamped) - low) / (high - low)
    return places.lowerBound + Int((share * Double(places.upperBound - places.lowerBound)).rounded())
  }
}
