/// The mean of an image's most frequent colours: those of the fullest of 512 equal boxes.
///
/// - Parameters:
///   - pixels: red, green and blue of each pixel.
/// - Returns: three hexadecimal digits, as in CSS; nil if there are no pixels.
/// - Complexity: O(pixels).
func dominantColor(ofPixels pixels: [UInt8]) -> String? {
  var boxes = [Box](repeating: Box(), count: 512)
  for start in stride(from: 0, to: pixels.count - 2, by: 3) {
    let (red, green, blue) = (pixels[start], pixels[start + 1], pixels[start + 2])
    let place = Int(red >> 5) << 6 | Int(green >> 5) << 3 | Int(blue >> 5)
    boxes[place].count += 1
    boxes[place].red += Int(red)
    boxes[place].green += Int(green)
    boxes[place].blue += Int(blue)
  }
  // Ties go to the first box.
  var fullest = Box()
  for box in boxes where box.count > fullest.count { fullest = box }
  guard fullest.count > 0 else { return nil }
  return [fullest.red, fullest.green, fullest.blue]
    .map { String(($0 / fullest.count * 15 + 127) / 255, radix: 16) }.joined()
}

private struct Box {
  var count = 0
  var red = 0
  var green = 0
  var blue = 0
}

extension VipsImage {
  /// The dominant colour; nil if the image is partly transparent.
  func dominantColor() throws(PictureAnswer.Refusal) -> String? {
    // More pixels do not change the result.
    let (channels, bytes) = try resized(min(width, 64), min(height, 64)).pixels
    return channels == 3 ? Images.dominantColor(ofPixels: bytes) : nil
  }
}
