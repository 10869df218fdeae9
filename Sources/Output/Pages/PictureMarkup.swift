import Content
import Geometry
import Images

/// Writes images into the gaps of markup.
struct PictureMarkup {
  let urls: PageURLs
  /// The files of an image; nil if the image itself is published.
  let picture: (PictureUse) -> Picture?

  /// - Parameter placed: the pictures, in ascending order of offset.
  /// - Complexity: O(bytes)
  func filling(_ bytes: [UInt8], _ placed: ArraySlice<PlacedPicture>) -> [UInt8] {
    if placed.isEmpty { return bytes }
    var filled: [UInt8] = []
    filled.reserveCapacity(bytes.count + 400 * placed.count)
    var start = 0
    for image in placed where (start...bytes.count).contains(image.gap.offset) {
      filled += bytes[start..<image.gap.offset]
      start = image.gap.offset
      var markup = Markup()
      write(image, to: &markup)
      filled += markup.bytes
    }
    return filled + bytes[start...]
  }

  private func write(_ image: PlacedPicture, to markup: inout Markup) {
    guard let picture = picture(image.use), let first = picture.runs.first, let own = first.formats.last else {
      guard let url = urls.picture(image.use.source) else { return }
      return writeImage(image, url: url, color: nil, to: &markup)
    }
    let slots = image.use.slots
    let isAlone = picture.runs.count == 1 && first.formats.count == 1
    if !isAlone { markup.open(.picture) }
    for run in picture.runs.dropFirst().reversed() {
      for format in run.formats {
        writeSource(format, isOwn: format == run.formats.last, of: run, slots: slots, to: &markup)
      }
    }
    for format in first.formats.dropLast() { writeSource(format, isOwn: false, of: first, slots: slots, to: &markup) }
    let widest = first.shownWidths.max() ?? 0
    let file = own.files.first { $0.width >= widest } ?? own.files.last
    writeImage(
      image, url: urls.output(file?.path ?? ""), color: picture.color, candidates: (own, first), to: &markup)
    if !isAlone { markup.close(.picture) }
  }

  private func writeSource(
    _ format: Picture.FormatFiles, isOwn: Bool, of run: Picture.SlotRun, slots: [PictureUse.PictureSlot],
    to markup: inout Markup
  ) {
    markup.begin(.source)
    if run.slots.lowerBound > 0 {
      markup.attribute(.media, "(min-width:\(Pixels(slots[run.slots.lowerBound].minimumWidth).rem))")
    }
    if !isOwn { markup.attribute(.type, format.mediaType) }
    writeCandidates(format, of: run, slots: slots, to: &markup)
    markup.end(.source)
  }

  private func writeCandidates(
    _ format: Picture.FormatFiles, of run: Picture.SlotRun, slots: [PictureUse.PictureSlot], to markup: inout Markup
  ) {
    markup.attribute(
      .srcset, format.files.map { "\(urls.output($0.path)) \($0.width)w" }.joined(separator: ", "))
    var sizes: [String] = []
    for (index, width) in run.shownWidths.enumerated().reversed() {
      if index > 0, run.shownWidths[index - 1] == width { continue }
      let minimum = slots[run.slots.lowerBound + index].minimumWidth
      sizes.append((index == 0 ? "" : "(min-width:\(Pixels(minimum).rem)) ") + Pixels(width).rem)
    }
    markup.attribute(.sizes, sizes.joined(separator: ","))
  }

  private func writeImage(
    _ image: PlacedPicture, url: String, color: String?, candidates: (Picture.FormatFiles, Picture.SlotRun)? = nil,
    to markup: inout Markup
  ) {
    let gap = image.gap
    markup.begin(.img)
    let names = [color.map { "c" + $0 }, StepClasses.imageFocusName(gap.use.focus)].compactMap(\.self)
    if !names.isEmpty { markup.attribute(.class, names.joined(separator: " ")) }
    markup.attribute(.src, url)
    if let candidates { writeCandidates(candidates.0, of: candidates.1, slots: gap.use.slots, to: &markup) }
    markup.attribute(.alt, gap.alt)
    markup.attribute(.width, gap.width)
    markup.attribute(.height, gap.height)
    if image.isLargest { markup.attribute(.fetchPriority, literal: "high") }
    if image.isLazy { markup.attribute(.loading, literal: "lazy") }
    // Other sites need not know which page shows their picture.
    if gap.use.source.remote != nil { markup.attribute(.referrerPolicy, literal: "no-referrer") }
    markup.end(.img)
  }
}
