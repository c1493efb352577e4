import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// Catalogs whose devices have modes and controls at their extremes.
@Suite struct HostileCatalogTests {
  private struct Catalog: DeviceCatalog {
    private static let intervals: [MediaTime] = [
      .zero, .invalid, .indefinite, .positiveInfinity, .negativeInfinity, MediaTime(value: -1, timescale: 30),
      MediaTime(value: .max, timescale: 1), MediaTime(value: .min, timescale: 1), MediaTime(nanoseconds: 1),
      MediaTime(value: 1, timescale: 30),
    ]
    private static let sizes = [(0, 0), (-1, -1), (.max, .max), (.min, .min), (65_535, 65_535), (64, 48)]
    private static let numbers: [UInt32] = [
      CameraControlNumber.exposureTime, CameraControlNumber.gain, CameraControlNumber.analogueGain,
      CameraControlNumber.exposureBias, CameraControlNumber.exposureMode, CameraControlNumber.orientation,
      CameraControlNumber.locks, CameraControlNumber.zoom, CameraControlNumber.focus, CameraControlNumber.flashMode,
    ]

    private static func control(_ number: UInt32, _ kind: DeviceControl.Kind, _ least: Int64, _ most: Int64)
      -> DeviceControl
    {
      DeviceControl(
        id: number, name: "", kind: kind, minimum: least, maximum: most, step: least, defaultValue: most, value: most,
        menu: [.min: "nan", .max: "-inf", 0: "\(Int64.max)", 2: ""])
    }

    /// Cameras that share names, and differ in what cannot be.
    func videoDevices() -> [VideoDevice] {
      let modes = Self.sizes.flatMap { width, height in
        [PixelFormat.yu12, .mjpeg].map {
          VideoModeCapability(pixelFormat: $0, width: width, height: height, frameIntervals: Self.intervals)
        }
      }
      let kinds: [(DeviceControl.Kind, Int64, Int64)] = [
        (.integer, .min, .max), (.integer, .max, .min), (.menu, 0, 0), (.bitmask, .min, .max), (.boolean, 0, 1),
      ]
      return kinds.map { kind, least, most in
        VideoDevice(
          id: "", name: "", node: nil, identity: DeviceIdentity(serial: nil, portPath: nil, model: ""), driver: "",
          modes: modes, controls: Self.numbers.map { Self.control($0, kind, least, most) })
      }
    }

    func audioDevices() -> [AudioDevice] { [] }

    func openVideo(_ name: String, wish: VideoWish) throws(DeviceError) -> (source: any VideoSource, reason: String) {
      let choice = try ModeNegotiator(device: name, capabilities: videoDevices()[0].modes).choose(wish)
      let mode = VideoMode(
        format: VideoFormat(
          pixelFormat: choice.capability.pixelFormat, width: choice.capability.width,
          height: choice.capability.height), frameInterval: choice.frameInterval ?? .invalid)
      return (HostileCamera(mode: mode), choice.reason)
    }

    func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
      HostileMicrophone(format: AudioFormat(sampleRate: 0, channelCount: 0, sampleFormat: .s16))
    }
  }

  @Test("every format, rate and preset is set, or refused for what it is")
  func settings() async throws {
    let system = try DeviceSystem(Catalog())
    #expect(system.devices.count == 5)
    var (started, refused) = (0, 0)
    for (number, camera) in system.devices.enumerated() {
      _ = (camera.traits, camera.position, camera.isFlashAvailable)
      try camera.lockForConfiguration()
      for format in camera.formats {
        try camera.setActiveFormat(format)
        for duration in format.frameDurations where duration.isNumeric {
          try camera.setActiveVideoMinFrameDuration(duration)
          // They differ in their controls, which no mode goes by.
          guard number == 0 else { continue }
          let isSound = format.dimensions.width == 64 && duration == MediaTime(value: 1, timescale: 30)
          let session = try CaptureSession(
            configuration: CaptureBench.Setup().session, environment: .virtual(clock: VirtualClock()))
          let output = PhotoOutput()
          do {
            try await session.addInput(DeviceInput(camera, of: system))
            try await session.addOutput(output)
            for preset in SessionPreset.allCases where await session.canSetSessionPreset(preset) {
              _ = (output.isLivePhotoCaptureSupported, output.maxBracketedCapturePhotoCount)
            }
            // A preset has another; what the app sets counts.
            try camera.setActiveFormat(format)
            try camera.setActiveVideoMinFrameDuration(duration)
            try await session.startRunning()
            try await session.stopRunning()
            started += 1
          } catch {
            #expect(!isSound, "\(error)")
            refused += 1
          }
        }
      }
      camera.unlockForConfiguration()
    }
    #expect(started > 0 && refused > 0)
  }
}
