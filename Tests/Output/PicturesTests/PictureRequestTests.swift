import Testing

@testable import Images

@Suite struct PictureRequestTests {
  static let request = PictureRequest(
    width: 800, height: 600, isSharp: true,
    cuts: [
      PictureRequest.Cut(
        left: 10, top: 20, width: 400, height: 300,
        renditions: [
          PictureRequest.Rendition(width: 200, height: 150, format: .avif),
          PictureRequest.Rendition(width: 200, height: 150, format: .jpeg),
        ]),
      PictureRequest.Cut(left: 0, top: 0, width: 800, height: 600, renditions: []),
    ])

  @Test func readsRequestsAsWritten() throws {
    let read = try #require(PictureRequest.read(Self.request.bytes + [1, 10, 2]))
    #expect(read.request == Self.request)
    #expect(Array(read.image) == [1, 10, 2])
    var drawing = Self.request
    drawing.isForDrawing = true
    #expect(PictureRequest.read(drawing.bytes)?.request == drawing)
  }

  @Test func readsBatchesAsWritten() throws {
    for parts in [[], [[]], [[1, 10, 2], [], Array("batch\n3\n".utf8)]] as [[[UInt8]]] {
      let bytes = PictureBatch.bytes(of: parts)
      #expect(PictureBatch.parts(of: bytes) == parts)
      // What ends between two parts is a smaller batch.
      for count in bytes.indices { #expect(PictureBatch.parts(of: Array(bytes[..<count])) != parts) }
      #expect(PictureBatch.parts(of: bytes + [0]) == nil)
    }
    for text in ["batch\n+1\nx", "batch\n-1\nx", "batch\n2\nx", "batch\n99999999999999999999\nx", "1\nx"] {
      #expect(PictureBatch.parts(of: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test(
    arguments: [
      "", "image 8 6 0 0", "image 8 6 0\n\n", "cut 0 0 1 1\n\n", "image 8 6 0 0\nfile 1 1 png\n\n",
      "image 8 6 0 0\ncut 4 0 5 6\n\n", "image 8 6 0 0\ncut 0 0 0 6\n\n",
      "image 8 6 0 0\ncut 0 0 8 6\nfile 9 1 png\n\n",
      "image 8 6 0 0\ncut 0 0 8 6\nfile 1 1 gif\n\n", "image 8 6 0 0\ncut -1 0 8 6\n\n",
      "image 99999999999 6 0 0\ncut 0 0 8 6\n\n",
    ])
  func refusesImpossibleImages(text: String) {
    #expect(PictureRequest.read(Array(text.utf8)) == nil)
  }

  @Test func readsAnswersAsWritten() {
    let answer = PictureAnswer(color: "8af", files: [[1, 2, 10], [], [3]])
    #expect(PictureAnswer.read(answer.bytes) == .success(answer))
    #expect(PictureAnswer.read(PictureAnswer(color: nil, files: []).bytes) == .success(.init(color: nil, files: [])))
  }

  @Test func refusesIncompleteAnswers() {
    let bytes = PictureAnswer(color: "8af", files: [[1, 2, 10], [3]]).bytes
    for count in bytes.indices { #expect(PictureAnswer.read(Array(bytes[..<count])) == nil) }
    #expect(PictureAnswer.read(bytes + [0]) == nil)
  }

  @Test(
    arguments: [
      .libraryMissing, .libraryUnusable("too old"), .undecodable("VipsJpeg: premature end"),
      .otherSize(width: 3, height: 4), .unencodable(.avif, "no encoder"),
    ] as [PictureAnswer.Refusal])
  func readsRefusalsAsWritten(refusal: PictureAnswer.Refusal) {
    #expect(PictureAnswer.read(refusal.bytes) == .failure(refusal))
  }

  @Test func colorIsTheMostFrequentOne() {
    let sky = [[UInt8]](repeating: [0x40, 0x80, 0xF0], count: 5).joined()
    #expect(dominantColor(ofPixels: Array(sky) + [255, 0, 0, 250, 4, 4, 0, 0, 0]) == "48e")
    #expect(dominantColor(ofPixels: []) == nil)
  }
}
