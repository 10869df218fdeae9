import Glibc
import PlacementProof

// usage: ProvePlacement FOLDER…
//
// Proves for built sites, each in its output folder, that their style sheets place everything as `layout.json` states.
// Prints a line for each fault and each folder. Exits with 1 if there are faults, and with 64 if a folder is not the
// output of a site.
let folders = CommandLine.arguments.dropFirst()
var faultCount = 0
for folder in folders {
  guard let files = outputFiles(in: folder), !files.isEmpty else {
    print("\(folder) holds no files")
    exit(64)
  }
  let proof = PlacementProof(files)
  let faults = proof.faults()
  for fault in faults.prefix(50) { print("\(folder)/\(fault)") }
  print("\(folder): \(proof.pages.count) pages, \(faults.count) faults of placement")
  faultCount += faults.count
}
exit(folders.isEmpty ? 64 : faultCount > 0 ? 1 : 0)
