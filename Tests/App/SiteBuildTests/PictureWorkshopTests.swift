import Diagnostics
import Images
import Pages
import SiteValidation
import Synchronization
import TestSupport
import Testing

@testable import Content
@testable import SiteBuild

/// Renditions of images, with a substitute for libvips.
struct PictureWorkshopTests {
  private let path = "Content/sky/Saturn Rings.jpg"
  private let use = PictureUse(
    .file("Content/sky/Saturn Rings.jpg"), focus: .center,
    slots: [PictureUse.PictureSlot(minimumWidth: 0, place: PicturePlace(width: 100, height: 50))])

  private static func jpeg(width: UInt8, height: UInt8) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, height, 0, width, 0, 1, 1, 0x11, 0]
  }

  /// An image of 1024 × 768 pixels.
  private let image = Self.jpeg(width: 4, height: 3)

  /// Records its requests. Its files name their format, and have a given length for each format.
  private final class Answers: Sendable {
    let requests = Mutex<[PictureRequest]>([])
    private let lengths: [PictureFormat: Int]

    init(_ lengths: [PictureFormat: Int] = [.avif: 100, .jpeg: 300]) { self.lengths = lengths }

    var maker: PictureMaker {
      PictureMaker { (request, _, _) throws(SystemError) in
        self.requests.withLock { $0.append(request) }
        let files = request.renditions.map { rendition in
          let text = "\(rendition.format) \(rendition.width)x\(rendition.height)"
          let length = self.lengths[rendition.format] ?? 0
          return Array(text.utf8) + [UInt8](repeating: 0x2E, count: length)
        }
        return .success(PictureAnswer(color: "8af", files: files))
      }
    }

    /// The number of files in each request.
    var counts: [Int] { requests.withLock { $0.map(\.renditions.count) } }
  }

  private func make(
    _ uses: [PictureUse], _ images: [String: [UInt8]], _ maker: PictureMaker,
    output: OutputPlace? = nil,
    isTrial: Bool = false, jobs: Int = 2
  ) async -> (pictures: SitePictures?, findings: [Diagnostic]) {
    var sink = DiagnosticSink()
    let options = BuildOptions(
      root: output?.root ?? "/", output: output?.path ?? "/nowhere", jobs: jobs, scratchFolder: "/tmp")
    guard let context = BuildContext(options, into: &sink) else { return (nil, sink.diagnostics) }
    let workshop = PictureWorkshop(maker: maker, isTrial: isTrial, context: context)
    let pictures = await workshop.make(
      uses, of: Set(images.keys), settings: SiteSettings(), into: &sink
    ) { path in images[path] ?? [] }
    return (pictures, sink.diagnostics)
  }

  // MARK: Answers in a folder

  /// The requests of a build with an empty output folder, whose answers are kept.
  private func requests(_ answers: Answers, keptIn folder: Folder, image: [UInt8]? = nil) async throws -> Int {
    let before = answers.counts.count
    let image = image ?? self.image
    let (made, findings) = await make([use], [path: image], answers.maker.keepingAnswers(in: folder.path))
    #expect(findings == [])
    let (other, _) = await make([use], [path: image], Answers().maker)
    #expect(made?.files.map { contentHash(of: $0) } == other?.files.map { contentHash(of: $0) })
    #expect(made?.byUse[use]?.color == "8af")
    return answers.counts.count - before
  }

  @Test func answersAreKept() async throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let answers = Answers()
    #expect(try await requests(answers, keptIn: folder) == 1)
    #expect(try await requests(answers, keptIn: folder) == 0)
    // Another image of the same size, under the same name.
    #expect(try await requests(answers, keptIn: folder, image: image + [1]) == 1)
    #expect(try await requests(answers, keptIn: folder, image: image + [1]) == 0)
    #expect(folder.names().count == 2)
  }

  @Test(arguments: ["cut", "changed", "longer", "empty", "link", "folder", "colour"])
  func answersThatWereChangedAreMadeAgain(damage: String) async throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let answers = Answers()
    #expect(try await requests(answers, keptIn: folder) == 1)
    let name = try #require(folder.names().first)
    let bytes = try #require(folder.bytes(of: name))
    try folder.remove(name)
    switch damage {
    case "cut": try folder.write(Array(bytes.dropLast(3)), to: name)
    case "changed": try folder.write(bytes.map { $0 == 0x2E ? 0x2F : $0 }, to: name)
    case "longer": try folder.write(bytes + [0x0A], to: name)
    case "empty": try folder.write([], to: name)
    case "link":
      try folder.write(bytes, to: "other")
      try folder.link(name, to: "other")
    case "folder": try folder.make(folder: name)
    default:
      // With the right hash: the colour would be a rule of a style sheet.
      let text = String(decoding: bytes.drop { $0 != 0x0A }.dropFirst(), as: UTF8.self)
      let answer = Array(text.replacing("8af", with: "8a}").utf8)
      try folder.write(Array((contentHash(Array(name.utf8) + answer) + "\n").utf8) + answer, to: name)
    }
    #expect(try await requests(answers, keptIn: folder) == 1)
    #expect(try await requests(answers, keptIn: folder) == (damage == "folder" ? 1 : 0))
  }

  @Test func answersUnderEachOthersNamesAreMadeAgain() async throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let answers = Answers()
    for image in [image, image + [1]] { #expect(try await requests(answers, keptIn: folder, image: image) == 1) }
    let names = folder.names()
    let files = try names.map { try #require(folder.bytes(of: $0)) }
    #expect(names.count == 2)
    for (name, bytes) in zip(names, files.reversed()) { try folder.write(bytes, to: name) }
    for image in [image, image + [1]] { #expect(try await requests(answers, keptIn: folder, image: image) == 1) }
  }

  /// The folder saves time, and nothing depends on it.
  @Test func aFolderThatIsMissing() async throws {
    let folder = try Folder.temporary()
    folder.remove()
    let answers = Answers()
    for _ in 0..<2 { #expect(try await requests(answers, keptIn: folder) == 1) }
  }

  // MARK: Files

  @Test func theBetterFormatHasAFileOfEachSize() async throws {
    let (made, findings) = await make([use], [path: image], Answers().maker)
    #expect(findings == [])
    let pictures = try #require(made)
    let picture = try #require(pictures.byUse[use])
    #expect(picture.color == "8af")
    #expect(picture.runs.count == 1)
    #expect(picture.runs[0].formats.map(\.mediaType) == ["image/avif", "image/jpeg"])
    #expect(picture.runs[0].formats.map { $0.files.map(\.width) } == [[100, 200, 300], [200]])
    let paths = picture.runs.flatMap { $0.formats.flatMap { $0.files.map(\.path) } }
    #expect(Set(pictures.files.map(\.path)) == Set(paths + ["pictures.json"]))
    #expect(paths[0].hasPrefix("images/saturn-rings-") && paths[0].hasSuffix("-100x50.avif"))
    #expect(pictures.replaced == [path])
  }

  /// Reported once for all images; the build continues.
  @Test func reportsUnconfinedDecoders() async throws {
    let answers = Answers()
    let maker = PictureMaker { (request, image, folder) throws(SystemError) in
      try answers.maker.answer(request, image, folder).map { answer in
        answer.map { made in
          var made = made
          made.isUnconfined = true
          return made
        }
      }
    }
    let other = "Content/sky/b.jpg"
    let uses = [use, PictureUse(.file(other), focus: .center, slots: use.slots)]
    let (made, findings) = await make(uses, [path: image, other: image + [0]], maker)
    #expect(made?.byUse.count == 2)
    #expect(findings.map(\.rule.name) == ["decoders-unconfined"])
    #expect(findings.map(\.severity) == [.warning])
  }

  /// Other images, cuts or sizes have other names.
  @Test func namesDependOnTheInputsOfFiles() async throws {
    var others = [use, use, use]
    others[1] = PictureUse(.file(path), focus: ImageFocus(x: 0, y: 0), slots: use.slots)
    others[2] = PictureUse(
      .file(path), focus: .center, slots: [.init(minimumWidth: 0, place: PicturePlace(width: 100, height: 80))])
    var names: Set<String> = []
    for (use, image) in [(others[0], image), (others[1], image), (others[2], image), (others[0], image + [0])] {
      let pictures = try #require(await make([use], [path: image], Answers().maker).pictures)
      names.formUnion(pictures.files.map(\.path).filter { $0.hasSuffix("avif") })
    }
    #expect(names.count == 12)
  }

  @Test func aLargerFormatIsOmitted() async throws {
    let answers = Answers([.avif: 301, .jpeg: 300])
    let pictures = try #require(await make([use], [path: image], answers.maker).pictures)
    #expect(pictures.byUse[use]?.runs[0].formats.map(\.mediaType) == ["image/jpeg"])
    #expect(pictures.byUse[use]?.runs[0].formats[0].files.map(\.width) == [100, 200, 300])
    #expect(pictures.files.count == 3 + 1)
    // Only then are the other sizes of the image's own format made.
    #expect(answers.counts == [4, 2])
  }

  /// A photograph in two shelves, at every step of a theme.
  @Test func aPhotographHasFewFiles() async throws {
    func use(_ widths: [Int]) -> PictureUse {
      PictureUse(
        .file(path), focus: .center,
        slots: widths.map { .init(minimumWidth: $0 * 3, place: PicturePlace(width: $0, height: $0 / 2)) })
    }
    let uses = [use(Array(stride(from: 60, through: 330, by: 18))), use(Array(stride(from: 70, through: 340, by: 15)))]
    for count in 1...2 {
      let used = Array(uses.prefix(count))
      let pictures = try #require(await make(used, [path: image], Answers().maker).pictures)
      let files = pictures.files.filter { $0.path.hasPrefix("images/") }
      #expect((4...8 * count).contains(files.count))
      #expect(used.allSatisfy { pictures.byUse[$0] != nil })
    }
  }

  @Test func reusesPublishedFiles() async throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let lengths: [PictureFormat: Int] = [.avif: 300, .jpeg: 400]
    let first = try #require(await make([use], [path: image], Answers(lengths).maker).pictures)
    _ = try OutputWriter(place(in: folder)).write(first.files)

    let again = Answers(lengths)
    let second = try #require(await make([use], [path: image], again.maker, output: place(in: folder)).pictures)
    #expect(again.counts == [])
    #expect(second.files.map(\.path) == first.files.map(\.path))
    #expect(second.files.map(\.bytes) == first.files.map(\.bytes))
    #expect(second.byUse == first.byUse)

    // Changed and removed files are made again, and so are new ones.
    let changed = try #require(first.files.first?.path)
    try folder.write("avif", to: "Output/" + changed)
    let third = Answers(lengths)
    let mended = try #require(await make([use], [path: image], third.maker, output: place(in: folder)).pictures)
    #expect(third.counts == [1])
    #expect(mended.files.map(\.bytes) == first.files.map(\.bytes))

    let wider = PictureUse(
      .file(path), focus: .center,
      slots: use.slots + [.init(minimumWidth: 600, place: PicturePlace(width: 150, height: 75))])
    let fourth = Answers(lengths)
    let widened = try #require(
      await make([wider], [path: image], fourth.maker, output: place(in: folder)).pictures)
    let anew = try #require(await make([wider], [path: image], Answers(lengths).maker).pictures)
    #expect(widened.files.map(\.path) == anew.files.map(\.path))
    #expect(widened.files.map(\.bytes) == anew.files.map(\.bytes))
    // The changed file, and the files of the new sizes.
    let known = Set(first.files.map(\.path)).subtracting([changed])
    let new = widened.files.map(\.path).filter { $0.hasPrefix("images/") && !known.contains($0) }
    #expect(fourth.counts.reduce(0, +) == new.count)
  }

  /// A cancelled build publishes what is finished, beside what was published, and the next one makes only the rest.
  @Test func keepsFinishedPicturesOfACancelledBuild() async throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let place = place(in: folder)
    let page = SiteFile(path: "index.html", bytes: Array("<html></html>".utf8))
    _ = try OutputWriter(place).write([page])
    var images: [String: [UInt8]] = [:]
    for (number, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() {
      images[name] = image + [UInt8](repeating: 0, count: number)
    }
    let uses = images.keys.sorted().map { PictureUse(.file($0), focus: .center, slots: use.slots) }
    let asked = Mutex<[Int]>([])
    let maker = PictureMaker { (request, image, _) throws(SystemError) in
      let count = asked.withLock { asked in
        asked.append(image.count)
        return asked.count
      }
      if count == 2 { withUnsafeCurrentTask { $0?.cancel() } }
      let bytes = { (number: Int) in [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, UInt8(number), 0xFF, 0xD9] }
      return .success(PictureAnswer(color: "8af", files: request.renditions.indices.map(bytes)))
    }
    let (made, findings) = await make(uses, images, maker, output: place, jobs: 1)
    #expect(findings == [])
    let pictures = try #require(made)
    #expect(pictures.isUnfinished && pictures.replaced == ["a.jpg", "b.jpg"])
    #expect(pictures.keep(in: place, continuing: nil) == 2)
    #expect(folder.text(of: "Output/index.html") == "<html></html>")
    #expect(folder.names(in: "Output/images").count == 8)

    let (rest, _) = await make(uses, images, maker, output: place, jobs: 1)
    #expect(rest?.isUnfinished == false && rest?.byUse.count == 3)
    #expect(asked.withLock { $0 } == [0, 1, 2].map { image.count + $0 })
    // What the next build does not publish leaves with it.
    let report = try OutputWriter(place).write([page] + (rest?.files.filter { !$0.path.contains("a-") } ?? []))
    #expect(report.removed.count == 4)
  }

  /// Only files in the folder's trusted manifest are reused.
  @Test func ignoresForeignRecords() async throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let first = try #require(await make([use], [path: image], Answers().maker).pictures)
    for file in first.files { try folder.write(String(decoding: file.bytes, as: UTF8.self), to: "Output/" + file.path) }
    let again = Answers()
    _ = await make([use], [path: image], again.maker, output: place(in: folder))
    #expect(again.counts == [4])
    _ = try OutputWriter(place(in: folder)).write(first.files)
    try folder.write("{\"pictures\":[],\"recipe\":1}\n", to: "Output/pictures.json")
    let changed = Answers()
    _ = await make([use], [path: image], changed.maker, output: place(in: folder))
    #expect(changed.counts == [4])
  }

  /// A folder from a checkout may have any bytes under any name, with a manifest and a record that match.
  @Test func reusesNothingFromForeignFolders() async throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let first = try #require(await make([use], [path: image], Answers().maker).pictures)
    _ = try OutputWriter(place(in: folder, "a")).write(first.files)
    for (path, text) in folder.tree(below: "a") { if let text { try folder.write(text, to: "b" + path.dropFirst(1)) } }
    for (name, count) in [("a", []), ("b", [4])] {
      let again = Answers()
      _ = await make([use], [path: image], again.maker, output: place(in: folder, name))
      #expect(again.counts == count)
    }
  }

  @Test func publishesOtherImagesUnchanged() async throws {
    let images = ["a.gif": Array("GIF89a".utf8) + [3, 0, 2, 0], "a.svg": Array("<svg/>".utf8)]
    let uses = images.keys.map { PictureUse(.file($0), focus: .center, slots: use.slots) }
    let answers = Answers()
    let (pictures, findings) = await make(uses, images, answers.maker)
    #expect(findings == [])
    #expect(pictures?.files.isEmpty == true && pictures?.replaced == [] && pictures?.byUse == [:])
    #expect(answers.counts == [])
  }

  @Test(
    arguments: [
      (nil, "image-harmful"), (.failure(.undecodable("VipsJpeg: premature end")), "image-damaged"),
      (.failure(.otherSize(width: 5, height: 6)), "image-damaged"), (.failure(.libraryMissing), "libvips-missing"),
      (.failure(.libraryUnusable("")), "libvips-missing"), (.failure(.unencodable(.avif, "none")), "libvips-missing"),
      (.success(PictureAnswer(color: nil, files: [])), "image-harmful"),
    ] as [(PictureMaker.MakerAnswer?, String)])
  func reportsRefusals(answer: PictureMaker.MakerAnswer?, rule: String) async throws {
    let other = PictureUse(.file("Content/b.jpg"), focus: .center, slots: use.slots)
    let maker = PictureMaker { (request, image, _) throws(SystemError) in
      image.count > 15 ? .success(PictureAnswer(color: nil, files: request.renditions.map { _ in [1] })) : answer
    }
    let (pictures, findings) = await make([use, other], [path: image, "Content/b.jpg": image + [0]], maker)
    #expect(pictures == nil)
    #expect(findings.map(\.rule.name) == [rule])
    #expect(findings.map(\.path) == [rule == "libvips-missing" ? "cardshelf.yml" : path])
    #expect(findings.allSatisfy { $0.help != nil })
  }

  @Test func usesTheSizeThatLibvipsReports() async throws {
    let maker = PictureMaker { (request, _, _) throws(SystemError) in
      request.width > request.height
        ? .failure(.otherSize(width: request.height, height: request.width))
        : .success(PictureAnswer(color: nil, files: request.renditions.map { _ in [1] }))
    }
    let (pictures, findings) = await make([use], [path: image], maker)
    #expect(findings == [])
    #expect(pictures?.byUse[use]?.runs[0].formats[0].files.map(\.width) == [100, 200, 300])
  }

  @Test func trialMakesNoFiles() async throws {
    let answers = Answers()
    let (pictures, findings) = await make([use], [path: image], answers.maker, isTrial: true)
    #expect(findings == [])
    #expect(pictures?.files.isEmpty == true && pictures?.byUse == [:])
    #expect(answers.counts == [0])
    let damaged = PictureMaker { (_, _, _) throws(SystemError) in .failure(.undecodable("x")) }
    #expect(await make([use], [path: image], damaged, isTrial: true).findings.map(\.rule.name) == ["image-damaged"])
  }
}
