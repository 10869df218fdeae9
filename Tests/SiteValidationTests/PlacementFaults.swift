import PlacementProof
import SiteValidation

extension SampleSite {
  /// What the proof of placement says of files.
  static func placementFaults(of files: [SiteFile]) -> [PlacementFault] {
    PlacementProof(Dictionary(files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })).faults()
  }
}
