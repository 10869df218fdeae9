import CFuzzer
import FuzzTargets
import Glibc
import Synchronization

// Feeds libFuzzer's inputs to one part of the product: `Fuzzing TARGET [options of libFuzzer] CORPUS…`. Without
// options, and with files instead of folders, it tries these files. Any input must end normally; other tests check the
// results.

/// libFuzzer's callback takes no context.
let chosenTarget = ChosenTarget()

final class ChosenTarget: Sendable {
  private let target = Mutex<FuzzTarget?>(nil)

  func set(_ target: FuzzTarget) { self.target.withLock { $0 = target } }

  func run(_ bytes: [UInt8]) { target.withLock { $0 }?.run(bytes) }
}

let names = FuzzTarget.allCases.map(\.rawValue)
guard CommandLine.arguments.count > 1, let target = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
  print("usage: Fuzzing \(names.joined(separator: "|")) [options of libFuzzer] CORPUS…")
  exit(64)
}

var count = CommandLine.argc - 1
// libFuzzer takes the first argument as the program's name, so the name of the target takes its place.
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
let path = CommandLine.unsafeArgv[0]
CommandLine.unsafeArgv[1] = path
chosenTarget.set(target)
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    chosenTarget.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
