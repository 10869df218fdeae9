/// The names of a changed face (OpenType 1.9, "name - Naming Table").
///
/// Licences of fonts let a changed face not go by the name of the original (SIL Open Font License 1.1, section 3, for
/// one). Who made it, and under which licence, stays.
enum NameTable {
  /// What changed faces are called; style sheets choose names of their own.
  static let family = "Cardshelf Quantised"
  static let postScriptName = "CardshelfQuantised"

  /// Copyright, version, trademark, maker, designer, their addresses, licence and its address.
  static let keptNames: [UInt16] = [0, 5, 7, 8, 9, 11, 12, 13, 14]

  /// - Returns: the table with `keptNames`, and new ones for the rest.
  static func renamed(_ table: [UInt8]) -> [UInt8] {
    var records = kept(in: table)
    let names: [(UInt16, String)] = [
      (1, family), (2, "Regular"), (3, family), (4, family), (6, postScriptName),
    ]
    for (name, text) in names {
      // Windows, Unicode, American English.
      records.append(
        Record(key: [3, 1, 0x409, name], text: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }))
    }
    records.sort { $0.key.lexicographicallyPrecedes($1.key) }
    var result: [UInt8] = []
    result.append(UInt16(0))
    result.append(UInt16(clamping: records.count))
    result.append(UInt16(clamping: 6 + 12 * records.count))
    var strings: [UInt8] = []
    for record in records {
      for number in record.key { result.append(number) }
      result.append(UInt16(clamping: record.text.count))
      result.append(UInt16(clamping: strings.count))
      strings += record.text
    }
    return result + strings
  }

  private struct Record {
    /// Platform, encoding, language, name.
    var key: [UInt16]
    var text: [UInt8]
  }

  private static func kept(in table: [UInt8]) -> [Record] {
    guard let count = table.uint16(at: 2), let storage = table.uint16(at: 4) else { return [] }
    var records: [Record] = []
    var length = 0
    for index in 0..<Int(count) {
      let place = 6 + 12 * index
      let numbers = (0..<6).compactMap { table.uint16(at: place + 2 * $0) }
      guard numbers.count == 6 else { break }
      let start = Int(storage) + Int(numbers[5])
      // Languages from 0x8000 on are named in a list that is not kept.
      guard keptNames.contains(numbers[3]), numbers[2] < 0x8000, start + Int(numbers[4]) <= table.count,
        length + Int(numbers[4]) < 0xF000
      else { continue }
      length += Int(numbers[4])
      records.append(Record(key: Array(numbers.prefix(4)), text: Array(table[start..<start + Int(numbers[4])])))
    }
    return records
  }
}
