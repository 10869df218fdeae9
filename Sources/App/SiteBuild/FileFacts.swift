import CFileSystem
import Glibc

/// What tells a file or folder from all others, and from every copy of itself.
///
/// An inode's number and the time at which the file system made it are in nobody's hands: neither a checkout nor an archive
/// nor a copy can bring them along.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  /// nil where the file system does not tell.
  let birth: FileTime?
  /// When anything about it changed, its names included. Nobody can set it.
  let changed: FileTime
  /// When its content changed. Any program may set it.
  let modified: FileTime

  func isSamePlace(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }
}

/// Since 1970.
struct FileTime: Hashable, Sendable, CustomStringConvertible {
  let seconds: Int64
  let nanoseconds: UInt32

  fileprivate init(_ time: cfilesystem_time) {
    seconds = time.seconds
    nanoseconds = time.nanoseconds
  }

  var description: String { "\(seconds).\(nanoseconds)" }
}

/// What the file system knows of a file or folder.
struct FileFacts: Sendable {
  let identity: FileIdentity
  let linkCount: Int
  let isFolder: Bool
  let mode: mode_t
  /// The mount that it was reached through; 0 where the kernel does not tell (before Linux 5.8).
  let mount: UInt64
  /// Whether it may be what is mounted, and not what lies there without the mount.
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

  /// Of what stands under a name, itself and not what it may link to; nil where nothing does.
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
