import Glibc

/// A site's folder and the repository that it is in: services look for their files in a repository's root alone.
struct SiteInRepository {
  /// Absolute; without a repository the site's own folder.
  let repository: String
  /// Of the site, from there; `.` where they are the same.
  let path: String

  /// nil if the folder is not a site.
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
