import CCmark
import CHarfBuzz
import Glibc

func fail(_ message: String) -> Never {
  print("floor: \(message)")
  exit(1)
}

func markdownFiles(below folder: String) -> [String] {
  guard let directory = opendir(folder) else { fail("cannot read \(folder)") }
  defer { closedir(directory) }
  var files: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name.hasPrefix(".") { continue }
    if entry.pointee.d_type == UInt8(DT_DIR) {
      files += markdownFiles(below: folder + "/" + name)
    } else if name.hasSuffix(".md") {
      files.append(folder + "/" + name)
    }
  }
  return files
}

func read(_ path: String, into buffer: inout [UInt8]) -> Int {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { fail("cannot open \(path)") }
  defer { close(file) }
  var count = 0
  while true {
    if count == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    let got = buffer[count...].withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
    if got <= 0 { return count }
    count += got
  }
}

/// The end of the front matter, after the second line of three hyphens.
func startOfBody(_ text: UnsafeBufferPointer<UInt8>) -> Int {
  var at = 4
  while at + 4 <= text.count {
    if text[at] == 45, text[at + 1] == 45, text[at + 2] == 45, text[at - 1] == 10 { return at + 4 }
    at += 1
  }
  return 0
}

func addWords(of text: UnsafeBufferPointer<UInt8>, to words: inout WordTable) {
  let start = startOfBody(text)
  forEachWord(in: UnsafeBufferPointer(rebasing: text[0..<start])) { words.insert($0) }
  text.withMemoryRebound(to: CChar.self) { characters in
    let body = UnsafeBufferPointer(rebasing: characters[start...])
    guard let document = cmark_parse_document(body.baseAddress, body.count, CMARK_OPT_SOURCEPOS)
    else { fail("cmark has no memory") }
    defer { cmark_node_free(document) }
    let iterator = cmark_iter_new(document)
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return }
      if event != CMARK_EVENT_ENTER { continue }
      guard let literal = cmark_node_get_literal(cmark_iter_get_node(iterator)) else { continue }
      let count = strlen(literal)
      literal.withMemoryRebound(to: UInt8.self, capacity: count) {
        forEachWord(in: UnsafeBufferPointer(start: $0, count: count)) { words.insert($0) }
      }
    }
  }
}

/// The width of the words `first`, `first + step` and so on, in font units.
func shape(_ words: WordTable, from first: Int, by step: Int, fonts paths: [String]) -> Int {
  let fonts = paths.map { path in
    let parts = path.split(separator: ":")
    guard let blob = hb_blob_create_from_file_or_fail(String(parts[0])) else { fail("no font \(path)") }
    let face = hb_face_create(blob, parts.count > 1 ? UInt32(parts[1]) ?? 0 : 0)
    defer {
      hb_face_destroy(face)
      hb_blob_destroy(blob)
    }
    return hb_font_create(face)
  }
  defer { for font in fonts { hb_font_destroy(font) } }
  let buffer = hb_buffer_create()
  defer { hb_buffer_destroy(buffer) }
  let scripts = [HB_SCRIPT_LATIN, HB_SCRIPT_ARABIC, HB_SCRIPT_HAN]
  var width = 0
  words.bytes.withUnsafeBytes { bytes in
    for word in stride(from: first, to: words.count, by: step) {
      let range = words.range(of: word)
      let text = UnsafeRawBufferPointer(rebasing: bytes[range]).assumingMemoryBound(to: CChar.self)
      hb_buffer_clear_contents(buffer)
      hb_buffer_add_utf8(buffer, text.baseAddress, Int32(range.count), 0, Int32(range.count))
      var count: UInt32 = 0
      guard range.count > 0, let scalars = hb_buffer_get_glyph_infos(buffer, &count), count > 0 else { continue }
      let script = Script(of: scalars[0].codepoint)
      hb_buffer_set_direction(buffer, script == .arabic ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
      hb_buffer_set_script(buffer, scripts[script.rawValue])
      hb_shape(fonts[script.rawValue], buffer, nil, 0)
      guard let positions = hb_buffer_get_glyph_positions(buffer, &count) else { continue }
      for glyph in 0..<Int(count) { width += Int(positions[glyph].x_advance) }
    }
  }
  return width
}

func write(_ count: Int, to path: String) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  guard file >= 0 else { fail("cannot write \(path)") }
  defer { close(file) }
  let bytes = [UInt8](repeating: 46, count: count)
  var written = 0
  while written < count {
    let more = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    guard more > 0 else { fail("cannot write \(path)") }
    written += more
  }
}

/// floor CONTENT OUTPUT FILES BYTES JOBS LATIN ARABIC JAPANESE
///
/// Reads every Markdown file below CONTENT, parses it with cmark, shapes every distinct word once in a font of its
/// script (FILE:INDEX), and writes FILES files with BYTES bytes in total. No program that makes such a site can do
/// less.
@main
struct Floor {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 9, let fileCount = Int(arguments[3]), let byteCount = Int(arguments[4]),
      let jobs = Int(arguments[5]), fileCount > 0, jobs > 0
    else { fail("floor CONTENT OUTPUT FILES BYTES JOBS LATIN ARABIC JAPANESE") }
    let output = arguments[2]
    let fonts = Array(arguments[6...8])
    let files = markdownFiles(below: arguments[1])

    let parts = await withTaskGroup(of: WordTable.self) { group in
      for first in 0..<jobs {
        group.addTask {
          var words = WordTable()
          var buffer = [UInt8](repeating: 0, count: 1 << 16)
          for file in stride(from: first, to: files.count, by: jobs) {
            let count = read(files[file], into: &buffer)
            buffer.withUnsafeBufferPointer { addWords(of: UnsafeBufferPointer(rebasing: $0[0..<count]), to: &words) }
          }
          return words
        }
      }
      var parts: [WordTable] = []
      for await part in group { parts.append(part) }
      return parts
    }
    var merged = parts[0]
    for part in parts.dropFirst() {
      part.bytes.withUnsafeBufferPointer { bytes in
        for word in 0..<part.count { merged.insert(UnsafeBufferPointer(rebasing: bytes[part.range(of: word)])) }
      }
    }
    let words = merged
    let width = await withTaskGroup(of: Int.self) { group in
      for first in 0..<jobs { group.addTask { shape(words, from: first, by: jobs, fonts: fonts) } }
      var width = 0
      for await part in group { width += part }
      return width
    }
    mkdir(output, 0o755)
    await withTaskGroup(of: Void.self) { group in
      for first in 0..<jobs {
        group.addTask {
          for file in stride(from: first, to: fileCount, by: jobs) {
            write(byteCount / fileCount, to: "\(output)/\(file)")
          }
        }
      }
    }
    print("\(files.count) files, \(words.count) distinct words, \(width) units wide, \(byteCount) bytes written")
  }
}
