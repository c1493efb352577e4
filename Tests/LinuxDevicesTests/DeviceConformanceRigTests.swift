import CaptureDevices
import Foundation
import LiveCaptureTesting
import MediaCore
import Testing

@testable import LinuxDevices

/// The checks that every device must pass, on a real kernel's devices.
///
/// Runs in the rig's guest, with `LIVECAM_RIG=1`, a vivid camera, the loopback card, and with `LIVECAM_RIG_USB=1`
/// the USB webcam.
@Suite(
  "Device conformance on a real kernel", .serialized, .enabled(if: V4L2Rig.isPresent, "needs the rig's guest"),
  .timeLimit(.minutes(5)))
struct DeviceConformanceRigTests {
  private let clock = MonotonicClock()

  private func check(_ source: any VideoSource) {
    let violations = DeviceConformance(pace: .real(clock)).violations(of: source)
    #expect(violations.isEmpty, "\(violations)")
  }

  private func camera(_ driver: String, _ wish: VideoWish) throws -> any VideoSource {
    let catalog = V4L2Catalog(clock: clock)
    let device = try #require(try catalog.videoDevices().first { $0.driver == driver }, "no camera of \(driver)")
    return try catalog.openVideo(device.id, wish: wish).source
  }

  @Test("a raw camera", arguments: [PixelFormat.yuyv, .nv12])
  func rawCamera(_ format: PixelFormat) throws {
    let wish = VideoWish(size: (320, 180), frameRate: 30, pixelFormat: format)
    check(try camera("vivid", wish))
  }

  @Test("a camera whose frames are converted")
  func convertedCamera() throws {
    let format = PixelFormat("BGR3")
    let wish = VideoWish(size: (320, 180), frameRate: 30, pixelFormat: format)
    check(try camera("vivid", wish))
  }

  @Test("a USB webcam", arguments: [PixelFormat.mjpeg, .yuyv])
  func webcam(_ format: PixelFormat) throws {
    check(try camera("uvcvideo", VideoWish(pixelFormat: format)))
  }

  @Test("a microphone", arguments: ["hw:Loopback,1,0", "Camera"])
  func microphone(_ name: String) throws {
    let source = try ALSACatalog().open(name, wish: AudioWish())
    let violations = DeviceConformance(pace: .real(clock)).violations(of: source)
    #expect(violations.isEmpty, "\(violations)")
  }
}
