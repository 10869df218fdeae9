import Synchronization

/// Records the keys of a mapping and their values, by running its reader without a document. So the schema for editors
/// always matches the reader.
public final class KeyRecorder: Sendable {
  private enum Learnt {
    case shape(ValueShape)
    case mapping(KeyRecorder)
  }

  private struct RecordedKeys {
    var keys: [(key: YAMLKey, learnt: Learnt)] = []
    var required: [String] = []
  }

  private let state = Mutex(RecordedKeys())

  public init() {}

  /// The first shape that is noted for a key counts: code with more precise shapes than the plain readers notes them
  /// before calling these.
  public func note(_ key: YAMLKey, _ shape: ValueShape) { note(key, .shape(shape)) }

  func note(_ key: YAMLKey, mapping recorder: KeyRecorder) { note(key, .mapping(recorder)) }

  func require(_ keys: [String]) {
    state.withLock { state in
      for key in keys where !state.required.contains(key) { state.required.append(key) }
    }
  }

  public var shape: MappingShape {
    let (keys, required) = state.withLock { ($0.keys, $0.required) }
    return MappingShape(
      keys.map { key, learnt in
        switch learnt {
        case .shape(let shape): MappingShape.MappingKey(key, shape)
        case .mapping(let recorder): MappingShape.MappingKey(key, .mapping(recorder.shape))
        }
      }, required: required)
  }

  private func note(_ key: YAMLKey, _ learnt: Learnt) {
    state.withLock { state in
      guard let index = state.keys.firstIndex(where: { $0.key.name == key.name }) else {
        return state.keys.append((key, learnt))
      }
      if state.keys[index].key.description == nil { state.keys[index].key = key }
      if case .shape(.any) = state.keys[index].learnt { state.keys[index].learnt = learnt }
    }
  }
}
