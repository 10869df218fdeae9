import Content
import Diagnostics

/// The renditions of images, as the output folder records them in `pictures.json`: a build does not have to make these
/// again.
///
/// For files that were made but not published, since another format was smaller, only the size is recorded.
struct PictureRecord: Sendable, Hashable {
  struct RecordedPicture: Sendable, Hashable {
    /// The path of the image in the content.
    var source: String
    var color: String?
    /// The sizes in bytes of all files that were made from it, keyed by path in the output folder.
    var sizes: [String: Int]
  }

  /// The images, keyed by the hash of the image and its path.
  private(set) var entries: [String: RecordedPicture] = [:]

  static let path = "pictures.json"

  init() {}

  private static func key(_ hash: String, _ source: String) -> String { hash + " " + source }

  func entry(_ hash: String, of source: String) -> RecordedPicture? { entries[Self.key(hash, source)] }

  mutating func add(_ entry: RecordedPicture, hash: String) { entries[Self.key(hash, entry.source)] = entry }

  /// A record of the images of both; for an image in both, the newer entry.
  func adding(_ newer: PictureRecord) -> PictureRecord {
    var sum = self
    sum.entries.merge(newer.entries) { _, new in new }
    return sum
  }

  // MARK: Encoding

  /// Reads a record; nil for bytes that no build wrote.
  init?(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes)
    var version = 0
    var entries: [String: RecordedPicture] = [:]
    do throws(JSONFault) {
      try reader.object { (reader, key) throws(JSONFault) in
        switch key {
        case "recipe": version = try reader.integer()
        case "pictures":
          try reader.array { (reader) throws(JSONFault) in
            let (hash, entry) = try Self.readEntry(&reader)
            entries[Self.key(hash, entry.source)] = entry
          }
        default: try reader.skip()
        }
      }
      try reader.end()
    } catch {
      return nil
    }
    // Values that are reused go into style sheets and sums.
    let isPlausible = entries.values.allSatisfy { entry in
      entry.color?.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } != false
        && entry.sizes.values.allSatisfy { $0 >= 0 }
    }
    if version != PictureOrder.recipe || !isPlausible { return nil }
    self.entries = entries
  }

  private static func readEntry(_ reader: inout JSONReader) throws(JSONFault) -> (hash: String, entry: RecordedPicture)
  {
    var hash = ""
    var entry = RecordedPicture(source: "", color: nil, sizes: [:])
    try reader.object { (reader, key) throws(JSONFault) in
      switch key {
      case "hash": hash = try reader.string()
      case "source": entry.source = try reader.string()
      case "color": entry.color = try reader.string()
      case "files":
        try reader.object { (reader, path) throws(JSONFault) in entry.sizes[path] = try reader.integer() }
      default: try reader.skip()
      }
    }
    return (hash, entry)
  }

  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("pictures")
      json.array(entries.sorted { precedesInBytes($0.value.source, $1.value.source) }) { json, element in
        let (key, entry) = element
        json.object { json in
          if let color = entry.color {
            json.string(color, for: "color")
          }
          json.key("files")
          json.object { json in
            for (path, size) in entry.sizes.sorted(by: { precedesInBytes($0.key, $1.key) }) {
              json.number(size, for: path)
            }
          }
          json.string(String(key.prefix { $0 != " " }), for: "hash")
          json.string(entry.source, for: "source")
        }
      }
      json.number(PictureOrder.recipe, for: "recipe")
    }
    json.endFile()
    return json.bytes
  }
}
