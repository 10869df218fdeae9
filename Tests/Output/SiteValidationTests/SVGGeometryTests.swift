import Testing

@testable import SiteValidation

/// Where drawings are, by numbers that were calculated by hand.
@Suite struct SVGGeometryTests {
  /// SVG 1.1, section 7.6: the last transformation of a list is the first that a point meets.
  @Test(arguments: [
    ("", (3.0, 5.0)),
    ("translate(7)", (10.0, 5.0)), ("translate(7, -2)", (10.0, 3.0)),
    ("scale(2)", (6.0, 10.0)), ("scale(2 4)", (6.0, 20.0)),
    ("rotate(90)", (-5.0, 3.0)), ("rotate(180 10 20)", (17.0, 35.0)), ("rotate(90 10 20)", (25.0, 13.0)),
    ("skewX(45)", (8.0, 5.0)), ("skewY(45)", (3.0, 8.0)),
    ("matrix(2 3 5 7 11 13)", (42.0, 57.0)),
    ("matrix(2 3 5 7 11 13) matrix(17 19 23 29 31 37)", (1600.0, 2277.0)),
    ("translate(7, -2) scale(2)", (13.0, 8.0)), ("scale(2), translate(7 -2)", (20.0, 6.0)),
  ])
  func transformations(list: String, end: (Double, Double)) throws {
    let matrix = try #require(SVGMatrix(list: Array(list.utf8)))
    let point = SVGBox(x: 3, y: 5, width: 0, height: 0).transformed(by: matrix)
    guard case .some(let left, let top, _, _) = point else {
      Issue.record("\(point)")
      return
    }
    #expect(abs(left - end.0) < 1e-9 && abs(top - end.1) < 1e-9, "\(point)")
  }

  @Test(arguments: [
    "translate()", "translate(1 2 3)", "rotate(1 2)", "scale(1", "matrix(1 2 3 4 5)", "skewX(1 2)", "twist(1)",
    "scale(1) 7",
  ])
  func whatIsNoTransformation(list: String) { #expect(SVGMatrix(list: Array(list.utf8)) == nil) }

  /// The greatest of the lengths of what were one unit to the right and one down.
  @Test(arguments: [
    ("scale(3 4)", 4.0), ("scale(5 4)", 5.0), ("matrix(3 4 0 1 0 0)", 5.0), ("matrix(1 0 3 4 9 9)", 5.0),
  ])
  func scale(list: String, scale: Double) { #expect(SVGMatrix(list: Array(list.utf8))?.scale == scale) }

  /// SVG 2, section 9.3. A box has the control points too, also those that `S` and `T` reflect.
  @Test(
    arguments: [
      ("", nil), ("M1 2", [1, 2, 1, 2]), ("M1 2 3 4", [1, 2, 3, 4]), ("m1 2 3 4", [1, 2, 4, 6]),
      ("M1 2h4v-9", [1, -7, 5, 2]), ("M1 2H4V-9", [1, -9, 4, 2]), ("M1 2l-3 1L0 9", [-2, 2, 1, 9]),
      ("M1 2l5 5zl-1 0", [0, 2, 6, 7]),
      ("M10 10C10 30 20 30 20 10", [10, 10, 20, 30]), ("M10 10c0 20 10 20 10 0", [10, 10, 20, 30]),
      ("M0 0C0 20 10 20 10 0S20 9 20 0", [0, -20, 20, 20]), ("M0 0c0 20 10 20 10 0s0 9 10 0", [0, -20, 20, 20]),
      ("M10 10S20 40 30 10", [10, 10, 30, 40]),
      ("M0 0Q5 20 10 0", [0, 0, 10, 20]), ("M0 0q5 20 10 0t10 0", [0, -20, 20, 20]),
      // The control points of the second and third T: (15, -20), then (25, 20).
      ("M0 0Q5 20 10 0T20 0T30 50", [0, -20, 30, 50]), ("M10 10T20 40", [10, 10, 20, 40]),
      // What comes before decides what is reflected, and only if it is a curve.
      ("M0 0Q5 20 10 0L20 0T30 0", [0, 0, 30, 20]),
      // Ends that are farther apart than the radii reach.
      ("M0 0A5 5 0 0 1 10 0", [-10, -10, 10, 10]), ("M0 0a1 1 0 0 1 30 40", [-50, -50, 50, 50]),
      ("M0 0A7-8 0 01 1 0", [-16, -16, 16, 16]),
      // What cannot be read ends the path.
      ("M1 2L3", [1, 2, 1, 2]), ("M1 2a1 1 0 7 1 99 99", [1, 2, 1, 2]), ("M1 2x99 99", [1, 2, 1, 2]),
    ] as [(String, [Double]?)])
  func boxesOfPaths(path: String, box: [Double]?) {
    #expect(
      SVGBox(path: Array(path.utf8))
        == (box.map { .some(left: $0[0], top: $0[1], right: $0[2], bottom: $0[3]) } ?? .empty))
  }

  @Test func boxesAreTransformedByTheirCorners() throws {
    let box = SVGBox(x: 10, y: 20, width: 30, height: -5)
    #expect(box == .some(left: 10, top: 15, right: 40, bottom: 20))
    let skewed = try #require(SVGMatrix(list: Array("matrix(1 2 3 4 5 6)".utf8)))
    #expect(box.transformed(by: skewed) == .some(left: 60, top: 86, right: 105, bottom: 166))
    #expect(box.grown(by: 2) == .some(left: 8, top: 13, right: 42, bottom: 22))
    #expect(box.transformed(by: SVGMatrix(1e308, 0, 0, 1, 1e308, 0)) == .everything)
  }
}
