public import Geometry

/// A number in a layout, as the sum from which it results.
public struct Arithmetic: Sendable, Hashable {
  public struct Term: Sendable, Hashable {
    /// The amount, below zero if it is subtracted.
    public var value: Pixels
    public var name: String
    /// The calculation of the term, such as `2 lines x 22`.
    public var detail: String?

    public init(_ value: Pixels, _ name: String, detail: String? = nil) {
      self.value = value
      self.name = name
      self.detail = detail
    }
  }

  /// The quantity: `width`, `height`, `x`, `y`, `shelf`, `row`.
  public var name: String
  public var total: Pixels
  /// The terms of `total`; never empty.
  public var terms: [Term]
  /// The reason for a decision, such as `column 2 since 312 < 424`.
  public var reason: String?

  public init(_ name: String, total: Pixels, terms: [Term], reason: String? = nil) {
    self.name = name
    self.total = total
    self.terms = terms.filter { $0.value != .zero }
    if self.terms.isEmpty { self.terms = [terms.first ?? Term(.zero, "nothing")] }
    self.reason = reason
  }

  /// The sum as text, such as `height 212 = 16 padding + 22 title (1 line x 22) + … `.
  public var text: String {
    var text = "\(name) \(total) ="
    for (index, term) in terms.enumerated() {
      let isNegative = term.value < .zero
      if index > 0 || isNegative { text += isNegative ? " -" : " +" }
      text += " \(isNegative ? Pixels.zero - term.value : term.value) \(term.name)"
      if let detail = term.detail { text += " (\(detail))" }
    }
    return text
  }
}
