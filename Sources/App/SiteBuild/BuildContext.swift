import Diagnostics

/// What the stages of one build share: what was asked for, results of earlier builds, and the place of rendered output.
struct BuildContext: Sendable {
  /// With an absolute root.
  let options: BuildOptions
  let tree: FileTree
  /// Results of earlier builds, and for later ones; nil if this is the only one.
  let memory: SiteMemory?
  /// Stores the rendered output.
  let spool: Spool
  /// Takes pages as soon as they are finished.
  var staging: EarlyStaging?

  /// nil if the root cannot be used, which is reported.
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
