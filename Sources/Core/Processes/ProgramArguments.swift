import CArguments

/// The words of this program's command line after its name; nil if it was started without any, not even its name.
///
/// They are the words that the kernel passed: `CommandLine` reads `/proc`, and has no words or ends the program where
/// there is no such folder, as in some containers.
///
/// - Complexity: O(length).
public func programArguments() -> [String]? {
  // Linux replaces an empty list with one empty word.
  guard let name = unsafe program_argument(0), unsafe name[0] != 0 else { return nil }
  var words: [String] = []
  while let word = unsafe program_argument(Int32(words.count + 1)) { words.append(unsafe String(cString: word)) }
  return words
}
