import CaptureDevices
import Foundation
import MediaCore
import Testing

@testable import LinuxDevices

extension ALSARealTests {
  /// The kernel's `snd-usb-audio` with a USB webcam that is played by software: card `Camera`.
  ///
  /// Runs in the rig's guest, with `LIVECAM_RIG=1` and the webcam plugged in, which takes its commands from the
  /// FIFO that `LIVECAM_RIG_CONTROL` names; `LIVECAM_RIG_PPM` says how fast its microphone's clock runs.
  @Suite("ALSA with a USB webcam", .enabled(if: ALSARig.isHere && ALSARig.hasCard("Camera")), .timeLimit(.minutes(5)))
  struct ALSAWebcamRigTests {
    private static let environment = ProcessInfo.processInfo.environment

    @Test("the microphone is known by its port and serial number, and belongs to the camera there")
    func identity() throws {
      let microphones = try ALSACatalog().audioDevices()
      let microphone = try #require(microphones.first { $0.id == "hw:CARD=Camera,DEV=0" })
      #expect(microphone.identity.portPath?.hasPrefix("usb-vhci_hcd.0-") == true)
      #expect(microphone.identity.serial?.isEmpty == false)
      let camera = VideoDevice(
        id: "camera", name: "Camera", node: nil,
        identity: DeviceIdentity(serial: nil, portPath: microphone.identity.portPath, model: "Camera"),
        driver: "uvcvideo", modes: [], controls: [])
      #expect(ALSACatalog.microphone(for: camera, among: microphones) == microphone)
    }

    @Test("it captures without a gap, and the rate of its clock is measured")
    func capture() throws {
      let source = try ALSACatalog().open("Camera", wish: AudioWish())
      let sink = ALSAEventSink(wanting: 10 * source.format.sampleRate)
      try source.start(delivering: sink)
      sink.waitForFrames()
      source.stop()
      #expect(sink.failure == nil)
      #expect(sink.losses.isEmpty)
      #expect(source.format.sampleRate == 48_000)
      #expect(!sink.bytes.allSatisfy { $0 == 0 })
      var estimator = ClockDriftEstimator(nominalRate: 48_000)
      for reading in sink.readings { estimator.add(reading) }
      let expected = Double(Self.environment["LIVECAM_RIG_PPM"] ?? "0") ?? 0
      #expect(abs(estimator.partsPerMillion - expected) < 100)
    }

    @Test(
      "unplugged, it ends the stream; plugged in again, the same source starts anew",
      .enabled(if: environment["LIVECAM_RIG_CONTROL"] != nil))
    func unplug() async throws {
      let control = try #require(Self.environment["LIVECAM_RIG_CONTROL"])
      let source = try ALSACatalog().open("Camera", wish: AudioWish())
      let sink = ALSAEventSink()
      try source.start(delivering: sink)
      try ALSARig.shell("echo unplug > '\(control)'")
      sink.waitForFrames()
      #expect(sink.failure?.code == .disconnected)
      source.stop()
      let rig = DeviceWatchRig()
      defer { rig.observation.cancel() }
      try ALSARig.shell("echo plug > '\(control)'")
      // A wait that is cancelled hears of nothing more.
      var heard = [""]
      while !heard.isEmpty, heard != ["+hw:CARD=Camera,DEV=0"] { heard = DeviceWatchRig.words(await rig.next(1)) }
      try #require(!heard.isEmpty)
      let again = ALSAEventSink(wanting: 4_800)
      try source.start(delivering: again)
      again.waitForFrames()
      source.stop()
      #expect(again.failure == nil)
    }
  }
}
