extension TokenShaper {
  /// The number that distinguishes the readings of equal tokens: 0 if all engines read the token as it is by itself; nil
  /// if its readings depend on more than a few scripts.
  ///
  /// - Parameter token: a token in one leaf and direction, or in a text of one script.
  @inline(__always)
  mutating func number(
    ofReadingsOf token: Range<Int>, of text: ShapingText, in scripts: borrowing TextScripts, style: LeafStyle
  ) -> Int? {
    switch scripts.certainty(of: token) {
    case .alike: 0
    case .byFace: words.isInOneFace(token, of: text, context: style.context) ? 0 : nil
    case .unknown: numberOfSignScripts(ofToken: token, in: scripts)
    }
  }

  private mutating func numberOfSignScripts(ofToken token: Range<Int>, in scripts: borrowing TextScripts) -> Int? {
    guard let own = scripts.scripts(ofSigns: token) else { return nil }
    if let index = signScripts.firstIndex(of: own) { return index + 1 }
    signScripts.append(own)
    return signScripts.count
  }

  /// The bytes that distinguish tokens with equal numbers; empty if its readings may depend on all of the text.
  func key(
    of token: Range<Int>, isRightToLeft: Bool?, reading: Int?, in text: ShapingText, scripts: borrowing TextScripts
  ) -> [UInt8] {
    var key: [UInt8]
    if reading != nil {
      key = Array(text.bytes[token])
    } else if let context = scripts.context(of: token) {
      key = scripts.key(of: token, in: context)
    } else {
      return []
    }
    if isRightToLeft == nil { text.appendDirections(to: &key, of: token) }
    return key
  }

  /// The readings of a token that can give it another advance than it has by itself.
  func readings(
    of token: Range<Int>, isRightToLeft: Bool?, reading: Int?, in text: ShapingText, scripts: inout TextScripts,
    style: LeafStyle
  ) -> TokenReadings {
    if let reading { return reading == 0 ? .none : signScripts[reading - 1].readings(of: token) }
    if isRightToLeft != nil, scripts.certainty(of: token) == .byFace { return scripts.readingsByFace(of: token) }
    let readings = scripts.readings(of: token)
    return isRightToLeft != nil && readings.areByFace && words.isInOneFace(token, of: text, context: style.context)
      ? .none : readings
  }
}
