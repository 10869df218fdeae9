import Synchronization

/// Records the keys of a mapping and their values, by running its reader without a document. So the schema for editors
/// always matches the reader.
public final class KeyRecorder: Sendable {
  private enum Learnt {
    case shape(ValueShape)
    case mapping(KeyRecorder)
  }

  private struct RecordedKeys {
    var keys: [(name: String, learnt: Learnt)] = []
    var required: [String] = []
  }

  private let state = Mutex(RecordedKeys())

  public init() {}

  /// The first shape that is noted for a key counts: code that knows more than the plain readers notes it before
  /// calling them.
  public func note(_ key: String, _ shape: ValueShape) { note(key, .shape(shape)) }

  func note(_ key: String, mapping recorder: KeyRecorder) { note(key, .mapping(recorder)) }

  func require(_ keys: [String]) {
    state.withLock { state in
      for key in keys where !state.required.contains(key) { state.required.append(key) }
    }
  }

  public var shape: MappingShape {
    let (keys, required) = state.withLock { ($0.keys, $0.required) }
    return MappingShape(
      keys.map { name, learnt in
        switch learnt {
        case .shape(let shape): MappingShape.MappingKey(name, shape)
        case .mapping(let recorder): MappingShape.MappingKey(name, .mapping(recorder.shape))
        }
      }, required: required)
  }

  private func note(_ key: String, _ learnt: Learnt) {
    state.withLock { state in
      guard let index = state.keys.firstIndex(where: { $0.name == key }) else {
        return state.keys.append((key, learnt))
      }
      if case .shape(.any) = state.keys[index].learnt { state.keys[index].learnt = learnt }
    }
  }
}
