import Testing

@testable import Images

struct ImageSizeTests {
  @Test(arguments: [
    (#"<svg width="30" height="20"/>"#, 30, 20),
    (#"<svg width='30px' height = "20.4px" viewBox="0 0 3 2">"#, 30, 20),
    (#"<svg viewBox="0 0 30 20">"#, 30, 20),
    ("<svg viewBox=\"-1,-2,30.5\n20\">", 31, 20),
    // If a length depends on the surroundings of the image, the view box is used.
    (#"<svg width="100%" height="2em" viewBox="0 0 30 20">"#, 30, 20),
    (#"<?xml version="1.0"?><!DOCTYPE svg><!-- <svg width="1" height="1"> --><svg width="30" height="20">"#, 30, 20),
    (#"<svg data-a=">" width="30" height="20">"#, 30, 20),
  ])
  func sizesOfSVG(text: String, width: Int, height: Int) {
    #expect(ImageSize(of: Array(text.utf8), named: "a.svg") == ImageSize(width: width, height: height))
  }

  @Test(arguments: [
    "", "<", "<svg", "<svg ", "<svg>", "<svgx width='3' height='2'>", "<p><svg width='3' height='2'></p>",
    "<svg width='3'>", "<svg width='3' height='x'>", "<svg width='3' height=2>", "<svg width='3' height='2",
    "<svg viewBox='0 0 3'>", "<svg viewBox='0 0 0 2'>", "<svg viewBox='0 0 nan inf'>", "<svg width='-3' height='2'>",
    "<svg width='1e9' height='1e9'>", "<!-- <svg width='3' height='2'>",
  ])
  func hasNoSize(text: String) {
    #expect(ImageSize(of: Array(text.utf8), named: "a.svg") == nil)
  }

  @Test func sizesOfRasterImages() {
    #expect(ImageSize(of: Sample.jpeg.bytes, named: "a.jpg") != nil)
    #expect(ImageSize(of: Array("no image".utf8), named: "a.png") == nil)
  }
}
