import CConfinement
import Glibc

/// Gives up all rights of this process except for computing, permanently: no network, no other processes, no generated
/// code, and no files except those that are open. Call it before the process reads bytes that may come from strangers.
///
/// Files that libraries open on first use must be open by then.
///
/// - Returns: nil, or the error number if the kernel refused: kernels and containers may not support such filters.
public func confineProcess() -> Int32? {
  let code = confine()
  return code == 0 ? nil : code
}

/// A system call that a confined process must not make, for a test of the confinement.
public struct ForbiddenCall: Sendable {
  public let name: String
  private let index: Int32

  /// All forbidden calls, and "start a thread", which is allowed.
  public static var all: [ForbiddenCall] {
    var calls: [ForbiddenCall] = []
    while let name = unsafe forbidden_call_name(Int32(calls.count)) {
      calls.append(ForbiddenCall(name: unsafe String(cString: name), index: Int32(calls.count)))
    }
    return calls
  }

  /// Makes the call. Ends this process if the kernel reacts that way.
  ///
  /// - Returns: nil if the call succeeded, or the error number if it was refused.
  public func make() -> Int32? {
    let code = make_forbidden_call(index)
    return code == 0 ? nil : code
  }
}

/// The purpose of another process, which decides the variables that it inherits.
public enum ProcessTask {
  case decoding, fonts, network

  fileprivate var variables: [String] {
    switch self {
    case .decoding: []
    case .fonts:
      [
        "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "FONTCONFIG_FILE",
        "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT",
      ]
    case .network:
      ["PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"]
        + ["http", "https", "all", "no"].flatMap { ["\($0)_proxy", "\($0.uppercased())_PROXY"] }
    }
  }
}

/// The environment variables that another process inherits, in addition to `LC_ALL=C`: those that contain locations,
/// but not those that change the behaviour of libraries.
public func inheritedVariables(for task: ProcessTask) -> [String: String] {
  var variables = ["LC_ALL": "C"]
  // Memory that jemalloc keeps for later counts against the address space limit.
  if task == .decoding { variables["MALLOC_CONF"] = "retain:false" }
  for name in ["LD_LIBRARY_PATH"] + task.variables {
    if let value = unsafe getenv(name) { variables[name] = unsafe String(cString: value) }
  }
  return variables
}

/// Removes variables from the environment that would change the behaviour of libraries. Call it before any of them is
/// used, and before there are threads.
///
/// Variables that contain locations stay: files and folders of fontconfig and of the user, scratch folders, and
/// locales, on which nothing depends. Variables for programs that are started here stay too, such as proxies and
/// displays.
public func removeVariablesOfLibraries() {
  let kept: Set = ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"]
  let prefixes = [
    "HB_", "FC_", "FONTCONFIG_", "FREETYPE_", "ICU_", "G_", "VIPS_", "ORC_", "XML_", "XMLMEM_", "SGML_", "LIBHEIF_",
    "JSIMD_",
  ].map(\.utf8)
  let list = unsafe environ
  var names: [String] = []
  var index = 0
  while let variable = unsafe list[index] {
    let name = unsafe String(Substring(String(cString: variable).utf8.prefix { $0 != UInt8(ascii: "=") }))
    if prefixes.contains(where: name.utf8.starts(with:)), !kept.contains(name) { names.append(name) }
    index += 1
  }
  for name in names { unsafe unsetenv(name) }
}
