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
}
