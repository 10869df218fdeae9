extension FieldReader {
  /// The addresses at which other programs publish the file, besides that of its name: links lead to it by them.
  var addresses: [String] {
    keys.entries.flatMap { entry -> [String] in
      guard Self.mayBeOfAddresses(entry.key), Self.keysOfAddresses.contains(plainName(entry.key)) else { return [] }
      let values: [YAMLNode] = if case .sequence(let items) = entry.value.value { items } else { [entry.value] }
      return values.compactMap { value in
        // `/:year/:title/` is a pattern.
        guard case .scalar(let text, _) = value.value, text.utf8.first == UInt8(ascii: "/"), !text.contains("/:") else {
          return nil
        }
        return text
      }
    }
  }

  private static func mayBeOfAddresses(_ key: String) -> Bool {
    guard (3...13).contains(key.utf8.count), let first = key.utf8.first else { return false }
    return switch first | 0x20 {
    case UInt8(ascii: "p"), UInt8(ascii: "a"), UInt8(ascii: "u"), UInt8(ascii: "r"): true
    default: false
    }
  }

  private static let keysOfAddresses: Set = ["permalink", "url", "aliases", "alias", "redirectfrom", "redirects"]
}
