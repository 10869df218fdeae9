import Diagnostics
import Glibc
import TestSupport
import Testing

@testable import SiteBuild

struct PrivateFolderTests {
  /// Folders inside each other, deeper than a path may be long and than files may be open.
  private func nest(_ depth: Int, in path: String) throws {
    var folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for level in 0..<depth {
      guard mkdirat(folder, "folder", 0o755) == 0 else { throw Folder.Failure(what: "mkdirat \(level): \(errno)") }
      if level % 7 == 0 { close(openat(folder, "file", O_CREAT | O_WRONLY, 0o600)) }
      if level % 11 == 0 { symlinkat("/etc", folder, "link") }
      let next = openat(folder, "folder", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      close(folder)
      folder = next
    }
    close(folder)
  }

  @Test(arguments: [0, 1, 40, 6000])
  func isRemovedWhateverItsDepth(depth: Int) throws {
    try Folder.withTemporary { parent in
      let folder = try PrivateFolder(in: parent.path)
      try nest(depth, in: folder.path)
      try Folder(path: folder.path).write("a", to: "wide/.removed-1/a")
      try Folder(path: folder.path).write("a", to: ".removed-2/b/c/d")
      for number in 0..<300 { try Folder(path: folder.path).write("a", to: "wide/\(number)/a") }
      folder.remove()
      #expect(access(folder.path, F_OK) != 0)
      #expect(access("/etc/passwd", F_OK) == 0)
    }
  }

  @Test func sweepsFoldersOfDeadRuns() throws {
    try Folder.withTemporary { parent in
      func make(_ name: String, mode: mode_t = 0o700) throws -> String {
        try parent.write("a", to: "\(name)/b/c")
        let path = "\(parent.path)/\(name)"
        chmod(path, mode)
        return path
      }
      let dead = try make("cardshelf-diff-abcdef")
      try nest(3000, in: dead)
      let used = try PrivateFolder(in: parent.path)
      var kept = [used.path]
      kept.append(try make("cardshelf-diff-open00", mode: 0o755))
      kept.append(try make("cardshelf-diff-longer0"))
      kept.append(try make("other-diff-abcdef"))
      try parent.write("a", to: "cardshelf-diff-file00")
      kept.append("\(parent.path)/cardshelf-diff-file00")
      symlink("\(parent.path)/other-diff-abcdef", "\(parent.path)/cardshelf-diff-link00")
      kept.append("\(parent.path)/other-diff-abcdef/b/c")
      if geteuid() == 0 {
        let foreign = try make("cardshelf-diff-stran0")
        chown(foreign, 12345, 12345)
        kept.append(foreign)
      }
      PrivateFolder.sweep(parent.path)
      #expect(access(dead, F_OK) != 0)
      for path in kept { #expect(access(path, F_OK) == 0, "\(path)") }
      used.remove()
    }
  }

  /// Whoever made a folder sees that it was swept before it was locked, and makes another; so one that it has is never
  /// swept.
  @Test func isNotSweptWhileItIsMade() async throws {
    try await Folder.withTemporary { parent in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for _ in 0..<500 { PrivateFolder.sweep(parent.path) } }
        group.addTask {
          for _ in 0..<200 {
            guard let folder = try? PrivateFolder(in: parent.path) else { continue }
            #expect(access(folder.path, F_OK) == 0)
            folder.remove()
          }
        }
      }
    }
  }
}

struct GitDeadlineTests {
  /// - Parameter script: a program in the place of git.
  private func run(_ script: String, in folder: Folder) throws -> String {
    for name in ["objects", "refs"] { try folder.make(folder: "site/.git/\(name)") }
    try folder.write("ref: refs/heads/main\n", to: "site/.git/HEAD")
    try folder.make(folder: "view")
    try folder.write("#!/bin/sh\necho $$ > \(folder.path)/pids\n" + script, to: "git")
    chmod(folder.path + "/git", 0o755)
    var deadline = GitView.Deadline()
    deadline.silence = .milliseconds(700)
    deadline.run = .seconds(2)
    let view = try GitView(
      of: GitRepository(of: folder.path + "/site"), program: folder.path + "/git", folder: folder.path + "/view",
      deadline: deadline)
    do throws(GitFault) {
      _ = try view.tree(of: "main")
      return "it ended"
    } catch {
      return error.diagnostic(about: "main").message
    }
  }

  @Test(arguments: [
    ("says nothing", "sleep 300"), ("leaves children behind", "sleep 300 & echo $! >> PIDS; sleep 300"),
    ("leaves children in other groups", "setsid sleep 300 & echo $! >> PIDS; sleep 300"),
    ("closes its output", "exec >&-; sleep 300"), ("ignores signals", "trap '' TERM INT HUP; sleep 300"),
    ("never ends", "while :; do echo a; sleep .1; done"),
  ])
  func endsAGitThatHangs(name: String, script: String) throws {
    try Folder.withTemporary { folder in
      let clock = ContinuousClock()
      var message = ""
      let time = try clock.measure {
        message = try run(script.replacing("PIDS", with: "\(folder.path)/pids") + "\n", in: folder)
      }
      #expect(
        message.hasPrefix("git failed: it did not answer in ") && message.hasSuffix(" and was ended"), "\(message)")
      #expect(time < .seconds(9))
      let identifiers = (folder.text(of: "pids") ?? "").split(separator: "\n").compactMap { pid_t($0) }
      #expect(!identifiers.isEmpty)
      usleep(300_000)
      for identifier in identifiers { #expect(!isRunning(identifier), "\(identifier)") }
    }
  }

  @Test func waitsForAGitThatAnswers() throws {
    try Folder.withTemporary { folder in
      let end = try run(
        "sleep .3; echo; for number in 1 2; do sleep .3; echo \(String(repeating: "a", count: 40)); done\n", in: folder)
      #expect(end == "it ended")
    }
  }

  /// Not one that has ended and waits for its parent.
  private func isRunning(_ identifier: pid_t) -> Bool {
    guard let file = fopen("/proc/\(identifier)/stat", "r") else { return false }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 200)
    guard fgets(&line, 200, file) != nil else { return false }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.split(separator: ")").last?.contains("Z") != true
  }
}
