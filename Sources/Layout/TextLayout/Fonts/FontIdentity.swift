import CHarfBuzz

/// Identifies a font file, regardless of its folder.
public struct FontIdentity: Sendable, Hashable {
  /// The family in the font's own name table; the file name if that has none.
  public let family: String
  /// The CSS weight, 1 to 1000.
  public let weight: Int
  public let isItalic: Bool
  /// Bytes that differ if the file does: its table directory, which contains a checksum of each table (OpenType 1.9,
  /// "Table directory").
  public let directory: [UInt8]
}

extension FontFace {
  public var identity: FontIdentity {
    FontIdentity(
      family: name(16) ?? name(1) ?? description.stem, weight: description.weight, isItalic: description.isItalic,
      directory: directory)
  }

  /// The version in the font's own name table, such as `2.013`; empty if it has none.
  public var version: String {
    var text = name(5) ?? ""
    if text.lowercased().hasPrefix("version ") { text.removeFirst(8) }
    return String(text.prefix { $0 != ";" && $0 != "," && $0 != " " && !$0.isNewline })
  }

  /// - Parameter identifier: a name ID of OpenType: 1 is the family, 5 the version, 16 the typographic family.
  private func name(_ identifier: UInt32) -> String? {
    var room = [CChar](repeating: 0, count: 128)
    var count = UInt32(room.count)
    _ = unsafe hb_ot_name_get_utf8(handle, hb_ot_name_id_t(identifier), nil, &count, &room)
    let text = String(decoding: room.prefix(Int(min(count, 127))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  private var directory: [UInt8] {
    let blob = unsafe hb_face_reference_blob(handle)
    defer { unsafe hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = unsafe hb_blob_get_data(blob, &length) else { return [] }
    let file = unsafe UnsafeRawBufferPointer(start: data, count: Int(length))
    func number(at place: Int, bytes: Int) -> Int? {
      guard place >= 0, place + bytes <= file.count else { return nil }
      return unsafe file[place..<place + bytes].reduce(0) { $0 << 8 | Int($1) }
    }
    var start = 0
    if number(at: 0, bytes: 4) == 0x7474_6366 /* ttcf */ {
      start = number(at: 12 + 4 * description.index, bytes: 4) ?? 0
    }
    let end = min(file.count, start + 12 + 16 * (number(at: start + 4, bytes: 2) ?? 0))
    return start < end ? unsafe Array(file[start..<end]) : []
  }
}
