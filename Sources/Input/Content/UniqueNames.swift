/// Names of which no two are equal: a name that is already among them gets a number.
struct UniqueNames {
  private var names: Set<String>
  /// The last number that each name got.
  private var numbers: [String: Int] = [:]

  init(_ names: Set<String> = []) { self.names = names }

  var isEmpty: Bool { names.isEmpty }

  /// Adds a name, or if it exists, `name-2`, or the next number that does not exist.
  ///
  /// - Returns: the name that was added.
  /// - Complexity: O(1) on average
  mutating func insert(_ name: String) -> String {
    if names.insert(name).inserted { return name }
    var number = numbers[name, default: 1]
    var numbered: String
    repeat {
      number += 1
      numbered = "\(name)-\(number)"
    } while !names.insert(numbered).inserted
    numbers[name] = number
    return numbered
  }
}
