import CardLayout
import Themes

/// Names steps for people.
struct StepNames {
  let steps: [Step]

  /// The page widths of a step: `390-411`; `1600 and wider` for the last step.
  func range(of step: Step) -> String { range(from: step.index, to: step.index) }

  /// Names such as `compact (320-374), medium (600-839)`; `every width` for all reviewed steps.
  func names(of indices: Set<Int>) -> String {
    if indices.isSuperset(of: steps.ofDevices.map(\.index)) { return "every width" }
    return runs(of: indices).map { "\($0.name) (\($0.ranges.joined(separator: ", ")))" }.joined(separator: ", ")
  }

  /// The steps of each class, in runs of neighbours.
  private func runs(of indices: Set<Int>) -> [(name: String, ranges: [String])] {
    var result: [(name: String, ranges: [String])] = []
    var index = 0
    while index < steps.count {
      guard indices.contains(index) else {
        index += 1
        continue
      }
      let name = steps[index].className
      var end = index
      while end + 1 < steps.count, indices.contains(end + 1), steps[end + 1].className == name { end += 1 }
      let text = range(from: index, to: end)
      if let last = result.last, last.name == name {
        result[result.count - 1].ranges.append(text)
      } else {
        result.append((name, [text]))
      }
      index = end + 1
    }
    return result
  }

  private func range(from first: Int, to last: Int) -> String {
    // Pages narrower than the first step scroll sideways.
    let lower = first == 0 ? steps[first].width : steps[first].minimumWidth
    return last + 1 < steps.count ? "\(lower)-\(steps[last + 1].minimumWidth - 1)" : "\(lower) and wider"
  }
}
