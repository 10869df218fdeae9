public import Arrangements
import Diagnostics

extension TextSizeCategory {
  /// The category that was probably meant by an unknown name.
  public static func nearestName(to name: String) -> String? {
    let known = allCases.map(\.rawValue)
    let inAnyCase = known.first { $0.lowercased() == name.lowercased() }
    return inAnyCase ?? nearest(to: name, among: known)
  }
}
