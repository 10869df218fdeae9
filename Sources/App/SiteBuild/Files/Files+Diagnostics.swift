import Diagnostics
import Glibc

/// All messages about files that are read or written.
extension Diagnostic.Rule {
  static let fileChanged = Self("file-changed", fault: .cannotRun)
  static let fileForged = Self("file-forged")
  static let fileUnreadable = Self("file-unreadable", fault: .cannotRun)
  static let fileTooLarge = Self("file-too-large", fault: .cannotRun)
  static let fileNameNotUTF8 = Self("file-name-not-utf8", fault: .cannotRun)
  static let folderTooDeep = Self("folder-too-deep", fault: .cannotRun)
  static let notARegularFile = Self("not-a-regular-file", fault: .cannotRun)
  static let pathOutsideSite = Self("path-outside-site", fault: .cannotRun)

  /// Faults of single files and folders: the rest of the content can be read without them.
  static let faultsOfSingleFiles: Set = [fileNameNotUTF8, fileTooLarge, folderTooDeep, notARegularFile]

  static let outputBusy = Self("output-busy", fault: .cannotRun)
  static let outputForeignFile = Self("output-foreign-file", fault: .cannotRun)
  static let outputFolderForeign = Self("output-folder-foreign", fault: .cannotRun)
  static let outputFolderUnsafe = Self("output-folder-unsafe", fault: .cannotRun)
  static let outputLeftover = Self("output-leftover")
  static let outputManifestDamaged = Self("output-manifest-damaged", fault: .cannotRun)
  static let outputPathInvalid = Self("output-path-invalid", fault: .cannotRun)
  static let scratchUnreadable = Self("scratch-unreadable", fault: .cannotRun)
  static let outputUnwritable = Self("output-unwritable", fault: .cannotRun)
}

// Findings about reading.
extension Diagnostic {
  static func unreadable(_ path: String, _ error: SystemError) -> Diagnostic {
    let help: String? =
      switch error.code {
      case ENOENT: "Check the name; case matters."
      case EACCES, EPERM: "Let the user who builds read it: chmod u+r for a file, u+rx for a folder."
      default: nil
      }
    return Diagnostic(.error, .fileUnreadable, "cannot read: \(error.reason)", path: path, help: help)
  }

  static func scratchUnreadable(_ folder: String, _ error: SystemError) -> Diagnostic {
    Diagnostic(
      .error, .scratchUnreadable, "cannot read a temporary file: \(error.reason)", path: folder,
      help: "Set TMPDIR to a folder on a working disk, and build again.")
  }

  static func fileChanged(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, .fileChanged, "the file changed during the build; nothing was published", path: path,
      help: "Build again when no program is writing to it.")
  }

  static func fileForged(_ path: String, likeThat other: String) -> Diagnostic {
    Diagnostic(
      .error, .fileForged, "the file has the hash of \(other) but different bytes: one was made to replace the other",
      path: path, help: "Remove one of them.")
  }

  static func fileTooLarge(_ path: String, limit: Int) -> Diagnostic {
    Diagnostic(
      .error, .fileTooLarge, "the file is larger than \(limit) bytes", path: path,
      help: "Split it, or keep it outside the site.")
  }

  static func fileNameNotUTF8(folder: String, name: [UInt8]) -> Diagnostic {
    Diagnostic(
      .error, .fileNameNotUTF8, "the file name is not UTF-8", path: folder + "/" + escaped(name),
      help: "Rename the file in UTF-8.")
  }

  static func folderTooDeep(_ path: String, limit: Int) -> Diagnostic {
    Diagnostic(
      .error, .folderTooDeep, "the folder is more than \(limit) folders deep", path: path,
      help: "Move it up.")
  }

  static func notARegularFile(_ path: String, _ kind: FileStatus.FileKind) -> Diagnostic {
    let help =
      switch kind {
      case .symbolicLink:
        "Replace it with a copy: links are not followed, so that a build reads nothing outside the site."
      case .folder: "Name a file in it."
      default: "Move it out of the site's folders."
      }
    return Diagnostic(
      .error, .notARegularFile, "this is a \(kind.rawValue), not a regular file", path: path, help: help)
  }

  static func folderNamedAsCard(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, .notARegularFile, "this is a folder, not a regular file", path: path,
      help: "Rename it: a name that ends in .md is for cards.")
  }

  static func pathOutsideSite(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, .pathOutsideSite, "the path is not inside the site", path: path,
      help: "Write it relative to the site's root, without `..`, `.` and empty names.")
  }
}

// Findings about writing.
extension Diagnostic {
  /// - Parameter bytesNeeded: the number of bytes that the run will write, for a full disk.
  static func outputUnwritable(_ path: String, _ error: SystemError, bytesNeeded: Int = 0) -> Diagnostic {
    let help: String? =
      switch error.code {
      case EACCES, EPERM, EROFS: "Let the user who builds write there, or choose another output folder."
      case ENOSPC, EDQUOT: "Free some space: this build writes \(bytesNeeded) bytes."
      case ENOTDIR, EEXIST: "Remove what is in the way, or choose another output folder."
      case ENOENT: "Make the folder, or choose another output folder."
      default: nil
      }
    return Diagnostic(.error, .outputUnwritable, "cannot write: \(error.reason)", path: path, help: help)
  }

  static func outputForeignFile(_ path: String, _ kind: FileStatus.FileKind) -> Diagnostic {
    Diagnostic(
      .error, .outputForeignFile, "a \(kind.rawValue) that Cardshelf did not write is where the build must write",
      path: path, help: "Move it away, or rename the content that is published there.")
  }

  static func outputUnsafe(_ path: String, _ fault: OutputFault, of place: OutputPlace) -> Diagnostic {
    let reason =
      switch fault {
      case .link: "the path leads through a symbolic link"
      case .isRoot: "this is the site's own folder"
      case .liesIn(let name): "this folder is \(name), or is inside it"
      case .holds(let name): "this folder contains \(name)"
      }
    let target = resolvedFolder(place.path)
    let help =
      switch fault {
      case .link where !place.isNamed: "Remove the link, or name the folder with --output."
      case .link where target == place.path: "Name a folder without a link in its path."
      case .link where place.content == .site: "Name its target, \(target), or an empty one."
      case .link: "Name the folder itself, \(target), or another one."
      default: "Name another folder with \(place.option), preferably an empty one."
      }
    return Diagnostic(
      .error, .outputFolderUnsafe, "files that Cardshelf did not write could be lost here: \(reason)", path: path,
      help: help)
  }

  /// - Parameters:
  ///   - names: the names in the folder; at least one.
  ///   - option: the option that named the folder.
  static func outputFolderForeign(_ path: String, names: [[UInt8]], option: String) -> Diagnostic {
    let shown = names.prefix(3).map { name in String(validating: name, as: UTF8.self) ?? escaped(name) }
    let rest = names.count - shown.count
    return Diagnostic(
      .error, .outputFolderForeign,
      "the folder holds what Cardshelf did not write: \(shown.joined(separator: ", "))"
        + (rest > 0 ? " and \(rest) more" : ""),
      path: path,
      help: "Name an empty or new folder with \(option); or add --force: what is there stays, and files are added.")
  }

  /// - Parameter file: the path from the current folder, or an absolute path.
  static func outputLeftover(_ path: String, file: String) -> Diagnostic {
    Diagnostic(
      .warning, .outputLeftover,
      "no page needs this file of an earlier build, and nothing proves that Cardshelf wrote it",
      path: path, help: "if it is not yours, remove it: rm \(inShell(file)); or empty the folder, and build again")
  }

  static func reportForeignFile(_ path: String, _ kind: FileStatus.FileKind) -> Diagnostic {
    Diagnostic(
      .error, .outputForeignFile, "a \(kind.rawValue) that is not a report is where the report must be written",
      path: path,
      help: "Move it away, or name another folder with --report.")
  }

  static func reportLinked(_ path: String, leadsTo folder: String) -> Diagnostic {
    Diagnostic(
      .error, .outputFolderUnsafe,
      "files that Cardshelf did not write could be lost here: the path leads through a symbolic link", path: path,
      help: folder == path
        ? "Name a folder without a link in its path." : "Name the folder itself, \(folder), or another one.")
  }

  static func outputBusy(_ path: String, seconds: Int) -> Diagnostic {
    Diagnostic(
      .error, .outputBusy, "another build has been writing to this folder for \(seconds) seconds", path: path,
      help: "Wait for it to end, or choose another output folder.")
  }

  static func outputManifestDamaged(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, .outputManifestDamaged,
      "the list of files that Cardshelf wrote is damaged or from another version; nothing was changed", path: path,
      help: "Empty the output folder and build again.")
  }

  static func outputPathInvalid(_ path: String, because reason: String) -> Diagnostic {
    Diagnostic(
      .error, .outputPathInvalid, "no file can be published under this path: \(reason)", path: path,
      help: "Rename the content that is published there.")
  }
}

/// A name with every byte that is not printable ASCII as `\xE9`.
private func escaped(_ name: [UInt8]) -> String {
  name.map { byte in
    if (0x20..<0x7F).contains(byte) { return String(UnicodeScalar(byte)) }
    return (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16, uppercase: true)
  }.joined()
}

/// A path as a shell word.
func inShell(_ path: String) -> String { "'" + path.replacing("'", with: "'\\''") + "'" }
