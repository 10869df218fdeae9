import Diagnostics
import Glibc
import Images
import Processes

/// The exit code of a helper process that the system gave too few resources; its image or font is not the cause.
public let cannotRunCode: Int32 = 2

/// Makes renditions of images and draws SVG, with helper processes.
///
/// Image decoders are written in C, and images may be hostile. A crash, or the use of too much memory or time, ends the
/// helper process and not the build.
public struct PictureMaker: Sendable {
  /// The memory limit. An image with the greatest number of pixels takes half of it.
  public static let megabytes = 2048

  /// The limit of processor time: about fifty times what encoding takes.
  ///
  /// - Parameter bytes: the parameter of `makePicture`.
  public static func seconds(for bytes: [UInt8]) -> Int {
    let pixels = (PictureBatch.parts(of: bytes) ?? [bytes]).map { bytes in
      DrawingRequest.read(bytes).map { $0.request.width * $0.request.height }
        ?? PictureRequest.read(bytes)?.request.pixelCount
    }
    return pixels.reduce(0) { sum, pixels in sum + (pixels.map { 30 + $0 / 50_000 } ?? 0) }
  }

  /// The number of threads that an encoder may start.
  public static let threads = 12
  /// The exit code of a program that cannot write its answer.
  public static let unwrittenCode: Int32 = 3
  /// The exit code of a program that wrote its answer, but could not confine itself.
  public static let unconfinedCode: Int32 = 4

  /// Answers a request with its image, using a folder for temporary files; nil if the process crashed.
  var answer: @Sendable (PictureRequest, [UInt8], _ scratchFolder: String) throws(SystemError) -> MakerAnswer?

  /// Answers several requests, each followed by its image, with one process; if it crashes, each with a separate
  /// process, so that the answer is nil only for the image that is the cause.
  let answers: @Sendable ([[UInt8]], _ scratchFolder: String) throws(SystemError) -> [MakerAnswer?]

  /// Draws an SVG, using a folder for temporary files; nil if the process crashed.
  let drawing: @Sendable (DrawingRequest, [UInt8], _ scratchFolder: String) throws(SystemError) -> MakerAnswer?

  typealias MakerAnswer = Result<PictureAnswer, PictureAnswer.Refusal>

  /// - Parameters:
  ///   - program: the path of a program that confines itself, calls `makePicture` with its standard input, writes the
  ///     result to the file of `ProcessGroup.Files.extraNumber`, and ends with 0, or with `unconfinedCode`. It limits
  ///     itself to the time and memory above.
  ///   - arguments: the arguments of the program.
  public init(program: String, arguments: [String]) {
    let ask = { @Sendable (question: [UInt8], scratchFolder: String) throws(SystemError) -> AnswerBytes? in
      let input = try FileDescriptor(namelessFileIn: scratchFolder)
      let output = try FileDescriptor(namelessFileIn: scratchFolder)
      try input.write(question)
      try input.rewind()
      let code: Int32?
      do throws(ProcessGroup.StartFailure) {
        code = try ProcessGroup(
          path: program, arguments: arguments, environment: inheritedVariables(for: .decoding),
          inheritsEnvironment: false,
          files: ProcessGroup.Files(input: input.number, extra: output.number), endsWithThread: true
        ).exitCode()
      } catch {
        throw SystemError(code: error.code)
      }
      if code == nil, Task.isCancelled { throw SystemError(code: ECANCELED) }
      if code == cannotRunCode { throw SystemError(code: EAGAIN) }
      if code == Self.unwrittenCode { throw SystemError(code: ENOSPC) }
      guard code == 0 || code == Self.unconfinedCode else { return nil }
      try output.rewind()
      guard let bytes = try output.read(expecting: try output.status().size, limit: 1 << 30) else { return nil }
      return AnswerBytes(bytes: bytes, isUnconfined: code == Self.unconfinedCode)
    }
    answer = { (request, image, scratchFolder) throws(SystemError) in
      try ask(request.bytes + image, scratchFolder)?.answer
    }
    answers = { (questions, scratchFolder) throws(SystemError) in
      if questions.count > 1, let all = try ask(PictureBatch.bytes(of: questions), scratchFolder)?.answers,
        all.count == questions.count
      {
        return all
      }
      var answers: [MakerAnswer?] = []
      for question in questions { answers.append(try ask(question, scratchFolder)?.answer) }
      return answers
    }
    drawing = { (request, svg, scratchFolder) throws(SystemError) in
      try ask(request.bytes + svg, scratchFolder)?.answer
    }
  }

  /// The bytes that a process wrote. Not private, because the code of other modules may refer to it where closures are
  /// inlined there.
  struct AnswerBytes {
    var bytes: [UInt8]
    var isUnconfined: Bool

    var answer: MakerAnswer? {
      PictureAnswer.read(bytes)?.map { made in
        var made = made
        made.isUnconfined = isUnconfined
        return made
      }
    }

    /// The answers; nil if the bytes are not a batch.
    var answers: [MakerAnswer?]? {
      PictureBatch.parts(of: bytes)?.map { AnswerBytes(bytes: $0, isUnconfined: isUnconfined).answer }
    }
  }

  init(answer: @escaping @Sendable (PictureRequest, [UInt8], String) throws(SystemError) -> MakerAnswer?) {
    self.answer = answer
    answers = { (questions, folder) throws(SystemError) in
      var answers: [MakerAnswer?] = []
      for question in questions {
        let read = PictureRequest.read(question)
        answers.append(
          try read.flatMap { (read) throws(SystemError) in try answer(read.request, Array(read.image), folder) })
      }
      return answers
    }
    drawing = { (_, _, _) throws(SystemError) in nil }
  }
}
