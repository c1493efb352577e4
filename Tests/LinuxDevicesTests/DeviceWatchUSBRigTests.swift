import CaptureDevices
import Foundation
import MediaCore
import Testing

@testable import LinuxDevices

@Suite(
  "A USB camera that comes and goes", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["LIVECAM_RIG_USB"] == "1", "needs the guest with the USB camera"),
  .timeLimit(.minutes(5)))
struct DeviceWatchUSBRigTests {
  private let control = ProcessInfo.processInfo.environment["LIVECAM_RIG_USB_CONTROL"] ?? "/tmp/usbcam"

  private func order(_ word: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: control))
    try handle.write(contentsOf: Data("\(word)\n".utf8))
    try handle.close()
  }

  private func camera(in events: [DeviceEvent]) throws -> VideoDevice {
    try #require(
      events.compactMap { event in
        switch event {
        case .videoConnected(let device), .videoDisconnected(let device): device.driver == "uvcvideo" ? device : nil
        default: nil
        }
      }.first)
  }

  @Test("its two nodes are one camera, and its microphone comes along", arguments: DeviceWatchRig.Ways.allCases)
  func plugged(_ ways: DeviceWatchRig.Ways) async throws {
    let rig = DeviceWatchRig(ways)
    defer { rig.observation.cancel() }
    let first = try camera(in: rig.present)
    try order("unplug")
    let gone = await rig.next(2)
    #expect(try camera(in: gone) == first)
    #expect(Set(DeviceWatchRig.words(gone)) == ["-" + first.id, "-hw:CARD=Camera,DEV=0"])
    try order("plug")
    let come = await rig.next(2)
    let second = try camera(in: come)
    #expect(Set(DeviceWatchRig.words(come)) == ["+" + first.id, "+hw:CARD=Camera,DEV=0"])
    #expect(second.id == first.id && second.modes == first.modes && second.controls.count == first.controls.count)
  }

  @Test("plugged in again while the old node is held open, it has another one")
  func otherNode() async throws {
    let rig = DeviceWatchRig()
    defer { rig.observation.cancel() }
    let first = try camera(in: rig.present)
    let held = try V4L2Catalog(clock: MonotonicClock()).openVideo(first.id, wish: VideoWish()).source
    try order("unplug")
    _ = await rig.next(2)
    #expect(#expect(throws: DeviceError.self) { try held.value(ofControl: 1) }?.code == .disconnected)
    try order("plug")
    let second = try camera(in: await rig.next(2))
    #expect(second.id == first.id && second.node != first.node)
    withExtendedLifetime(held) {}
  }
}
