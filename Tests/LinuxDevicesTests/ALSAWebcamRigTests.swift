import CaptureDevices
import Foundation
import MediaCore
import Testing

@testable import LinuxDevices

extension ALSARealTests {
  /// The kernel's `snd-usb-audio` with a USB webcam that is played by software: card `Camera`.
  ///
  /// Runs in the rig's guest, with `LIVECAM_RIG=1` and the webcam plugged in.
  @Suite("ALSA with a USB webcam", .enabled(if: ALSARig.isHere && ALSARig.hasCard("Camera")))
  struct ALSAWebcamRigTests {
    @Test("the microphone is known by its port, and belongs to the camera there")
    func identity() throws {
      let microphones = try ALSACatalog().audioDevices()
      let microphone = try #require(microphones.first { $0.id == "hw:CARD=Camera,DEV=0" })
      #expect(microphone.identity.portPath?.hasPrefix("usb-vhci_hcd") == true)
      let camera = VideoDevice(
        id: "camera", name: "Camera", node: nil,
        identity: DeviceIdentity(serial: nil, portPath: microphone.identity.portPath, model: "Camera"),
        driver: "uvcvideo",
        modes: [], controls: [])
      #expect(ALSACatalog.microphone(for: camera, among: microphones) == microphone)
    }

    @Test("it captures without a gap at its own pace")
    func capture() throws {
      let source = try ALSACatalog().open("Camera", wish: AudioWish())
      let sink = ALSAEventSink(wanting: 5 * source.format.sampleRate)
      try source.start(delivering: sink)
      sink.waitForFrames()
      source.stop()
      #expect(sink.failure == nil)
      #expect(source.interruptionCount == 0)
      #expect(source.format.sampleRate == 48_000)
      var estimator = ClockDriftEstimator(nominalRate: 48_000)
      for reading in sink.readings { estimator.add(reading) }
      #expect(abs(estimator.partsPerMillion) < 500)
      #expect(!sink.bytes.allSatisfy { $0 == 0 })
    }
  }
}
