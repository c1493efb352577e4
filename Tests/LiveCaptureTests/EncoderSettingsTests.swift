import CaptureCodecs
import CaptureDevices
import CaptureSupport
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
  private final class NotingEncoders: MovieEncoding {
    private let noted = Mutex<[MovieEncoderPlan]>([])
    var plans: [MovieEncoderPlan] { noted.withLock { $0 } }

    func makeEncoder(_ plan: MovieEncoderPlan) -> any MovieEncoder {
      noted.withLock { $0.append(plan) }
      return NullMovies().makeEncoder(plan)
    }
  }

  /// The plans of the encoders of a Live Photo.
  private func plans(
    in environment: CaptureEnvironment, clock: VirtualClock, isTrimmed: Bool = false
  ) async throws -> [MovieEncoderPlan] {
    let encoders = NotingEncoders()
    var environment = environment
    environment.media.movies = encoders
    let session = try CaptureSession(configuration: SessionConfiguration(), environment: environment)
    let wish = VideoWish(size: (640, 480), frameRate: 30, pixelFormat: .mjpeg)
    let (camera, _) = try SceneCatalog(clock: clock, pictures: StandardPictures()).openVideo("scene", wish: wish)
    try await session.addInput(camera)
    let output = PhotoOutput()
    try await session.addOutput(output)
    try output.setLivePhotoCaptureEnabled(true)
    try output.setLivePhotoAutoTrimmingEnabled(isTrimmed)
    try await session.startRunning()
    await clock.advance(by: MediaTime(value: 2, timescale: 1)) { await session.settle() }
    let delegate = DelegateLog()
    try output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "/live.mov"), delegate: delegate)
    await clock.advance(by: MediaTime(value: 3, timescale: 1)) { await session.settle() }
    try await session.stopRunning()
    await session.settle()
    return encoders.plans
  }

  @Test(
    "in virtual time encoders keep to what every processor can do, elsewhere they need not", arguments: [true, false])
  func processor(isVirtual: Bool) async throws {
    let clock = VirtualClock()
    var environment = CaptureEnvironment.virtual(clock: clock, media: .standard)
    if !isVirtual {
      let files = MemoryFiles()
      environment = CaptureEnvironment(
        clock: clock, wallClock: FixedWallClock(), files: files, media: .standard,
        makePairIdentifier: CaptureEnvironment.randomPairIdentifier)
      environment.scheduler = SteppedWork()
      environment.processorCount = 3
    }
    let settings = try await plans(in: environment, clock: clock).map(\.settings)
    #expect(settings.count == 1)
    #expect(settings.allSatisfy { $0.isCPUIndependent == isVirtual && $0.threads == (isVirtual ? 1 : 2) })
  }

  @Test("motion is measured only where movies are trimmed by it", arguments: [true, false])
  func motion(isTrimmed: Bool) async throws {
    let clock = VirtualClock()
    let plans = try await plans(in: .virtual(clock: clock, media: .standard), clock: clock, isTrimmed: isTrimmed)
    #expect(plans.map(\.measuresMotion) == [isTrimmed])
    let encoder = try StandardMovies().makeEncoder(#require(plans.first))
    let wish = VideoWish(size: (640, 480), frameRate: 30, pixelFormat: .mjpeg)
    let frames = try SceneLog(duration: MediaTime(value: 1, timescale: 5), video: wish, pictures: StandardPictures())
      .frames
    for frame in frames.prefix(2) { _ = try encoder.encode(frame, forceSync: false, next: nil) }
    #expect((encoder.motion != nil) == isTrimmed)
  }
}
