import CConfinement
import Glibc

/// Leaves this process what it takes to compute, for good: no network, no other processes, no code of its own making, and no
/// files but those that it has open. To be called before it looks at bytes that strangers may have made.
///
/// What libraries open when they are first used has to be open by then.
///
/// - Parameter readsFiles: whether it may open files to read them. It can write to no file then, but to standard streams.
/// - Returns: nil, or the error number with which the kernel refused: kernels and containers may have no such filters.
public func confineProcess(readsFiles: Bool = false) -> Int32? {
  let code = confine(readsFiles)
  return code == 0 ? nil : code
}

/// A system call that a confined process must not make, to try whether it can.
public struct ForbiddenCall: Sendable {
  public let name: String
  private let index: Int32

  /// All of them, and "start a thread", which is allowed.
  public static var all: [ForbiddenCall] {
    var calls: [ForbiddenCall] = []
    while let name = unsafe forbidden_call_name(Int32(calls.count)) {
      calls.append(ForbiddenCall(name: unsafe String(cString: name), index: Int32(calls.count)))
    }
    return calls
  }

  /// Makes the call, and ends this process where that is the answer.
  ///
  /// - Returns: nil where it was made, or the error number with which it was refused.
  public func make() -> Int32? {
    let code = make_forbidden_call(index)
    return code == 0 ? nil : code
  }
}

/// What another process is started for, which decides what it is told of this one's environment.
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

/// The variables of this process's environment that another one gets, beside `LC_ALL=C`: those that say where things are, not
/// those that change what libraries do.
public func inheritedVariables(for task: ProcessTask) -> [String: String] {
  var variables = ["LC_ALL": "C"]
  for name in ["LD_LIBRARY_PATH"] + task.variables {
    if let value = unsafe getenv(name) { variables[name] = unsafe String(cString: value) }
  }
  return variables
}

/// Removes from the environment what would change the work of libraries behind the site's back: it has to be done before any
/// of them is used, and before there are threads.
///
/// What says where things are stays: folders and files of fontconfig, of the user and for scratch files, and locales, by which
/// nothing is decided. What a program that is started here goes by stays too, such as proxies and displays.
public func removeVariablesOfLibraries() {
  let kept: Set = ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"]
  let prefixes = [
    "HB_", "FC_", "FONTCONFIG_", "FREETYPE_", "ICU_", "G_", "VIPS_", "ORC_", "XML_", "XMLMEM_", "SGML_", "LIBHEIF_",
    "JSIMD_",
  ]
  let list = unsafe environ
  var names: [String] = []
  var index = 0
  while let variable = unsafe list[index] {
    let name = unsafe String(cString: variable).prefix { $0 != "=" }
    if !kept.contains(String(name)), prefixes.contains(where: name.hasPrefix) { names.append(String(name)) }
    index += 1
  }
  for name in names { unsafe unsetenv(name) }
}
