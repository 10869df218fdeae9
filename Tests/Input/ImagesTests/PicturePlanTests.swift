import Testing

@testable import Images

@Suite struct PicturePlanTests {
  private func plan(_ places: [(Int, Int)], _ width: Int, _ height: Int, focus: ImageFocus = .center) -> PicturePlan {
    PicturePlan(
      places: places.map { PicturePlace(width: $0.0, height: $0.1) }, width: width, height: height, focus: focus)
  }

  @Test func onePlaceHasThreeSizes() {
    let plan = plan([(280, 140)], 4000, 3000)
    #expect(plan.runs.count == 1)
    #expect(plan.runs[0].sizes.map(\.width) == [280, 560, 840])
    #expect(plan.runs[0].sizes.map(\.height) == [140, 280, 420])
    #expect(plan.runs[0].shownWidths == [280])
  }

  @Test(arguments: [
    (ImageFocus.center, 0, 500), (ImageFocus(x: 50, y: 0), 0, 0), (ImageFocus(x: 0, y: 100), 0, 1000),
    (ImageFocus(x: 90, y: 30), 0, 300),
  ])
  func cropsTallImagesAroundTheFocus(focus: ImageFocus, left: Int, top: Int) {
    let run = plan([(280, 140)], 4000, 3000, focus: focus).runs[0]
    #expect((run.left, run.top, run.width, run.height) == (left, top, 4000, 2000))
  }

  @Test func cropsWideImagesAtTheSides() {
    let run = plan([(100, 100)], 3000, 1000, focus: ImageFocus(x: 25, y: 0)).runs[0]
    #expect((run.left, run.top, run.width, run.height) == (500, 0, 1000, 1000))
  }

  @Test func enlargesNoImage() {
    #expect(plan([(280, 140)], 500, 250).runs[0].sizes.map(\.width) == [280, 500])
    #expect(plan([(280, 140)], 500, 250).runs[0].sizes.map(\.height) == [140, 250])
    #expect(plan([(280, 140)], 100, 100).runs[0].sizes == [.init(width: 100, height: 50)])
    #expect(plan([(280, 140)], 1, 1).runs[0].sizes == [.init(width: 1, height: 1)])
  }

  @Test func otherAspectRatiosGetOtherCuts() {
    let plan = plan([(300, 200), (306, 200), (400, 200), (600, 200), (300, 200)], 6000, 4000)
    #expect(plan.runs.map(\.places) == [0..<2, 2..<3, 3..<4, 4..<5])
    #expect(plan.runs[2].height == 2000)
  }

  /// For each place and density, the smallest file that is wide enough has at most 15 % more pixels than shown, and
  /// fills the place.
  @Test(arguments: 0..<200)
  func limitsTheSizeOfFiles(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func random(_ range: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(state >> 33) % range.count
    }
    let places = (0..<random(1...18)).map { _ in (random(40...900), random(40...900)) }.sorted { $0.0 < $1.0 }
    let (width, height) = (random(1...6000), random(1...6000))
    let focus = ImageFocus(x: random(0...100), y: random(0...100))
    let plan = plan(places, width, height, focus: focus)
    #expect(plan.runs.flatMap { Array($0.places) } == Array(places.indices))
    for run in plan.runs {
      #expect(run.left >= 0 && run.top >= 0 && run.width > 0 && run.height > 0)
      #expect(run.left + run.width <= width && run.top + run.height <= height)
      #expect(run.sizes.map(\.width) == run.sizes.map(\.width).sorted())
      #expect(run.sizes.allSatisfy { $0.width <= run.width && $0.height <= run.height })
      for (index, shown) in zip(run.places, run.shownWidths) {
        #expect(shown >= places[index].0)
        for density in 1...3 {
          guard let file = run.sizes.first(where: { $0.width >= shown * density }) else {
            #expect(run.sizes.last?.width == run.width)
            continue
          }
          let shownPixels = places[index].0 * places[index].1 * density * density
          // Files and places are whole pixels, so there may be one row too many.
          #expect(Double(file.width * (file.height - 1)) <= Double(shownPixels) * PicturePlan.mostExcess)
        }
      }
    }
  }
}
