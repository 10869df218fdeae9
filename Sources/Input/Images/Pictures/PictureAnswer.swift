/// The result for one image.
///
/// Its encoding has a line of words before each file, and a last line, without which the answer is incomplete.
public struct PictureAnswer: Sendable, Hashable {
  /// The dominant colour, as three hexadecimal digits; nil if the image is partly transparent.
  public var color: String?
  /// The files of the request, in order.
  public var files: [[UInt8]]
  /// True if the process that made it was not confined. It is not part of the encoding.
  public var isUnconfined = false

  public init(color: String?, files: [[UInt8]]) {
    self.color = color
    self.files = files
  }

  /// The reason why there is no result.
  public enum Refusal: Error, Sendable, Hashable {
    /// libvips is not installed.
    case libraryMissing
    /// libvips cannot start, or is too old.
    case libraryUnusable(String)
    /// The message of libvips.
    case undecodable(String)
    /// The size of the image differs from that in its header.
    case otherSize(width: Int, height: Int)
    case unencodable(PictureFormat, String)
  }

  // MARK: Encoding

  public var bytes: [UInt8] {
    var bytes = Array("color \(color ?? "-")\n".utf8)
    for file in files { bytes += Array("file \(file.count)\n".utf8) + file }
    return bytes + Array("end\n".utf8)
  }

  /// Decodes an answer or a refusal; nil if the bytes are neither, or an incomplete one.
  public static func read(_ bytes: [UInt8]) -> Result<PictureAnswer, Refusal>? {
    var answer = PictureAnswer(color: nil, files: [])
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      let words = String(decoding: bytes[start..<end], as: UTF8.self).split(separator: " ", maxSplits: 2)
      let rest = words.count > 2 ? String(words[2]) : ""
      start = end + 1
      switch words.first {
      case "color" where words.count == 2: answer.color = words[1] == "-" ? nil : String(words[1])
      case "file" where words.count == 2:
        guard let count = Int(words[1]), count >= 0, count <= bytes.count - start else { return nil }
        answer.files.append(Array(bytes[start..<(start + count)]))
        start += count
      case "end": return start == bytes.count ? .success(answer) : nil
      case "refused":
        switch words.dropFirst().first {
        case "missing": return .failure(.libraryMissing)
        case "unusable": return .failure(.libraryUnusable(rest))
        case "undecodable": return .failure(.undecodable(rest))
        case "size":
          let sides = rest.split(separator: " ").compactMap { Int($0) }
          return sides.count == 2 ? .failure(.otherSize(width: sides[0], height: sides[1])) : nil
        case let format?: return PictureFormat(rawValue: String(format)).map { .failure(.unencodable($0, rest)) }
        case nil: return nil
        }
      default: return nil
      }
    }
    return nil
  }
}

extension PictureAnswer.Refusal {
  public var bytes: [UInt8] {
    let text =
      switch self {
      case .libraryMissing: "missing"
      case .libraryUnusable(let message): "unusable " + oneLine(message)
      case .undecodable(let message): "undecodable " + oneLine(message)
      case .otherSize(let width, let height): "size \(width) \(height)"
      case .unencodable(let format, let message): "\(format.rawValue) " + oneLine(message)
      }
    return Array("refused \(text)\n".utf8)
  }
}

/// Joins a message in one line: libvips ends each message with a line feed, and prints the last one first.
private func oneLine(_ message: String) -> String {
  message.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
}
