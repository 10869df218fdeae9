public import Arrangements
import Diagnostics

extension TextSizeCategory {
  /// The category that was meant by a name that none has, where that can be told.
  public static func nearestName(to name: String) -> String? {
    let known = allCases.map(\.rawValue)
    let inAnyCase = known.first { $0.lowercased() == name.lowercased() }
    return inAnyCase ?? nearest(to: name, among: known)
  }
}
