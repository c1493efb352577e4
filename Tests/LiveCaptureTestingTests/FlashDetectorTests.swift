import CaptureCodecs
import CaptureDevices
import CaptureSupport
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

@testable import SceneJudging

@Suite struct FlashDetectorTests {
  @Test("a scene's flashes are found, and nothing else", arguments: [(320, 240), (640, 481), (64, 48)])
  func scene(width: Int, height: Int) throws {
    let wish = VideoWish(size: (width, height), frameRate: 10, pixelFormat: .grey)
    let log = try SceneLog(duration: .milliseconds(3250), video: wish, pictures: StandardPictures())
    let pictures = log.frames.compactMap { frame in
      GrayPicture(width: width, height: height, pixels: frame.storage.withBytes(Array.init))
    }
    #expect(pictures.count == 32)
    #expect(FlashDetector().flashes(in: pictures) == [0, 10, 20, 30])
  }

  @Test("a lamp that is white in video range is lit, one that is light grey or beside a white half is not")
  func levels() throws {
    func picture(_ left: UInt8, _ right: UInt8) throws -> GrayPicture {
      let row = [UInt8](repeating: left, count: 160) + [UInt8](repeating: right, count: 160)
      return try #require(GrayPicture(width: 320, height: 240, pixels: (0..<240).flatMap { _ in row }))
    }
    #expect(FlashDetector().isFlash(try picture(235, 235)))
    #expect(!FlashDetector().isFlash(try picture(180, 180)))
    #expect(!FlashDetector().isFlash(try picture(255, 100)))
  }

  @Test("a picture has as many pixels as its size says")
  func pictureSizes() {
    #expect(GrayPicture(width: 2, height: 2, pixels: [1, 2, 3]) == nil)
    #expect(GrayPicture(width: 0, height: 0, pixels: []) == nil)
    #expect(GrayPicture(width: Int.max, height: 2, pixels: [1, 2]) == nil)
    #expect(GrayPicture(width: 1, height: 3, pixels: [1, 2, 3]) != nil)
  }
}
