import Glibc

/// A site's folder and the repository that contains it: services look for their files only in the root of a repository.
struct SiteInRepository {
  /// The absolute path of the repository; without one, of the site's own folder.
  let repository: String
  /// The path of the site from there; `.` if they are the same.
  let path: String

  /// Looks for the repository; nil if the folder is not a site.
  init?(root: String) {
    guard let real = realpath(root, nil) else { return nil }
    defer { free(real) }
    let site = String(cString: real)
    guard access(site + "/cardshelf.yml", F_OK) == 0 else { return nil }
    var folder = site
    while access(folder + "/.git", F_OK) != 0 {
      guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else {
        (repository, path) = (site, ".")
        return
      }
      folder = String(folder[..<slash])
    }
    repository = folder
    path = folder == site ? "." : String(site.dropFirst(folder.count + 1))
  }

  /// The default branch of the repository from which this one was cloned; nil if git does not know it, or if its name
  /// has characters that mean something in a file of a service.
  var defaultBranch: String? {
    guard let line = start(of: ".git/refs/remotes/origin/HEAD")?.prefix(while: { $0 != "\n" }) else { return nil }
    let start = "ref: refs/remotes/origin/"
    let name = line.dropFirst(start.count)
    let isPlain = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || "-_./".utf8.contains($0)
    }
    return line.hasPrefix(start) && !name.isEmpty && isPlain ? String(name) : nil
  }

  /// A word for the folder, in the characters of names of files: `sites/Shop 2` is `sites-shop-2`.
  var word: String {
    path.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }

  /// The first characters of a file in the repository; nil if there is no such file.
  func start(of path: String, most: Int = 10_000) -> String? {
    guard let file = fopen(repository + "/" + path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: most)
    let count = fread(&bytes, 1, most, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
