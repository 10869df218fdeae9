import Content
import Diagnostics
import Glibc

/// The card files of a site's first page.
func cardFiles(ofSite root: String) -> [SourceText] {
  let page = root + "/Content/p0000"
  return names(in: page).filter { $0.hasPrefix("s") }.flatMap { shelf in
    names(in: "\(page)/\(shelf)").filter { $0.hasPrefix("c") }.map { name in
      let path = "Content/p0000/\(shelf)/\(name)"
      return SourceText(path: path, bytes: bytes(of: "\(root)/\(path)"))
    }
  }
}

func names(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted()
}

func bytes(of path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer.prefix(count)
  }
}

/// Every file below a folder, by its path relative to the folder.
func allFiles(below folder: String, _ prefix: String = "") -> [(path: String, bytes: [UInt8])] {
  names(in: folder).flatMap { name -> [(path: String, bytes: [UInt8])] in
    let path = folder + "/" + name
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    return isFolder ? allFiles(below: path, prefix + name + "/") : [(prefix + name, bytes(of: path))]
  }
}
