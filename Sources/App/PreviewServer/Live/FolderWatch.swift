import Dispatch
import Glibc
import Synchronization

/// Reports that something in folders changed, using Linux's inotify.
///
/// Folders that are created later are watched as well. The watch ends with this value.
final class FolderWatch: Sendable {
  /// The watched folders. Those that no longer exist have no number.
  private struct WatchState {
    var folders: [Int32: String] = [:]
    var changeCount = 0
    var changedFiles: Set<String>? = []
  }

  private let descriptor: Int32
  /// Dispatch's sources are safe on every thread, although their type does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let state = Mutex(WatchState())
  private let top: String
  private let watched: Set<String>
  private let tell: @Sendable () -> Void

  /// - Parameters:
  ///   - folder: the folder to watch; its own entries matter only if they are in `names`.
  ///   - names: the names of files, and of folders that are watched with everything below them.
  ///   - tell: is called after each change; several changes may cause one call.
  /// - Returns: nil if the system cannot watch so many folders, or none at all.
  init?(_ folder: String, names: Set<String>, tell: @escaping @Sendable () -> Void) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    top = folder
    watched = names
    self.tell = tell
    let queue = DispatchQueue(label: "cardshelf.watch", qos: .userInitiated)
    unsafe source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let number = descriptor
    unsafe source.setCancelHandler { close(number) }
    unsafe source.setEventHandler { [weak self] in self?.read() }
    let isComplete = watch(folder, isTop: true)
    unsafe source.resume()
    if !isComplete {
      unsafe source.cancel()
      return nil
    }
  }

  deinit { unsafe source.cancel() }

  /// The number of changes so far.
  var changeCount: Int { state.withLock { $0.changeCount } }

  /// Returns the files that changed since the last call, relative to the folder; nil if others may have changed as
  /// well, because folders were created or removed or the system lost events.
  func takeChangedFiles() -> Set<String>? {
    state.withLock { state in
      defer { state.changedFiles = [] }
      return state.changedFiles
    }
  }

  /// Watches a folder and those below it.
  ///
  /// - Returns: false if the system's limit of watches is reached. A folder that no longer exists needs none.
  private func watch(_ folder: String, isTop: Bool = false, depth: Int = 0) -> Bool {
    let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ONLYDIR | IN_DONT_FOLLOW
    // The path of the site's own folder may contain a symbolic link.
    let number = unsafe inotify_add_watch(descriptor, folder, UInt32(isTop ? mask & ~IN_DONT_FOLLOW : mask))
    guard number >= 0 else { return errno != ENOSPC && errno != ENOMEM }
    state.withLock { $0.folders[number] = folder }
    guard depth < deepestFolder, let stream = unsafe opendir(folder) else { return true }
    defer { unsafe closedir(stream) }
    var isComplete = true
    while let entry = unsafe readdir(stream), isComplete {
      let name = unsafe entryName(entry)
      // `inotify_add_watch` refuses anything that is not a folder.
      guard unsafe entry.pointee.d_type == UInt8(DT_DIR) || entry.pointee.d_type == UInt8(DT_UNKNOWN) else { continue }
      if matters(name, inTop: isTop) { isComplete = watch(folder + "/" + name, depth: depth + 1) }
    }
    return isComplete
  }

  private func matters(_ name: String, inTop: Bool) -> Bool {
    if inTop { return watched.contains(name) }
    // Hidden files are not part of a site, nor are the backup copies of editors.
    return !name.hasPrefix(".") && !name.hasSuffix("~")
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var changes = 0
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      for event in FolderEvent.all(in: buffer[..<count]) where take(event) { changes += 1 }
    }
    if changes == 0 { return }
    state.withLock { $0.changeCount += changes }
    tell()
  }

  /// - Returns: whether the event is to be reported.
  private func take(_ event: FolderEvent) -> Bool {
    // Some events were lost: anything may have changed.
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      state.withLock { $0.changedFiles = nil }
      return true
    }
    guard let folder = state.withLock({ $0.folders[event.folder] }) else { return false }
    if event.mask & UInt32(IN_IGNORED) != 0 {
      state.withLock { _ = $0.folders.removeValue(forKey: event.folder) }
      return false
    }
    guard matters(event.name, inTop: folder == top) else { return false }
    let isFolder = event.mask & UInt32(IN_ISDIR) != 0
    if isFolder, event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 { _ = watch(folder + "/" + event.name, depth: 1) }
    // This comes after watching, because files created before a folder is watched are not reported. Names that are not
    // UTF-8 contain U+FFFD here.
    if isFolder || event.name.unicodeScalars.contains("\u{FFFD}") {
      state.withLock { $0.changedFiles = nil }
    } else {
      let below = String(decoding: folder.utf8.dropFirst(top.utf8.count + 1), as: UTF8.self)
      let path = below.isEmpty ? event.name : below + "/" + event.name
      state.withLock { _ = $0.changedFiles?.insert(path) }
    }
    // Data is written to a created file next, which is another event.
    return isFolder || event.mask & UInt32(IN_CREATE) == 0
  }
}

/// The depth of folders; deeper ones are not part of a site.
private let deepestFolder = 18

private func entryName(_ entry: UnsafeMutablePointer<dirent>) -> String {
  // The name is read by its address: a record is shorter than `dirent` claims.
  guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return "" }
  return unsafe String(
    cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
}

/// One record of inotify.
struct FolderEvent {
  let folder: Int32
  let mask: UInt32
  let name: String

  /// - Parameter bytes: whole records, as the kernel writes them.
  static func all(in bytes: ArraySlice<UInt8>) -> [FolderEvent] {
    var events: [FolderEvent] = []
    var rest = bytes
    while rest.count >= 16 {
      let head = Array(rest.prefix(16))
      func number(at offset: Int) -> UInt32 {
        head[offset..<(offset + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
      let nameLength = Int(number(at: 12))
      let name = rest.dropFirst(16).prefix(nameLength).prefix { $0 != 0 }
      events.append(
        FolderEvent(
          folder: Int32(truncatingIfNeeded: number(at: 0)), mask: number(at: 4),
          name: String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(16 + nameLength)
    }
    return events
  }
}
