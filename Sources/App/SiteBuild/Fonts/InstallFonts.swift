public import Diagnostics
import Glibc
public import TextLayout

/// Unpacks the archive of fonts that belongs to a portable program into the user's folder of added fonts, completely or
/// not at all. It replaces what was added before.
///
/// The archive may be from anyone: only fonts and their licences are taken from it. If there is a `SHA256SUMS` beside it,
/// the archive must have the hash that is stated there.
///
/// - Parameter path: the path of `cardshelf-…-cjk.tar.gz`.
/// - Returns: what was done, as a line for people.
/// - Throws: a finding.
/// - Complexity: O(bytes). The archive is held in memory; its content is not.
public func installFonts(from path: String, _ installation: Installation) throws(Diagnostic) -> String {
  guard let target = installation.addedFolder else { throw .noFolderForFonts() }
  let names = target.split(separator: "/").map(String.init)
  let (parent, name) = ("/" + names.dropLast().joined(separator: "/"), names.last ?? "")
  let archive = try FontArchive(path)
  let staging = try writing(to: parent) { () throws(SystemError) in
    try makeFolders(parent)
    // What an interrupted run left is removed.
    PrivateFolder.sweep(parent)
    return try PrivateFolder(in: parent)
  }
  defer { staging.remove() }
  let fonts = try archive.unpack(into: staging.path + "/" + name)
  try writing(to: target) { () throws(SystemError) in
    let folder = try FileDescriptor(folderAt: parent)
    try FileDescriptor(folderAt: staging.path).exchange(name, in: folder)
    try folder.sync()
  }
  // fontconfig reads the fonts now, so that no build has to.
  _ = FontCatalogue(installation)
  return "installed \(fonts.count) font\(fonts.count == 1 ? "" : "s") in \(target)"
    + (archive.isListed ? "; the archive has the hash that SHA256SUMS states" : "")
}

/// The file that is unpacked.
private struct FontArchive {
  let path: String
  let bytes: [UInt8]
  /// True if `SHA256SUMS` beside it states its hash.
  let isListed: Bool

  private static let mostBytes = 256 << 20
  private static let mostUnpackedBytes = 512 << 20
  private static let mostEntries = 200

  /// Reads the archive, and compares its hash with the one that is stated beside it.
  init(_ path: String) throws(Diagnostic) {
    self.path = path
    guard let real = unsafe realpath(path, nil) else { throw .unreadable(path, SystemError(code: errno)) }
    defer { unsafe free(real) }
    let names = unsafe String(cString: real).split(separator: "/").map(String.init)
    let name = names.last ?? ""
    let sums: [UInt8]?
    do throws(SystemError) {
      let folder = try FileDescriptor(folderAt: "/" + names.dropLast().joined(separator: "/"))
      let file = try folder.openFile(name)
      let status = try file.status()
      guard status.kind == .regularFile else { throw SystemError(code: status.kind == .folder ? EISDIR : EINVAL) }
      bytes = try file.read(expecting: status.size, limit: Self.mostBytes) ?? []
      sums = try folder.readRegularFile("SHA256SUMS")?.bytes
    } catch {
      throw .unreadable(path, error)
    }
    if bytes.isEmpty { throw .fontArchiveRefused(path, "it is empty, or larger than \(Self.mostBytes) bytes") }
    isListed = sums != nil
    guard let sums else { return }
    guard let stated = Self.hash(of: name, in: sums) else {
      throw .fontArchiveRefused(path, "SHA256SUMS beside it does not list it")
    }
    guard stated == hexadecimal(sha256(bytes)) else {
      throw .fontArchiveRefused(path, "its hash is not the one that SHA256SUMS states")
    }
  }

  /// The hash of a file in the list that `sha256sum` writes.
  private static func hash(of name: String, in sums: [UInt8]) -> String? {
    String(decoding: sums, as: UTF8.self).split(separator: "\n").first { line in
      line.utf8.dropFirst(64).elementsEqual("  \(name)".utf8) || line.utf8.dropFirst(64).elementsEqual(" *\(name)".utf8)
    }.map { $0.prefix(64).lowercased() }
  }

  /// Writes the fonts and licences into a new folder.
  ///
  /// - Returns: the names of the fonts.
  func unpack(into target: String) throws(Diagnostic) -> [String] {
    guard let reader = GzipReader(bytes) else { throw .fontArchiveRefused(path, "there is not enough memory") }
    var tar = TarReader(reader)
    var (fonts, top, entryCount, byteCount): ([String], String?, Int, Int) = ([], nil, 0, 0)
    try writing(to: target) { () throws(SystemError) in try makeFolders(target) }
    while let entry = try refusing({ () throws(TarReader.Fault) in try tar.nextEntry() }) {
      entryCount += 1
      byteCount += entry.size
      if entryCount > Self.mostEntries || byteCount > Self.mostUnpackedBytes {
        throw .fontArchiveRefused(path, "it contains more than any archive of fonts should")
      }
      var names = try names(of: entry)
      let first = names.removeFirst()
      if first != top ?? first { throw .fontArchiveRefused(path, "its files are not in one folder") }
      top = first
      if entry.isFolder { continue }
      switch addedFile(names) {
      case .font: fonts.append(names.last ?? "")
      case .licence: break
      case .cache: continue
      case nil: throw .fontArchiveRefused(path, "it contains \(names.joined(separator: "/")), which is not of a font")
      }
      let file = try writing(to: target) { () throws(SystemError) in
        try FileDescriptor(folderAt: target).makeFolders(Array(names.dropLast())).createFile(names.last ?? "")
      }
      while let part = try refusing({ () throws(TarReader.Fault) in try tar.nextPart() }) {
        try writing(to: target) { () throws(SystemError) in try file.write(part) }
      }
      try writing(to: target) { () throws(SystemError) in
        try file.setMode(0o644)
        try file.sync()
      }
    }
    if fonts.isEmpty { throw .fontArchiveRefused(path, "it contains no font") }
    return fonts
  }

  /// The names between the slashes of an entry's path, at least one.
  private func names(of entry: TarReader.Entry) throws(Diagnostic) -> [String] {
    let isPlain = { (byte: UInt8) in byte.isASCIILetter || byte.isASCIIDigit || "-_./".utf8.contains(byte) }
    let name = entry.isFolder && entry.name.last == 0x2F ? entry.name.dropLast() : entry.name[...]
    guard let relative = RelativePath(bytes: Array(name)), name.count <= 255, name.allSatisfy(isPlain),
      !relative.names.contains(where: { $0.hasPrefix(".") })
    else { throw .fontArchiveRefused(path, "it contains the path \(String(decoding: name, as: UTF8.self))") }
    return relative.names
  }

  private func refusing<Result>(_ body: () throws(TarReader.Fault) -> Result) throws(Diagnostic) -> Result {
    do throws(TarReader.Fault) { return try body() } catch { throw .fontArchiveRefused(path, error.reason) }
  }
}

private enum AddedFile { case font, licence, cache }

/// What a file is, by the names between the slashes of its path below the archive's folder; nil if an archive of fonts
/// does not contain such files.
private func addedFile(_ names: [String]) -> AddedFile? {
  let (folder, name) = (names.dropLast().joined(separator: "/"), names.last ?? "")
  switch folder {
  case Installation.addableFonts where [".ttc", ".otc", ".ttf", ".otf"].contains { name.hasSuffix($0) }: return .font
  case "share/doc/cardshelf" where name.hasSuffix(".json"), "share/doc/cardshelf/licences": return .licence
  // fontconfig trusts its caches, so they are made here.
  case "share/cardshelf/fontconfig" where name.contains(".cache-"): return .cache
  default: return nil
  }
}

/// Creates a folder and those above it.
private func makeFolders(_ path: String) throws(SystemError) {
  var walked = ""
  for name in path.split(separator: "/") {
    walked += "/" + name
    do throws(SystemError) {
      _ = try retrying { unsafe mkdir(walked, 0o755) }
    } catch {
      if error.code != EEXIST { throw error }
    }
  }
}

private func writing<Result: ~Copyable>(
  to path: String, _ body: () throws(SystemError) -> Result
) throws(Diagnostic) -> Result {
  do throws(SystemError) { return try body() } catch { throw .fontsUnwritable(path, error) }
}
