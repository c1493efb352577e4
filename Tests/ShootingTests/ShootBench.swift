import CaptureCodecs
import CaptureDevices
import Diagnostics
import FileStorage
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Shooting
import Simulator

/// A shoot of the scene in virtual time.
struct ShootBench {
  let clock = VirtualClock()
  let scene: Scene
  let camera: FaultyCamera
  let session: CaptureSession
  let shoot: Shoot
  /// What happened, and what came of it.
  struct Outcome {
    let result: ShootResult
    let events: [ShootEvent]

    /// The events in short: steps of captures as `CaptureStep` writes them, with the name's number and LIVE's count.
    var course: String {
      events.compactMap { event -> String? in
        switch event {
        case .capture(let event, let name, let live):
          "\(CaptureStep(event).rawValue)\(name.suffix(1))" + (event.error == nil ? "" : "!") + "/\(live)"
        case .photoSaved(_, let name, _, _): "saved\(name.suffix(1))"
        case .proxySaved(_, let name, _, _): "proxy\(name.suffix(1))"
        case .photoNotSaved(let name, _, _): "lost\(name.suffix(1))"
        case .motionPhotoSaved(let name, _, _, _): "motion\(name.suffix(1))"
        case .motionPhotoNotSaved(let name, _, _): "motion\(name.suffix(1))!"
        case .timings(_, let name): "timings\(name.suffix(1))"
        case .refused(let name, _): "refused\(name.suffix(1))"
        case .session(.videoDidFail): "camera!"
        case .session(.audioDidFail): "microphone!"
        // Happenings of the session come by a way of their own, and these at no certain place.
        case .session: nil
        case .assetSaved: "assetSaved"
        case .notice: "notice"
        }
      }.joined(separator: " ")
    }
  }

  /// A shoot into a folder, or into what `wrapping` makes of it.
  init(
    _ plan: ShootPlan, in folder: String, video wish: VideoWish = CaptureBench.Setup().video,
    audio: AudioWish? = AudioWish(), configuration: SessionConfiguration = CaptureBench.Setup().session,
    scene settings: SceneSettings = SceneSettings(), files: any FileStore = DiskFiles(),
    scheduler: (any WorkScheduler)? = nil,
    stageClock: (any StageClock)? = nil, deferredStorage: (any DeferredPhotoStorage)? = nil,
    wrapping: (FolderPairs) -> any PairDestination = { $0 }
  ) async throws {
    scene = Scene(epoch: clock.now, settings: settings)
    let catalog = SceneCatalog(clock: clock, scene: scene, pictures: StandardPictures())
    camera = FaultyCamera(try catalog.openVideo("scene", wish: wish).source)
    let pairs = try FolderPairs(folder, files: files)
    var environment = CaptureEnvironment.virtual(clock: clock, files: files, scheduler: scheduler, media: .standard)
    if plan.isDeferred { environment.deferredStorage = deferredStorage ?? pairs.deferredStorage }
    environment.stageClock = stageClock
    session = try CaptureSession(configuration: configuration, environment: environment)
    let output = PhotoOutput()
    try await session.addInput(camera)
    if let audio { try await session.addInput(catalog.openAudio("scene", wish: audio)) }
    try await session.addOutput(output)
    shoot = Shoot(plan, into: wrapping(pairs), session: session, output: output, environment: environment)
  }

  /// Runs the shoot while `script` lets time pass; it begins once the session runs.
  func run(_ script: (ShootBench) async throws -> Void) async throws -> Outcome {
    let happenings = session.events
    let running = Task { try await shoot.run() }
    let listening = Task {
      var events: [ShootEvent] = []
      for await event in shoot.events { events.append(event) }
      return events
    }
    for await event in happenings { if case .didStartRunning = event { break } }
    try await script(self)
    return Outcome(result: try await running.value, events: await listening.value)
  }

  /// Lets so many seconds pass.
  func pass(_ seconds: Double) async {
    await clock.advance(by: MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)) { await session.settle() }
  }
}

extension ShootPlan {
  /// A plan in seconds; by default of one Live Photo.
  static func taking(
    isLive: Bool = true, count: Int = 1, every interval: Double = 2, after delay: Double? = nil,
    photo: PhotoCodec = .jpeg, movie: VideoCodec = .h264
  ) -> ShootPlan {
    var plan = ShootPlan(
      isLive: isLive, count: count, interval: MediaTime(seconds: interval, preferredTimescale: 1_000_000_000),
      delay: delay.map { MediaTime(seconds: $0, preferredTimescale: 1_000_000_000) })
    (plan.photoCodec, plan.movieCodec) = (photo, movie)
    return plan
  }
}
