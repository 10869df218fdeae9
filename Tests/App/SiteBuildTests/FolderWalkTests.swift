import Glibc
import TestSupport
import Testing

@testable import SiteBuild

@Suite struct FolderWalkTests {
  /// Another build removes the folder of what it has staged while this one looks for sources in its output folder.
  @Test func foldersThatGoMeanwhileHoldNothing() async throws {
    let folder = try Folder.temporary(in: "/dev/shm")
    defer { folder.remove() }
    let walked = try FileDescriptor(folderAt: folder.path)
    let place = try FileDescriptor(folderAt: "/").facts().identity
    let other = Task.detached {
      for _ in 0..<20_000 {
        mkdir(folder.path + "/staging", 0o755)
        mkdir(folder.path + "/staging/inside", 0o755)
        rmdir(folder.path + "/staging/inside")
        rmdir(folder.path + "/staging")
      }
    }
    for _ in 0..<20_000 { #expect(try !walked.holds(anyOf: [place])) }
    await other.value
  }
}
