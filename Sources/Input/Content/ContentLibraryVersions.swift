import CLibYAML
import CMarkdownMemory
import CTOML

/// The libraries that read content, as lines such as `libcmark 0.30.2`.
public func contentLibraryVersions() -> [String] {
  var lines: [String] = []
  if let version = unsafe cmark_version_string() { lines.append("libcmark \(unsafe String(cString: version))") }
  if let version = unsafe yaml_get_version_string() { lines.append("libyaml \(unsafe String(cString: version))") }
  if let version = unsafe ctoml_version() { lines.append("toml++ \(unsafe String(cString: version))") }
  return lines
}
