import MediaCore
import Testing

@Suite struct PixelFormatTests {
  @Test("users may call a format as other systems do")
  func otherName() {
    #expect(PixelFormat(named: "BGRA") == .bgra && PixelFormat(named: "AR24") == .bgra)
    #expect(PixelFormat(named: "NV12") == .nv12 && PixelFormat(named: "BGR") == nil)
  }

  @Test("names and codes are V4L2's")
  func codes() {
    #expect(PixelFormat.mjpeg.fourCC == 0x4750_4a4d)
    #expect(PixelFormat.yuyv.fourCC == 0x5659_5559)
    #expect(PixelFormat("YUYV") == .yuyv)
    let pictures = ["MJPG", "NV12", "YU12", "YUYV", "UYVY", "RGB3", "GREY", "JPEG"]
    #expect(PixelFormat.native.prefix(8).map(\.description) == pictures)
    #expect(Array(PixelFormat.native.dropFirst(8)) == PixelFormat.bayerFormats)
    #expect(Set(PixelFormat.native).count == 32)
    #expect(PixelFormat.bgra == PixelFormat("AR24") && PixelFormat.bgrx == PixelFormat("XR24"))
  }

  @Test("only four printable characters name a format", arguments: ["", "YUY", "YUYVV", "YÜV", "YU\u{7}V", "🎥"])
  func badNames(name: String) { #expect(PixelFormat(name) == nil) }

  @Test("codes that do not print are shown as numbers")
  func descriptions() {
    #expect(PixelFormat(fourCC: 0x8000_0001).description == "0x80000001")
    #expect(PixelFormat("Y16 ")?.description == "Y16 ")
  }

  @Test("MJPEG and JPEG are compressed, the others are not")
  func compressed() {
    #expect(PixelFormat.native.filter(\.isCompressed) == [.mjpeg, .jpeg])
  }
}
