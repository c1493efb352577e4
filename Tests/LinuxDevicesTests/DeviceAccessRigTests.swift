import CaptureDevices
import Foundation
import MediaCore
import Testing

@testable import LinuxDevices

/// Runs as a user without any rights, in the rig's guest.
@Suite(
  "Devices that a user may not open",
  .enabled(if: ProcessInfo.processInfo.environment["LIVECAM_RIG_NOBODY"] == "1", "needs the rig's guest, as nobody"))
struct DeviceAccessRigTests {
  @Test("are denied, and the error of listing them names the group")
  func denied() throws {
    let catalog = LinuxCatalog(clock: MonotonicClock())
    let identity = DeviceIdentity(serial: nil, portPath: nil, model: "")
    let camera = VideoDevice(
      id: "vivid", name: "vivid", node: "/dev/video0", identity: identity, driver: "vivid", modes: [], controls: [])
    #expect(catalog.access(to: camera) == .denied)
    let pcm = "hw:CARD=Loopback,DEV=1"
    let microphone = AudioDevice(id: pcm, name: "Loopback", pcm: pcm, identity: identity, formats: [])
    #expect(catalog.access(to: microphone) == .denied)
    let noCamera = #expect(throws: DeviceError.self) { try catalog.videoDevices() }
    #expect(noCamera?.code == .accessDenied && noCamera?.message.contains("group `video`") == true)
    let noMicrophone = #expect(throws: DeviceError.self) { try catalog.audioDevices() }
    #expect(noMicrophone?.code == .accessDenied && noMicrophone?.message.contains("group `audio`") == true)
    let (present, observation) = catalog.watch { _ in }
    #expect(present.isEmpty)
    observation.cancel()
  }
}
