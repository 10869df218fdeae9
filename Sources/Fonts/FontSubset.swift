import CHarfBuzz

extension FontFace {
  /// A font file with only the glyphs that the given scalars can lead to, layout features closed over, without hinting.
  ///
  /// The result is what is measured and what is served: subsetting can change advances (tails of `hmtx`, dropped
  /// lookups), so the whole file must not be measured in its place. The same input gives the same bytes.
  /// - Returns: nil where HarfBuzz cannot make a subset of the face.
  public func subset(to scalars: CharacterCoverage) -> [UInt8]? {
    guard let input = unsafe hb_subset_input_create_or_fail() else { return nil }
    defer { unsafe hb_subset_input_destroy(input) }
    let unicodes = unsafe hb_subset_input_unicode_set(input)
    for range in scalars.addingDecompositions().ranges { unsafe hb_set_add_range(unicodes, range.lowerBound, range.upperBound) }
    unsafe hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING.rawValue)
    guard let subset = unsafe hb_subset_or_fail(handle, input) else { return nil }
    defer { unsafe hb_face_destroy(subset) }
    guard let blob = unsafe hb_face_reference_blob(subset) else { return nil }
    defer { unsafe hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = unsafe hb_blob_get_data(blob, &length), length > 0 else { return nil }
    return unsafe data.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { bytes in
      unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
    }
  }
}
