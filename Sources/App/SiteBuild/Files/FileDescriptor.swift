import CFileSystem
import Glibc

/// An open file or folder, which is closed at the end of its life.
///
/// Names are single names in this folder, never paths, and symbolic links are not followed: opened files are in the
/// folder. No call waits for the other end of a FIFO.
struct FileDescriptor: ~Copyable {
  let number: Int32

  init(number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a folder by a path that may contain symbolic links: a root that the caller chose.
  init(folderAt path: String) throws(SystemError) {
    number = try retrying { unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  /// Opens a file by a path that may contain symbolic links: a file that the caller chose.
  init(fileAt path: String) throws(SystemError) {
    number = try retrying { unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
  }

  /// Creates a file for reading and writing that nobody else can open. It disappears with this descriptor.
  ///
  /// The file is in memory if the folder is missing or read-only, as in minimal containers.
  init(namelessFileIn folder: String) throws(SystemError) {
    do {
      number = try retrying {
        unsafe Glibc.open(folder, O_RDWR | O_DIRECTORY | cfilesystem_nameless_file | O_CLOEXEC, 0o600)
      }
    } catch {
      guard [ENOENT, EACCES, EROFS].contains(error.code) else { throw error }
      number = try retrying { unsafe cfilesystem_file_in_memory("cardshelf", cfilesystem_closed_by_programs) }
    }
  }

  func openFolder(_ name: String) throws(SystemError) -> FileDescriptor {
    try open(name, O_RDONLY | O_DIRECTORY)
  }

  /// Opens the folder at the end of some names, with one call that refuses symbolic links and paths that lead outside;
  /// not every kernel supports it.
  func openFolder(beneath names: [String]) throws(SystemError) -> FileDescriptor {
    let folder = number
    let path = names.isEmpty ? "." : names.joined(separator: "/")
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    return FileDescriptor(number: try retrying { unsafe cfilesystem_open_beneath(folder, path, flags) })
  }

  /// Opens a file without checking the kind: check `status()` before reading.
  func openFile(_ name: String) throws(SystemError) -> FileDescriptor {
    try open(name, O_RDONLY)
  }

  func createFile(_ name: String) throws(SystemError) -> FileDescriptor {
    try open(name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
  }

  /// Opens a file to be written in place, created with mode 0644 if necessary. An existing one may not be a regular
  /// file.
  func openWritableFile(_ name: String) throws(SystemError) -> FileDescriptor {
    do {
      let made = try open(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
      try made.setMode(0o644)
      return made
    } catch {
      guard error.code == EEXIST else { throw error }
      return try open(name, O_RDWR)
    }
  }

  private func open(_ name: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
    let folder = number
    let flags = flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    return FileDescriptor(number: try retrying { unsafe openat(folder, name, flags, mode) })
  }

  /// Opens the same folder again.
  func reopenedFolder() throws(SystemError) -> FileDescriptor { try openFolder(".") }

  func status() throws(SystemError) -> FileStatus {
    var status = stat()
    let number = number
    _ = try retrying { unsafe fstat(number, &status) }
    return FileStatus(status)
  }

  /// The status of a name, of a link itself and not of its target; nil if there is nothing.
  func status(of name: String) throws(SystemError) -> FileStatus? {
    var status = stat()
    let folder = number
    do {
      _ = try retrying { unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    return FileStatus(status)
  }

  /// A name in a folder, as bytes.
  struct FolderEntry {
    let name: [UInt8]
    /// The kind; nil if the file system does not report it with the name.
    let kind: FileStatus.FileKind?
  }

  /// The names in this folder, without `.` and `..`, in no particular order.
  func names() throws(SystemError) -> [[UInt8]] { try entries().map(\.name) }

  /// The entries of this folder, without `.` and `..`, in no particular order.
  func entries() throws(SystemError) -> [FolderEntry] {
    let folder = number
    let copy = try retrying { unsafe openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = unsafe fdopendir(copy), let offset = MemoryLayout<dirent>.offset(of: \.d_name),
      let kindOffset = MemoryLayout<dirent>.offset(of: \.d_type)
    else {
      let code = errno
      close(copy)
      throw SystemError(code: code)
    }
    defer { unsafe closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        let code = errno
        if code != 0 { throw SystemError(code: code) }
        return entries
      }
      // The name is read by its address: a record is shorter than `dirent` declares, so it must not be copied as one.
      let start = unsafe UnsafeRawPointer(entry) + offset
      let length = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
      let name = unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      let kind: FileStatus.FileKind? =
        switch unsafe Int(UnsafeRawPointer(entry).load(fromByteOffset: kindOffset, as: UInt8.self)) {
        case Int(DT_REG): .regularFile
        case Int(DT_DIR): .folder
        default: nil
        }
      entries.append(FolderEntry(name: name, kind: kind))
    }
  }

  /// The bytes from here to the end, or nil if there are more than `limit`.
  func read(expecting size: Int, limit: Int) throws(SystemError) -> [UInt8]? {
    // The buffer has one byte more than the expected size, so that the end is detected without growing.
    var buffer = [UInt8](repeating: 0, count: min(max(size, 0), max(limit, 0), Int.max - 1) + 1)
    var count = try fill(&buffer, from: 0, enough: size)
    while count == buffer.count, count <= limit {
      buffer.append(contentsOf: repeatElement(0, count: max(4096, count)))
      count = try fill(&buffer, from: count)
    }
    if count > limit { return nil }
    buffer.removeSubrange(count...)
    return buffer
  }

  /// Returns the next bytes of the file, at most `limit`.
  func beginning(limit: Int) throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: limit)
    return Array(buffer[..<(try fill(&buffer, from: 0))])
  }

  /// Reads until a buffer is full, or to the end.
  ///
  /// - Parameter enough: a file's size, at which reading ends unless the file has grown since; 0 if it is unknown.
  /// - Returns: the end of the bytes in the buffer.
  private func fill(_ buffer: inout [UInt8], from start: Int, enough: Int = 0) throws(SystemError) -> Int {
    var count = start
    while count < buffer.count {
      let got = try read(into: &buffer, from: count)
      if got == 0 { break }
      count += got
      if count == enough { break }
    }
    return count
  }

  func read(into buffer: inout [UInt8], from start: Int) throws(SystemError) -> Int {
    let number = number
    return try retrying {
      unsafe buffer.withUnsafeMutableBytes { all in
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: all[start...])
        return unsafe Glibc.read(number, free.baseAddress, free.count)
      }
    }
  }

  func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes[...]) }

  func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    try unsafe write(bytes) { unsafe Glibc.write($0, $1, $2) }
  }

  /// - Parameter offset: the offset from the file's start; the current position is unchanged.
  func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var position = offset
    try unsafe write(bytes[...]) { number, start, count in
      let written = unsafe pwrite(number, start, count, position)
      if written > 0 { position += written }
      return written
    }
  }

  /// Moves the position, here and in processes that share this file, to the start.
  func rewind() throws(SystemError) {
    let number = number
    _ = try retrying { lseek(number, 0, SEEK_SET) }
  }

  /// Reads exactly this many bytes from an offset.
  func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    let number = number
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      do throws(SystemError) {
        while filled < count {
          let start = filled
          let got = try retrying {
            unsafe pread(number, room.baseAddress.map { unsafe $0 + start }, count - start, offset + start)
          }
          if got == 0 { throw SystemError(code: EIO) }
          filled += got
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, by call: (_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int
  ) throws(SystemError) {
    let number = number
    var written = 0
    while written < bytes.count {
      let start = written
      let count = try retrying {
        unsafe bytes.withUnsafeBytes { all in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
          return unsafe call(number, rest.baseAddress, rest.count)
        }
      }
      if count == 0 { throw SystemError(code: EIO) }
      written += count
    }
  }

  /// The `contentHash` of the bytes from here to the end.
  func contentHash() throws(SystemError) -> String {
    var hasher = ContentHasher()
    try forEachPart { part throws(SystemError) in
      hasher.add(part)
      return true
    }
    return hasher.hash
  }

  /// Passes on the bytes from here to the end, part by part, as long as `take` returns true.
  func forEachPart(_ take: (ArraySlice<UInt8>) throws(SystemError) -> Bool) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: max(1 << 12, min(try status().size, 1 << 18)))
    while true {
      let got = try read(into: &buffer, from: 0)
      if got == 0 { return }
      let goesOn = try take(buffer[..<got])
      if !goesOn { return }
    }
  }

  func setMode(_ mode: mode_t) throws(SystemError) {
    let number = number
    _ = try retrying { fchmod(number, mode) }
  }

  /// Tries to lock the file; false while another process holds the lock. The kernel releases it when its holder ends,
  /// for any reason.
  func tryLock() throws(SystemError) -> Bool {
    let number = number
    do {
      _ = try retrying { flock(number, LOCK_EX | LOCK_NB) }
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
    return true
  }

  /// Opens the folder with a name, created with mode 0755 if necessary.
  func makeFolder(_ name: String) throws(SystemError) -> FileDescriptor {
    let number = number
    do {
      // The call sets the mode too, because nobody corrects a folder whose creator ended before it could do so.
      _ = try retrying { unsafe mkdirat(number, name, 0o755) }
    } catch {
      if error.code == EEXIST { return try openFolder(name) }
      throw error
    }
    let folder = try openFolder(name)
    try folder.setMode(0o755)
    return folder
  }

  /// Opens the folder at the end of some names, see ``makeFolder(_:)``.
  func makeFolders(_ names: [String]) throws(SystemError) -> FileDescriptor {
    var folder = try reopenedFolder()
    for name in names { folder = try folder.makeFolder(name) }
    return folder
  }

  /// Removes a name that is not a folder; for a symbolic link, the link itself.
  func removeFile(_ name: String) throws(SystemError) {
    let number = number
    _ = try retrying { unsafe unlinkat(number, name, 0) }
  }

  func removeEmptyFolder(_ name: String) throws(SystemError) {
    let number = number
    _ = try retrying { unsafe unlinkat(number, name, AT_REMOVEDIR) }
  }

  /// Moves a file into another folder in one step, replacing an existing file.
  func move(_ name: String, to folder: borrowing FileDescriptor, as newName: String) throws(SystemError) {
    let from = number
    let to = folder.number
    _ = try retrying { unsafe renameat(from, name, to, newName) }
  }

  /// Moves a file into another folder in one step, to a name that nothing has.
  ///
  /// - Throws: `EEXIST` if something has this name.
  func move(_ name: String, to folder: borrowing FileDescriptor, asNew newName: String) throws(SystemError) {
    let from = number
    let to = folder.number
    do throws(SystemError) {
      _ = try retrying { unsafe cfilesystem_rename(from, name, to, newName, cfilesystem_not_replacing) }
    } catch {
      // Some file systems cannot do both in one step.
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
      if try folder.status(of: newName) != nil { throw SystemError(code: EEXIST) }
      try move(name, to: folder, as: newName)
    }
  }
}

/// The status of a name in a folder.
struct FileStatus: Hashable, Sendable {
  enum FileKind: String {
    case regularFile = "regular file"
    case folder = "folder"
    case symbolicLink = "symbolic link"
    case fifo = "FIFO"
    case socket = "socket"
    case device = "device"
  }

  let kind: FileKind
  /// The size in bytes.
  let size: Int
  let stamp: FileStamp

  fileprivate init(_ status: stat) {
    size = Int(status.st_size)
    stamp = FileStamp(status)
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regularFile
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .fifo
      case S_IFSOCK: .socket
      default: .device
      }
  }
}

/// Distinguishes a file from others and from its earlier state.
struct FileStamp: Hashable, Sendable {
  private let device: UInt
  private let number: UInt
  private let size: Int
  private let modified: Time
  private let changed: Time

  private struct Time: Hashable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) {
      seconds = time.tv_sec
      nanoseconds = time.tv_nsec
    }
  }

  fileprivate init(_ status: stat) {
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
    size = Int(status.st_size)
    modified = Time(status.st_mtim)
    changed = Time(status.st_ctim)
  }

  /// True if a later change would show in the stamp: file systems store times in steps of up to two seconds.
  var isSettled: Bool {
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return false }
    return now.tv_sec - changed.seconds > 2
  }
}

/// A descriptor that several threads use, for calls that do not move its position.
final class SharedDescriptor: Sendable {
  let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
}
