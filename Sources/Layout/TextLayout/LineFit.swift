import Fonts

/// Compares the width of a line with an interval of possible widths of a text.
///
/// Firefox allows a line to be as wide as the available width, in units of 1/60 px, to which it rounds each glyph.
/// Chromium and WebKit allow 1/64 px more; Chromium rounds each inline item up to 1/64 px. All add up advances that
/// FreeType scaled with a factor of 16 fractional bits, at sizes in 1/64 of a device pixel: a width may differ by 1/8192
/// at ratios other than 1 (``RoundedAdvance`` includes that).
extension Advance {
  /// The part of an advance that decides whether it certainly fits, in 1/65536 of 1/60 px. It is additive: the reach of a
  /// sum is the sum of reaches.
  struct Reach: Sendable {
    /// In Chromium and WebKit.
    var most: Int
    /// In Firefox.
    var rounded: Int
  }

  var reach: Reach {
    Reach(most: (width + itemCount * itemUnits + slack) * 60, rounded: rounded.most << 16 + slack * 60)
  }

  /// The width of the narrowest line on which all engines fit it, in whole CSS pixels.
  var leastSureWidth: Int { reach.leastSureWidth }

  /// The width of the widest line on which no engine fits it, in whole CSS pixels.
  var greatestExceededWidth: Int {
    let least = (width - slack - itemUnits - sumUnits) * 60
    let leastRounded = rounded.least << 16 - (slack + sumUnits) * 60
    return min(quotient(least, pixel + pixel >> 13), quotient(leastRounded, pixel)) - 1
  }

  /// The greatest difference between `width` and the width of a line on which it certainly fits, in 1/65536 px.
  var doubt: Int {
    let reach = reach
    let needed = max(reach.most + unitsOfOtherItems, reach.rounded + sumUnits * 60)
    return (needed + needed >> 13 + needed >> 26) / 60 + 2 - width
  }
}

extension Advance.Reach {
  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(most: a.most + b.most, rounded: a.rounded + b.rounded) }

  @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(most: a.most - b.most, rounded: a.rounded - b.rounded) }

  /// - Parameter room: the greatest reach that fits.
  @inline(__always)
  func fits(in room: Self) -> Bool { most <= room.most && rounded <= room.rounded }

  /// The width of the narrowest line on which all engines fit it, in whole CSS pixels.
  var leastSureWidth: Int {
    max(quotient(most + unitsOfOtherItems, pixel - pixel >> 13), quotient(rounded + sumUnits * 60, pixel))
  }

  /// The greatest reach that all engines fit on a line.
  ///
  /// - Parameter width: in whole CSS pixels.
  @inline(__always)
  static func greatest(inWidth width: Int) -> Self {
    Self(most: width * (pixel - pixel >> 13) - unitsOfOtherItems, rounded: width * pixel - sumUnits * 60)
  }
}

/// A pixel, in 1/65536 of 1/60 px.
private let pixel = 60 << 16

/// Chromium rounds each inline item up to a multiple of this; Chromium and WebKit also let a line be this much too wide.
/// In 1/65536 px.
private let itemUnits = 1024

/// An upper bound of the error of sums of numbers with 16 fractional bits, or with 24 bits in all; in 1/65536 px.
private let sumUnits = 256

/// The rounding of up to four more items, into which breaks and cuts in the markup for other steps divide a line's text,
/// less what a line may be too wide. In 1/65536 of 1/60 px.
private let unitsOfOtherItems = (3 * itemUnits + sumUnits) * 60

/// Rounds up.
///
/// - Precondition: `divisor` is positive.
@inline(__always)
private func quotient(_ dividend: Int, _ divisor: Int) -> Int {
  dividend > 0 ? (dividend + divisor - 1) / divisor : dividend / divisor
}
