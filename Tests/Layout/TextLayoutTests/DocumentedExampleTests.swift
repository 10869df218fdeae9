import Geometry
import TestSupport
import Testing
import TextLayout

struct DocumentedExampleTests {
  @Test func documentsShowWhatIsCompiledHere() throws {
    var printed = ""
    func print(_ items: Any...) { printed += items.map { "\($0)" }.joined(separator: " ") + "\n" }
    // Example
    var measurer = try TextMeasurer(fonts: [.family("Noto Sans")])
    let block = try measurer.measure("Saturn is not round", size: 16, lineHeight: 24, width: Pixels(80))
    for line in block.lines { print(line.text, line.width, line.baseline) }
    print(block.height)
    // End
    #expect(try DocumentedExample.faults(of: "TextLayout", printing: printed) == [])
  }
}
