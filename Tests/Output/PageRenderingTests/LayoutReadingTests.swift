import CardLayout
import Diagnostics
import Geometry
import SampleSites
import TestSupport
import Testing

@testable import Pages

/// Reading `layout.json`, and damaged files.
struct LayoutReadingTests {
  private static func record(_ text: String, keepsLines: Bool = true) throws -> LayoutRecord {
    try LayoutRecord(layoutJSON: SourceText(path: "layout.json", text: text), keepsLines: keepsLines) {
      (path) throws(Diagnostic) in SourceText(path: path, text: "")
    }
  }

  @Test func numbersOfListsAreWrittenAndRead() throws {
    let page = try Sample.page([try Sample.shelf([Sample.card(body: "9. a\n10. b"), Sample.card("b", body: "c")])])
    let text = String(decoding: Sample.layoutJSON(of: page, theme: try Sample.theme()), as: UTF8.self)
    let markers = try Self.record(text).slots.filter { $0.slot == .body }.map(\.markers)
    #expect(Set(markers) == [[[.zero, .zero, Pixels(22)], [.zero, Pixels(25), Pixels(22)]], []])
    #expect(try Self.record(text, keepsLines: false).slots.allSatisfy { $0.markers == nil })
  }

  private static let sample = """
    {"version":2,"widthClasses":[{"name":"compact","minWidth":0,"steps":[{"minWidth":0,"contentWidth":288},
    {"minWidth":360,"contentWidth":328}]}],"steps":[320,360],
    "slotFields":["x","y","width","height","lines","truncated"],"inputs":{},"pages":[{"path":"index.html","shelves":[
    {"id":"a","arrangement":["shelf"],"width":[320,360],"height":[90],"header":{"height":[28],"lines":[1,null]},"tallest":[null,0],"cards":[
    {"id":"a/b","source":"b.md","x":[16.5],"y":[0],"height":[80,90],"geometry":[0,1],"geometries":[
    {"width":280,"slots":{"title":[8,9,200,44,2,1],"tags":[8,60,200,20,1,1]},"starts":{"title":[0,7]},
    "tags":{"rows":1,"shown":1,"hidden":2,"frames":[[0,0,30],[36,0,20]]}},
    {"width":300,"slots":{"title":[8,9,220,44,2,1],"footer":[8,50,10,20,1,0],"tags":[8,60,220,20,1,1]},
    "starts":{"title":0},"tags":0}]}]}]}]}

    """

  @Test func listsAndNumbersOfGeometriesAreExpanded() throws {
    let record = try Self.record(Self.sample)
    let shelf = try #require(record.pages.first?.shelves.first)
    let view = try #require(shelf.views.first)
    #expect(view.layouts.map(\.minWidth) == [0, 360])
    #expect(view.layouts.map(\.tallest) == [nil, "a/b"])
    #expect(view.layouts.map { $0.header?.lines } == [1, nil])
    let runs = try #require(view.cards.first).runs
    #expect(runs.map(\.frame.x.description) == ["16.5", "16.5"])
    #expect(runs.map(\.frame.width.description) == ["280", "300"])
    #expect(runs.map(\.frame.height.description) == ["80", "90"])
    #expect(runs[1].slots.map(\.slot.name) == ["footer", "tags", "title"])
    #expect(runs[1].slots.map(\.starts) == [[0], nil, [0, 7]])
    #expect(runs[1].slots[1].tagFrames?.count == 2)
    #expect(runs[1].slots[1].hidden == 2)
    #expect(runs[1].slots[2].isTruncated)
  }

  /// Damage is a finding with a place.
  @Test(arguments: [
    ("\"version\":2", "\"version\":3", "the version is 3", 1),
    ("\"version\":2,", "", "there is no version", 1),
    ("\"lines\",\"truncated\"", "\"truncated\"", "the fields of slots", 1),
    ("{\"minWidth\":360", "{\"minWidth\":0", "not ascending", 1),
    ("\"x\":[16.5]", "\"x\":[16,17,18]", "has 3 values for 2 steps", 5),
    ("\"x\":[16.5]", "\"x\":[]", "has 0 values for 2 steps", 5),
    ("\"x\":[16.5],", "", "`x` is missing", 9),
    ("\"x\":[16.5]", "\"x\":[null]", "expected a number", 5),
    ("\"width\":[320,360],", "", "`width` is missing", 9),
    ("\"geometry\":[0,1]", "\"geometry\":[0,2]", "there is no geometry 2", 5),
    ("\"geometry\":[0,1]", "\"geometry\":[-1,1]", "there is no geometry -1", 5),
    ("\"geometry\":[0,1]", "\"geometry\":[0,1e3]", "expected a whole number", 5),
    ("\"tallest\":[null,0]", "\"tallest\":[null,1]", "there is no card 1", 4),
    ("[8,9,200,44,2,1]", "[8,9,200,44,2]", "a slot has 6 fields", 6),
    ("\"title\":0}", "\"title\":1}", "no earlier geometry 1 states the lines of title", 9),
    ("\"tags\":0}", "\"tags\":-1}", "no earlier geometry -1 states the tags", 9),
    (",\"tags\":0}", "}", "`tags` is missing", 9),
    ("\"slots\":{\"title\":[8,9,220", "\"slot\":{\"title\":[8,9,220", "`slots` is missing", 9),
    ("\"arrangement\":[\"shelf\"],", "", "`arrangement` is missing", 9),
  ])
  func damageIsAFinding(old: String, new: String, message: String, line: Int) throws {
    let text = Self.sample.replacing(old, with: new)
    #expect(text != Self.sample)
    let fault = #expect(throws: Diagnostic.self) { try Self.record(text) }
    #expect(fault?.rule.name == "layout-unreadable")
    #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "")")
    #expect(fault?.position?.line == line, "\(fault?.message ?? "")")
  }

  /// Every prefix and every changed byte is read or refused, and never traps.
  @Test func anyDamageIsReadOrRefused() {
    let bytes = Array(Self.sample.utf8)
    var refused = 0
    for place in bytes.indices {
      for replacement in [nil, UInt8(ascii: "9"), UInt8(ascii: "]"), UInt8(ascii: "-"), 0xFF] {
        var damaged = bytes
        if let replacement { damaged[place] = replacement } else { damaged.removeSubrange(place...) }
        let source = SourceText(path: "layout.json", bytes: damaged)
        do throws(Diagnostic) {
          _ = try LayoutRecord(layoutJSON: source, keepsLines: true) { (_) throws(Diagnostic) in source }
        } catch {
          #expect(error.rule.name == "layout-unreadable")
          refused += 1
        }
      }
    }
    #expect(refused > bytes.count * 2)
  }
}

extension LayoutRecord {
  /// Of all cards at all steps.
  fileprivate var slots: [SlotRecord] {
    get { pages.flatMap { $0.shelves.flatMap { $0.views.flatMap { $0.cards.flatMap { $0.runs.flatMap(\.slots) } } } } }
    set {
      var next = newValue.makeIterator()
      for page in pages.indices {
        for shelf in pages[page].shelves.indices {
          for view in pages[page].shelves[shelf].views.indices {
            for card in pages[page].shelves[shelf].views[view].cards.indices {
              for run in pages[page].shelves[shelf].views[view].cards[card].runs.indices {
                pages[page].shelves[shelf].views[view].cards[card].runs[run].slots =
                  pages[page].shelves[shelf].views[view].cards[card].runs[run].slots.compactMap { _ in next.next() }
              }
            }
          }
        }
      }
    }
  }
}
