import PlacementProof
import SampleSites
import SiteValidation

extension SampleOutput {
  /// The faults that the proof of placement finds in files.
  static func placementFaults(of files: [SiteFile]) -> [PlacementFault] {
    PlacementProof(Dictionary(files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })).faults()
  }
}
