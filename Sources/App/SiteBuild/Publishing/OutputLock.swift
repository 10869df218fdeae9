import Diagnostics
import Glibc

/// Opens the file whose lock a run holds while it writes to an output folder.
func openLock(of folder: borrowing FileDescriptor, shownAs: String) throws(Diagnostic) -> FileDescriptor {
  let shown = shownAs + "/" + OutputFolder.lockName
  do {
    if let status = try folder.status(of: OutputFolder.lockName), status.kind != .regularFile {
      throw Diagnostic.outputForeignFile(shown, status.kind)
    }
    let lock = try folder.openLockFile(OutputFolder.lockName)
    let status = try lock.status()
    if status.kind != .regularFile { throw Diagnostic.outputForeignFile(shown, status.kind) }
    // For the next build, if a run ended before it set the mode. A file with several names is not only a lock.
    let facts = try lock.facts()
    if facts.linkCount == 1, facts.mode != 0o644 { try? lock.setMode(0o644) }
    return lock
  } catch let error as Diagnostic {
    throw error
  } catch let error as SystemError {
    throw .outputUnwritable(shownAs, error)
  } catch {
    throw .outputForeignFile(shown, .regularFile)
  }
}
