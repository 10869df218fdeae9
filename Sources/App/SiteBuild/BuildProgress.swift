import Synchronization

/// The progress of a build: the build writes it, and others read it at any time.
public final class BuildProgress: Sendable {
  /// The stages of a build, in order.
  public enum Stage: String, Sendable {
    case reading = "reading"
    case fonts = "making fonts"
    case layout = "laying out"
    case measuring = "measuring"
    case pictures = "making pictures"
    case checking = "checking"
    case writing = "writing"

    /// The unit of the count.
    public var unit: String {
      switch self {
      case .reading, .fonts, .writing: "file"
      case .layout: "card"
      case .measuring: "text"
      case .pictures: "image"
      case .checking: "page"
      }
    }
  }

  /// A stage, and its progress.
  public struct StageProgress: Sendable {
    public let stage: Stage
    public let done: Int
    /// The total; 0 if nothing is counted.
    public let total: Int
    /// The time since the stage began.
    public let elapsed: Duration
  }

  private struct Begun {
    var stage = Stage.reading
    var total = 0
    var start = ContinuousClock.now
  }

  private let begun = Mutex(Begun())
  private let done = Atomic(0)

  /// Starts with the reading stage.
  public init() {}

  public var standing: StageProgress {
    begun.withLock { begun in
      StageProgress(
        stage: begun.stage, done: min(done.load(ordering: .relaxed), begun.total), total: begun.total,
        elapsed: begun.start.duration(to: .now))
    }
  }

  func begin(_ stage: Stage, total: Int = 0) {
    begun.withLock { begun in
      begun = Begun(stage: stage, total: total)
      done.store(0, ordering: .relaxed)
    }
  }

  func advance(by count: Int = 1) { done.wrappingAdd(count, ordering: .relaxed) }
}
