import Arrangements
import Geometry
import Testing

struct ClassTests {
  /// Screen sizes in points, with their size classes upright and on their side.
  @Test(arguments: [
    ([1032, 1376], "rr", "rr"), ([1024, 1366], "rr", "rr"), ([834, 1210], "rr", "rr"), ([834, 1194], "rr", "rr"),
    ([834, 1112], "rr", "rr"), ([820, 1180], "rr", "rr"), ([810, 1080], "rr", "rr"), ([768, 1024], "rr", "rr"),
    ([744, 1133], "rr", "rr"), ([440, 956], "cr", "rc"), ([420, 912], "cr", "rc"), ([430, 932], "cr", "rc"),
    ([428, 926], "cr", "rc"), ([414, 896], "cr", "rc"), ([414, 736], "cr", "rc"), ([402, 874], "cr", "cc"),
    ([393, 852], "cr", "cc"), ([390, 844], "cr", "cc"), ([375, 812], "cr", "cc"), ([360, 780], "cr", "cc"),
    ([375, 667], "cr", "cc"), ([320, 568], "cr", "cc"),
  ])
  func sizeClassesOfScreens(size: [Int], upright: String, onItsSide: String) {
    #expect(classes(size[0], size[1]) == upright)
    #expect(classes(size[1], size[0]) == onItsSide)
  }

  /// Windows beside others. Their height is that of the tablet.
  @Test(arguments: [
    (320, "cr"), (375, "cr"), (438, "cr"), (504, "cr"), (507, "cr"), (551, "cr"), (639, "cr"), (678, "rr"),
    (694, "rr"), (981, "rr"), (677, "cr"),
  ])
  func sizeClassesOfWindows(width: Int, expected: String) {
    for height in [768, 1024, 1366] { #expect(classes(width, height) == expected) }
  }

  @Test func sizeClassesDependOnHeightToo() {
    #expect(classes(852, 393) == "cc" && classes(678, 1024) == "rr")
    #expect(classes(900, 479) == "rc" && classes(900, 480) == "rr")
    #expect(classes(900, 413) == "cc" && classes(900, 414) == "rc")
    #expect(SizeClasses(width: Pixels(375), height: Pixels(667)).margin == Pixels(16))
    #expect(SizeClasses(width: Pixels(768), height: Pixels(1024)).margin == Pixels(20))
  }

  private func classes(_ width: Int, _ height: Int) -> String {
    let classes = SizeClasses(width: Pixels(width), height: Pixels(height))
    return String([classes.horizontal, classes.vertical].compactMap(\.rawValue.first))
  }
}
