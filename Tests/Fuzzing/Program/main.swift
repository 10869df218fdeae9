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

/// libFuzzer starts this program again to merge and to minimise inputs, without the name of the target.
let variable = "CARDSHELF_FUZZ_TARGET"
let names = FuzzTarget.allCases.map(\.rawValue)
let named = CommandLine.arguments.dropFirst().first.flatMap(FuzzTarget.init)
guard let target = named ?? getenv(variable).flatMap({ FuzzTarget(rawValue: String(cString: $0)) }) else {
  print("usage: Fuzzing \(names.joined(separator: "|")) [options of libFuzzer] CORPUS…")
  exit(64)
}
setenv(variable, target.rawValue, 1)

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
if named != nil {
  // libFuzzer takes the first argument as the program's name, so the name of the target takes its place.
  CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
  count -= 1
  arguments = CommandLine.unsafeArgv + 1
}
chosenTarget.set(target)
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    chosenTarget.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
