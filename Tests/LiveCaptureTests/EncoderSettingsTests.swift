import CaptureDevices
import FileStorage
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import Testing
import VideoCoding

/// What encoders of movies are told of the machine that they run on.
@Suite struct EncoderSettingsTests {
  /// Makes encoders that do nothing, and keeps what each was to make.
  private final class NotingEncoders: MovieEncoderFactory {
    let readsPictures = false
    private let noted = Mutex<[MovieEncoderSettings]>([])
    var settings: [MovieEncoderSettings] { noted.withLock { $0 } }

    func makeEncoder(_ codec: VideoCodec, _ settings: MovieEncoderSettings) -> any MovieVideoEncoder {
      noted.withLock { $0.append(settings) }
      return NullEncoders().makeEncoder(codec, settings)
    }
  }

  /// The settings of the encoder of a Live Photo.
  private func settings(in environment: CaptureEnvironment, clock: VirtualClock) async throws -> [MovieEncoderSettings]
  {
    let encoders = NotingEncoders()
    var environment = environment
    environment.encoders = encoders
    let session = try CaptureSession(configuration: SessionConfiguration(), environment: environment)
    let wish = VideoWish(size: (640, 480), frameRate: 30, pixelFormat: .mjpeg)
    let (camera, _) = try SceneCatalog(clock: clock).openVideo("scene", wish: wish)
    try await session.addInput(camera)
    let output = PhotoOutput()
    try await session.addOutput(output)
    try output.setLivePhotoCaptureEnabled(true)
    try await session.startRunning()
    await clock.advance(by: MediaTime(value: 2, timescale: 1)) { await session.settle() }
    let delegate = RecordingDelegate()
    try output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "/live.mov"), delegate: delegate)
    await clock.advance(by: MediaTime(value: 3, timescale: 1)) { await session.settle() }
    try await session.stopRunning()
    await session.settle()
    return encoders.settings
  }

  @Test(
    "in virtual time encoders keep to what every processor can do, elsewhere they need not", arguments: [true, false])
  func processor(isVirtual: Bool) async throws {
    let clock = VirtualClock()
    var environment = CaptureEnvironment.virtual(clock: clock)
    if !isVirtual {
      let files = InMemoryFileStore()
      environment = CaptureEnvironment(
        clock: clock, wallClock: FixedWallClock(), files: files,
        makePairIdentifier: CaptureEnvironment.randomPairIdentifier)
      environment.scheduler = SteppedWork(clock: clock)
      environment.processorCount = 3
    }
    let settings = try await settings(in: environment, clock: clock)
    #expect(settings.count == 1)
    #expect(settings.allSatisfy { $0.isCPUIndependent == isVirtual && $0.threads == (isVirtual ? 1 : 2) })
  }
}
