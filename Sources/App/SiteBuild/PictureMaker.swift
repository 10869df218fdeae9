import Diagnostics
import Glibc
public import Pictures
import Processes

/// How this program ends, as another process of a build, where the machine allows it too little: no image and no font is to blame.
public let cannotRunCode: Int32 = 2

/// How renditions of images are made: by another process for each image.
///
/// Decoders of images are written in C, and an image may come from strangers. What crashes there, or takes more memory or
/// time than any image should, ends that process, not the build.
public struct PictureMaker: Sendable {
  /// Of memory; an image of the most pixels that are accepted takes half.
  public static let megabytes = 2048

  /// Of processor time: some fifty times of what encoding costs.
  public static func seconds(for request: PictureRequest) -> Int { 30 + request.pixelCount / 50_000 }
  public static func seconds(for request: DrawingRequest) -> Int { 30 + request.width * request.height / 50_000 }

  /// The threads that an encoder may start.
  public static let threads = 12
  /// How a program ends that cannot write its answer.
  public static let unwrittenCode: Int32 = 3
  /// How a program ends that made an answer although the kernel did not confine it.
  public static let unconfinedCode: Int32 = 4

  /// Answers a request with its image, using a folder for temporary files; nil if the process crashed.
  let answer: @Sendable (PictureRequest, [UInt8], _ scratchFolder: String) throws(SystemError) -> MakerAnswer?

  /// Draws an SVG, using a folder for temporary files; nil if the process crashed.
  let drawing: @Sendable (DrawingRequest, [UInt8], _ scratchFolder: String) throws(SystemError) -> MakerAnswer?

  typealias MakerAnswer = Result<PictureAnswer, PictureAnswer.Refusal>

  /// - Parameters:
  ///   - program: the path of a program that confines itself, calls `makePicture` with its standard input, writes the
  ///     result to the file of `ProcessGroup.Files.extraNumber`, and ends with 0, or with `unconfinedCode`. It limits
  ///     itself to the time and memory above.
  ///   - arguments: of the program.
  public init(program: String, arguments: [String]) {
    let ask = { @Sendable (question: [UInt8], scratchFolder: String) throws(SystemError) -> MakerAnswer? in
      let input = try FileDescriptor(namelessFileIn: scratchFolder)
      let output = try FileDescriptor(namelessFileIn: scratchFolder)
      try input.write(question)
      try input.rewind()
      let code: Int32?
      do throws(ProcessGroup.StartFailure) {
        code = try ProcessGroup(
          path: program, arguments: arguments, environment: inheritedVariables(for: .decoding),
          inheritsEnvironment: false,
          files: ProcessGroup.Files(input: input.number, extra: output.number)
        ).exitCode()
      } catch {
        throw SystemError(code: error.code)
      }
      if code == cannotRunCode { throw SystemError(code: EAGAIN) }
      if code == Self.unwrittenCode { throw SystemError(code: ENOSPC) }
      guard code == 0 || code == Self.unconfinedCode else { return nil }
      try output.rewind()
      guard let bytes = try output.read(expecting: try output.status().size, limit: 1 << 30) else { return nil }
      return PictureAnswer.read(bytes)?.map { made in
        var made = made
        made.isUnconfined = code == Self.unconfinedCode
        return made
      }
    }
    answer = { (request, image, scratchFolder) throws(SystemError) in try ask(request.bytes + image, scratchFolder) }
    drawing = { (request, svg, scratchFolder) throws(SystemError) in try ask(request.bytes + svg, scratchFolder) }
  }

  init(answer: @escaping @Sendable (PictureRequest, [UInt8], String) throws(SystemError) -> MakerAnswer?) {
    self.answer = answer
    drawing = { (_, _, _) throws(SystemError) in nil }
  }
}
