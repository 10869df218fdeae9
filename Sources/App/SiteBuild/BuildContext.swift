import Diagnostics

/// The values that the stages of one build share: its options, results of earlier builds, and the storage of rendered
/// output.
struct BuildContext: Sendable {
  /// The options, with an absolute root.
  let options: BuildOptions
  let tree: FileTree
  /// The results of earlier builds, kept for later ones; nil if this is the only build.
  let memory: SiteMemory?
  /// Stores the rendered output.
  let spool: Spool
  /// Receives pages as soon as they are finished.
  var staging: EarlyStaging?

  /// Creates a context; nil if the root cannot be used, which is reported.
  init?(_ options: BuildOptions, memory: SiteMemory? = nil, into sink: inout DiagnosticSink) {
    var absolute = options
    do throws(SystemError) {
      absolute.root = try absolutePath(ofFolder: options.root)
    } catch {
      sink.report(.unusableRoot(options.root, error))
      return nil
    }
    absolute.output = options.output.map(withoutTrailingSlashes)
    self.options = absolute
    self.memory = memory
    tree = FileTree(root: absolute.root)
    spool = memory?.spool ?? Spool(folder: options.scratchFolder)
  }

  var jobs: Int { options.jobs }

  func begin(_ stage: BuildProgress.Stage, total: Int = 0) { options.progress?.begin(stage, total: total) }

  func end(_ stage: String) { options.clock?.end(stage) }
}
