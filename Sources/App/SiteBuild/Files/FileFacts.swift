import CFileSystem
import Glibc

/// The identity of a file or folder, which differs from that of every copy.
///
/// Nobody controls the number of an inode and the time at which the file system created it: no checkout, archive or
/// copy can reproduce them.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  /// The time of creation; nil if the file system does not report it.
  let birth: FileTime?
  /// The time of the last change of any kind, including names. Nobody can set it.
  let changed: FileTime
  /// The time of the last change of the content. Any program can set it.
  let modified: FileTime

  func isSamePlace(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }
}

/// A time since 1970.
struct FileTime: Hashable, Sendable, CustomStringConvertible {
  let seconds: Int64
  let nanoseconds: UInt32

  fileprivate init(_ time: cfilesystem_time) {
    seconds = time.seconds
    nanoseconds = time.nanoseconds
  }

  var description: String { "\(seconds).\(nanoseconds)" }
}

/// The properties of a file or folder that the file system reports.
struct FileFacts: Sendable {
  let identity: FileIdentity
  let linkCount: Int
  let isFolder: Bool
  let mode: mode_t
  /// The mount through which it was reached; 0 if the kernel does not report it (before Linux 5.8).
  let mount: UInt64
  /// True if something may be mounted there, so that it is not the original content.
  let isMounted: Bool

  fileprivate init(_ facts: cfilesystem_facts) {
    identity = FileIdentity(
      device: UInt64(facts.device_major) << 32 | UInt64(facts.device_minor), inode: facts.inode,
      birth: facts.known & cfilesystem_knows_birth != 0 ? FileTime(facts.born) : nil,
      changed: FileTime(facts.changed), modified: FileTime(facts.modified))
    linkCount = Int(facts.link_count)
    isFolder = mode_t(facts.mode) & S_IFMT == S_IFDIR
    mode = mode_t(facts.mode) & 0o7777
    mount = facts.mount
    isMounted =
      facts.attributes & cfilesystem_is_mount_root != 0 || facts.attributes_known & cfilesystem_is_mount_root == 0
  }
}

extension FileDescriptor {
  func facts() throws(SystemError) -> FileFacts {
    var facts = cfilesystem_facts()
    let number = number
    _ = try retrying { unsafe cfilesystem_ask(number, "", &facts) }
    return FileFacts(facts)
  }

  /// The facts about a name, about a link itself and not its target; nil if there is nothing.
  func facts(of name: String) throws(SystemError) -> FileFacts? {
    var facts = cfilesystem_facts()
    let folder = number
    do {
      _ = try retrying { unsafe cfilesystem_ask(folder, name, &facts) }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    return FileFacts(facts)
  }
}
