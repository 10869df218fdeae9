import CardLayout
public import Diagnostics
import Geometry

extension LayoutRecord {
  /// Reads a `layout.json`.
  ///
  /// - Parameters:
  ///   - keepsLines: true to keep lines and tags too, for callers that use them, and the order of pages.
  ///   - page: returns the file of a page of a large site, whose layout is separate, for its path next to
  ///     `layout.json`.
  public init(
    layoutJSON source: SourceText, keepsLines: Bool = false, page: (String) throws(Diagnostic) -> SourceText
  ) throws(Diagnostic) {
    self.init()
    var format = LayoutFileFormat(keepsLines: keepsLines)
    var files: [String] = []
    // Keys may be in any order, and pages cannot be read without the steps.
    try reading(source) { (json) throws(JSONFault) in
      try json.object { (json, key) throws(JSONFault) in
        switch key {
        case "version": format.version = try json.count()
        case "inputs": inputs = try LayoutInputs(&json)
        case "widthClasses": widthClasses = try json.list { (json) throws(JSONFault) in try ClassRecord(&json) }
        case "slotFields": format.slotFields = try json.list { (json) throws(JSONFault) in try json.string() }
        default: try json.skip()
        }
      }
      format.minWidths = widthClasses.flatMap(\.steps).map(\.minWidth)
      try format.check()
    }
    try reading(source) { (json) throws(JSONFault) in
      try json.object { (json, key) throws(JSONFault) in
        guard key == "pages" else { return try json.skip() }
        try json.array { (json) throws(JSONFault) in
          switch try PageEntry(&json, format) {
          case .page(let page): pages.append(page)
          case .file(let file): files.append(file)
          }
        }
      }
    }
    for file in files {
      try reading(try page(file)) { (json) throws(JSONFault) in
        guard case .page(let page) = try PageEntry(&json, format) else {
          throw json.fault("expected the layout of a page")
        }
        pages.append(page)
      }
    }
    if !keepsLines { sortPages() }
  }
}

/// The format of the pages of a file.
struct LayoutFileFormat {
  let keepsLines: Bool
  var version: Int?
  /// The least page width at which each step is shown.
  var minWidths: [Int] = []
  var slotFields: [String] = []

  init(keepsLines: Bool) { self.keepsLines = keepsLines }

  /// The most steps that a theme has.
  private static let mostSteps = 64

  fileprivate func check() throws(JSONFault) {
    guard version == layoutFileVersion else {
      let stated = version.map { "the version is \($0)" } ?? "there is no version"
      throw JSONFault(offset: 0, message: "\(stated): this program reads version \(layoutFileVersion)")
    }
    if slotFields != Pages.slotFields { throw JSONFault(offset: 0, message: "the fields of slots are unknown") }
    guard 1...Self.mostSteps ~= minWidths.count, zip(minWidths, minWidths.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw JSONFault(offset: 0, message: "the steps of the width classes are not ascending, or too many")
    }
  }
}

/// Reads a whole file; a fault is reported at its location.
func reading(
  _ source: SourceText, _ body: (inout JSONReader) throws(JSONFault) -> Void
) throws(Diagnostic) {
  var json = JSONReader(source.bytes)
  do {
    try body(&json)
    try json.end()
  } catch {
    throw .layoutUnreadable(error, in: source)
  }
}

/// A required value.
func required<Value>(_ value: Value?, _ name: String, _ json: JSONReader) throws(JSONFault) -> Value {
  guard let value else { throw json.fault("`\(name)` is missing before this") }
  return value
}

extension PageHeadRun {
  init(_ json: inout JSONReader) throws(JSONFault) {
    let numbers = try json.list { (json) throws(JSONFault) in try json.count() }
    guard numbers.count == 3 else { throw json.fault("the head of a page has 3 numbers") }
    self.init(minWidth: numbers[0], titleLines: numbers[1], introductionLines: numbers[2])
  }
}

private enum PageEntry {
  case page(PageRecord)
  case file(String)

  init(_ json: inout JSONReader, _ format: LayoutFileFormat) throws(JSONFault) {
    var path: String?
    var file: String?
    var source = ""
    var textSize = "large"
    var isRightToLeft = false
    var head: [PageHeadRun] = []
    var shelves: [ShelfRecord]?
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "head": head = try json.list { (json) throws(JSONFault) in try PageHeadRun(&json) }
      case "path": path = try json.string()
      case "file": file = try json.string()
      case "source": source = try json.string()
      case "textSize": textSize = try json.string()
      case "direction": isRightToLeft = try json.string() == "rtl"
      case "shelves":
        shelves = try json.list { (json) throws(JSONFault) in try ShelfRecord(&json, format) }
      default: try json.skip()
      }
    }
    if let file {
      self = .file(file)
    } else {
      self = .page(
        PageRecord(
          path: try required(path, "path", json), source: source, textSize: textSize, isRightToLeft: isRightToLeft,
          head: head, shelves: try required(shelves, "shelves", json)))
    }
  }
}

extension LayoutInputs {
  init(_ json: inout JSONReader) throws(JSONFault) {
    self.init()
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "files":
        try json.object { (json, path) throws(JSONFault) in
          var values: [String: String] = [:]
          try json.object { (json, key) throws(JSONFault) in values[key] = try json.string() }
          files[path] = values
        }
      case "fonts": fonts = try json.list { (json) throws(JSONFault) in try FontInput(&json) }
      default: try json.skip()
      }
    }
    fonts.sort()
  }
}

extension FontInput {
  init(_ json: inout JSONReader) throws(JSONFault) {
    self.init(family: "", weight: 400, isItalic: false, hash: "")
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "family": family = try json.string()
      case "hash": hash = try json.string()
      case "italic": isItalic = try json.boolean()
      case "weight": weight = try json.count()
      default: try json.skip()
      }
    }
  }
}

extension ClassRecord {
  init(_ json: inout JSONReader) throws(JSONFault) {
    self.init(name: "", minWidth: 0, steps: [])
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "name": name = try json.string()
      case "minWidth": minWidth = try json.count()
      case "steps":
        steps = try json.list { (json) throws(JSONFault) in
          var step = StepRecord(minWidth: 0, contentWidth: 0)
          try json.object { (json, key) throws(JSONFault) in
            switch key {
            case "minWidth": step.minWidth = try json.count()
            case "contentWidth": step.contentWidth = try json.count()
            default: try json.skip()
            }
          }
          return step
        }
      default: try json.skip()
      }
    }
  }
}

extension JSONReader {
  mutating func pixels() throws(JSONFault) -> Pixels { Pixels(sixtyFourths: try sixtyFourths()) }

  /// Reads a whole number that is safe to calculate with, whoever wrote the file.
  mutating func count() throws(JSONFault) -> Int {
    let number = try integer()
    if number.magnitude > 1_000_000_000 { throw fault("the number before this is too large") }
    return number
  }
}
