import Testing

@testable import Images

@Suite struct PicturePlanTests {
  private func plan(
    _ uses: [[(Int, Int)]], _ width: Int, _ height: Int, focus: ImageFocus = .center
  ) -> PicturePlan {
    PicturePlan(
      uses: uses.map { $0.map { PicturePlace(width: $0.0, height: $0.1) } }, width: width, height: height, focus: focus)
  }

  @Test func onePlaceHasThreeSizes() {
    let plan = plan([[(280, 140)]], 4000, 3000)
    #expect(plan.parts.count == 1)
    #expect(plan.parts[0].sizes.map(\.width) == [280, 560, 840])
    #expect(plan.parts[0].sizes.map(\.height) == [140, 280, 420])
    #expect(plan.parts[0].fallback == 1)
    #expect(plan.runs == [[PicturePlan.PlannedRun(places: 0..<1, part: 0, shownWidths: [280])]])
  }

  @Test(arguments: [
    (ImageFocus.center, 0, 500), (ImageFocus(x: 50, y: 0), 0, 0), (ImageFocus(x: 0, y: 100), 0, 1000),
    (ImageFocus(x: 90, y: 30), 0, 300),
  ])
  func cropsTallImagesAroundTheFocus(focus: ImageFocus, left: Int, top: Int) {
    let part = plan([[(280, 140)]], 4000, 3000, focus: focus).parts[0]
    #expect((part.left, part.top, part.width, part.height) == (left, top, 4000, 2000))
  }

  @Test func cropsWideImagesAtTheSides() {
    let part = plan([[(100, 100)]], 3000, 1000, focus: ImageFocus(x: 25, y: 0)).parts[0]
    #expect((part.left, part.top, part.width, part.height) == (500, 0, 1000, 1000))
  }

  @Test(arguments: [
    (500, 250, [280, 500], [140, 250]), (100, 100, [100], [50]), (1, 1, [1], [1]),
  ])
  func enlargesNoImage(width: Int, height: Int, widths: [Int], heights: [Int]) {
    let part = plan([[(280, 140)]], width, height).parts[0]
    #expect(part.sizes.map(\.width) == widths)
    #expect(part.sizes.map(\.height) == heights)
  }

  @Test func framesOfOtherShapesShowOtherParts() {
    let plan = plan([[(100, 100), (102, 100), (400, 100), (100, 100)]], 300, 200)
    #expect(plan.parts.count == 2)
    #expect(plan.runs[0].map(\.places) == [0..<2, 2..<3, 3..<4])
    #expect(plan.runs[0].map(\.part) == [0, 1, 0])
    #expect(plan.parts.map(\.width) == [204, 300])
  }

  /// What the uses of an image share is made once.
  @Test func usesShareSizes() {
    let one = [(200, 100), (300, 150), (420, 210)]
    let other = [(210, 105), (320, 160), (420, 210), (840, 420)]
    let shared = plan([one, other], 4000, 3000)
    #expect(shared.parts.count == 1)
    #expect(shared.runs.map { $0.map(\.places) } == [[0..<3], [0..<4]])
    #expect(shared.parts[0].sizes.count < plan([one], 4000, 3000).parts[0].sizes.count + 4)
    #expect(shared.parts[0].sizes.map(\.width).contains(2520))
    #expect(plan([one, one], 4000, 3000).parts == plan([one], 4000, 3000).parts)
  }

  /// A grid of cards with pictures of 3:2, at every step of a theme.
  @Test func sizesAreAGeometricLadder() {
    let widths = [156, 180, 204, 236, 268, 288, 312, 344, 380, 412, 448, 496, 560, 624, 704]
    let part = plan([widths.map { ($0, $0 * 2 / 3) }], 6000, 4000).parts[0]
    #expect(part.sizes.count == PicturePlan.mostFiles - 1)
    #expect(part.sizes.last?.width == 704 * 3)
    for (size, next) in zip(part.sizes, part.sizes.dropFirst()) {
      #expect(Double(next.width) / Double(size.width) < 1.7, "\(part.sizes.map(\.width))")
    }
  }

  /// There are few files, each frame is filled, and no frame has a file with many more pixels than it shows, unless
  /// there would be too many files otherwise.
  @Test(arguments: 0..<200)
  func limitsFilesAndTheirSizes(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func random(_ range: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(state >> 33) % range.count
    }
    let uses = (0..<random(1...3)).map { _ in
      (0..<random(1...18)).map { _ in (random(40...900), random(40...900)) }.sorted { $0.0 < $1.0 }
    }
    let (width, height) = (random(1...6000), random(1...6000))
    let focus = ImageFocus(x: random(0...100), y: random(0...100))
    let plan = plan(uses, width, height, focus: focus)
    let fileCount = plan.parts.reduce(plan.parts.count) { $0 + $1.sizes.count }
    #expect(fileCount <= PicturePlan.mostFiles * uses.count)
    for part in plan.parts {
      #expect(part.left >= 0 && part.top >= 0 && part.width > 0 && part.height > 0)
      #expect(part.left + part.width <= width && part.top + part.height <= height)
      #expect(part.sizes.map(\.width) == part.sizes.map(\.width).sorted())
      #expect(part.sizes.allSatisfy { $0.width <= part.width && $0.height <= part.height })
      #expect(part.sizes.indices.contains(part.fallback))
    }
    var greatestExcess = 0.0
    for (places, runs) in zip(uses, plan.runs) {
      #expect(runs.flatMap { Array($0.places) } == Array(places.indices))
      for run in runs {
        let part = plan.parts[run.part]
        for (index, shown) in zip(run.places, run.shownWidths) {
          #expect(shown >= places[index].0)
          // The part has all that the frame shows of the whole image.
          let (frameWidth, frameHeight) = (Double(places[index].0), Double(places[index].1))
          let scale = max(frameWidth / Double(width), frameHeight / Double(height))
          // Its sides are whole pixels of the image, of which each can be many of the frame.
          #expect(Double(part.width) * scale > frameWidth - 1 - scale)
          #expect(Double(part.height) * scale > frameHeight - 1 - scale)
          for density in 1...3 {
            guard let file = part.sizes.first(where: { $0.width >= shown * density }) else {
              #expect(part.sizes.last?.width == part.width)
              continue
            }
            // Files and places are whole pixels, so there may be one row too many.
            let shownPixels = places[index].0 * places[index].1 * density * density
            greatestExcess = max(greatestExcess, Double(file.width * (file.height - 1)) / Double(shownPixels))
          }
        }
      }
    }
    // Some three shapes of three sizes each are all that fit.
    #expect(greatestExcess <= PicturePlan.leastExcess || fileCount > PicturePlan.mostFiles * uses.count / 2)
  }
}
