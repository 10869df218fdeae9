/// The message of a workflow command of GitHub Actions (GitHub Docs, "Workflow commands").
public func escapedData(_ text: String) -> String { escaped(text, also: "") }

/// A property of a workflow command, such as the path of a file.
public func escapedProperty(_ text: String) -> String { escaped(text, also: ":,") }

private func escaped(_ text: String, also: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar == "%" || scalar == "\r" || scalar == "\n" || also.unicodeScalars.contains(scalar) {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result += (digits.utf8.count < 2 ? "%0" : "%") + digits
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
