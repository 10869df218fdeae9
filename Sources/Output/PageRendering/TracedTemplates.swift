public import Diagnostics
import Mustache

/// Templates that mark each of their `<`, so that a place in a rendered page leads back to its template.
///
/// Marks are control characters, which neither templates nor texts can contain.
public struct TracedTemplates: Sendable {
  public let templates: PageTemplates
  /// By the numbers of the marks.
  private let places: [TracedPlace]

  struct TracedPlace: Sendable {
    let source: SourceText
    let offset: Int
  }

  private static let (markStart, markEnd): (UInt8, UInt8) = (5, 6)

  /// - Parameter files: template sources by name, from which the page's templates were made.
  /// - Returns: nil if a template cannot be read with the marks.
  /// - Complexity: O(bytes)
  public init?(_ files: [String: SourceText]) {
    var places: [TracedPlace] = []
    var library: [String: MustacheTemplate] = [:]
    for (name, source) in files.sorted(by: { $0.key < $1.key }) {
      guard let text = Self.marked(source, places: &places) else { return nil }
      library[name] = try? MustacheTemplate(string: text)
      if library[name] == nil { return nil }
    }
    self.places = places
    templates = PageTemplates(MustacheLibrary(templates: library))
  }

  private static func marked(_ source: SourceText, places: inout [TracedPlace]) -> String? {
    var tags = TemplateTags(source)
    var bytes: [UInt8] = []
    var start = 0
    func mark(to end: Int) {
      for offset in start..<max(start, end) {
        if source.bytes[offset] == UInt8(ascii: "<") {
          bytes += [markStart] + Array("\(places.count)".utf8) + [markEnd]
          places.append(TracedPlace(source: source, offset: offset))
        }
        bytes.append(source.bytes[offset])
      }
      start = max(start, end)
    }
    do {
      while let tag = try tags.next() {
        mark(to: tag.range.lower)
        bytes += source.bytes[tag.range.lower..<tag.range.upper]
        start = tag.range.upper
      }
    } catch {
      return nil
    }
    mark(to: source.bytes.count)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The origin of the parts of a page.
  ///
  /// - Parameter rendered: a page made with ``templates``.
  /// - Complexity: O(bytes)
  public func trace(of rendered: [UInt8]) -> PageTrace {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rendered.count)
    var marks: [(offset: Int, place: TracedPlace)] = []
    var index = 0
    while index < rendered.count {
      guard rendered[index] == Self.markStart, let end = rendered[index...].firstIndex(of: Self.markEnd),
        let number = Int(String(decoding: rendered[index + 1..<end], as: UTF8.self)), places.indices.contains(number)
      else {
        bytes.append(rendered[index])
        index += 1
        continue
      }
      marks.append((bytes.count, places[number]))
      index = end + 1
    }
    return PageTrace(bytes: bytes, marks: marks)
  }
}

/// A rendered page, and the origin of each `<` that a template wrote.
public struct PageTrace: Sendable {
  /// The page without marks.
  public let bytes: [UInt8]
  /// In ascending order.
  fileprivate let marks: [(offset: Int, place: TracedTemplates.TracedPlace)]

  /// The part of a template that a part of the page comes from; nil if a value of the page made it.
  ///
  /// - Complexity: O(log(tags of the page) + bytes of the tag)
  public func place(of range: SourceRange) -> (source: SourceText, range: SourceRange)? {
    guard let mark = lastMark(notBehind: range.lower) else { return nil }
    let (source, start) = (mark.place.source, mark.place.offset)
    let distance = range.lower - mark.offset
    // From the tag on, the page has the text of the template.
    guard start + distance <= source.bytes.count,
      source.bytes[start..<start + distance].elementsEqual(bytes[mark.offset..<range.lower])
    else { return nil }
    let lower = start + distance
    let length = max(0, min(range.upper, bytes.count) - range.lower)
    let isSame =
      lower + length <= source.bytes.count
      && source.bytes[lower..<lower + length].elementsEqual(bytes[range.lower..<range.lower + length])
    return (source, SourceRange(lower, isSame ? lower + length : endOfTag(from: lower, in: source)))
  }

  private func lastMark(notBehind offset: Int) -> (offset: Int, place: TracedTemplates.TracedPlace)? {
    var (lower, upper) = (0, marks.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if marks[middle].offset <= offset { lower = middle + 1 } else { upper = middle }
    }
    return lower > 0 ? marks[lower - 1] : nil
  }

  /// The offset after the `>` of a tag, or at the end of the line.
  private func endOfTag(from lower: Int, in source: SourceText) -> Int {
    let line = source.line(at: lower)
    let end = source.bytes[lower..<max(lower, line.upper)].firstIndex(of: UInt8(ascii: ">"))
    return end.map { $0 + 1 } ?? line.upper
  }
}
