import TextLayout

/// Advances in font units, which do not depend on a size.
extension Shaper {
  mutating func advance(
    of text: ArraySlice<UInt8>, font: MeasuringFont, language: String, properties: ShapingProperties
  ) -> ShapedAdvance {
    advance(of: text, font: font, language: language, properties: properties, size: 16)
  }

  mutating func clusterAdvances(
    of text: ArraySlice<UInt8>, font: MeasuringFont, language: String, properties: ShapingProperties
  ) -> [ClusterAdvance] {
    clusterAdvances(of: text, font: font, language: language, properties: properties, size: 16)
  }
}
