import CaptureCodecs
import CaptureDevices
import Diagnostics
import LiveCaptureTesting
import MediaCore
import Testing
import VideoCoding

@testable import LiveCapture

/// What the captures of a session ask for, event by event: no session, no scene, no lane.
@Suite struct PhotoPipelineTests {
  private final class Token: Sendable {}
  private static let lane = Token()
  private let output = PhotoOutput()
  private let shutter = MediaTime.seconds(1000)
  private let error = CaptureError(.stillFailed, message: "on purpose")

  private func pipeline(
    _ configuration: SessionConfiguration = SessionConfiguration(), _ profile: CaptureProfile = CaptureProfile()
  ) -> PhotoPipeline { PhotoPipeline(configuration, profile) }

  private func view(at time: Double = 1000, isRunning: Bool = true) -> SessionView {
    var view = SessionView(now: .seconds(time), phase: isRunning ? .running : .idle([]))
    view.features[ObjectIdentifier(output)] = features.enabled
    return view
  }

  private var features: OutputFeatures {
    var capabilities = OutputCapabilities()
    capabilities.hasVideo = true
    capabilities.photoCodecs = [.jpeg, .heic]
    capabilities.movieCodecs = [.h264]
    capabilities.features = [.live, .autoTrimming, .zeroShutterLag, .responsive, .fastCapture]
    capabilities.flashModes = [.off]
    capabilities.photoDimensions = [.init(width: 640, height: 480)]
    var features = OutputFeatures()
    features.adapt(to: capabilities)
    features[.live] = true
    return features
  }

  private func order(
    _ id: Int64 = 1, isLive: Bool = false, hasCamera: Bool = true, isConnected: Bool = true,
    shutterTime: MediaTime? = nil, isMovieWritable: Bool = true, of other: PhotoOutput? = nil
  ) -> PhotoOrder {
    let output = other ?? output
    var settings = PhotoSettings(uniqueID: CaptureID(rawValue: id))
    if isLive { settings.livePhotoMoviePath = "/\(id).mov" }
    let camera = PhotoOrder.Camera(
      lane: ObjectIdentifier(Self.lane), dimensions: .init(width: 640, height: 480),
      frameInterval: MediaTime(value: 1, timescale: 10), controlDelayFrames: 2, oldest: .seconds(998),
      nearest: .seconds(1000))
    return PhotoOrder(
      settings: settings, output: output, shutterTime: shutterTime ?? shutter, features: features,
      queue: output.delegateQueue, isConnected: isConnected, camera: hasCamera ? camera : nil, deviceDimensions: .none,
      deviceType: .builtIn,
      orientation: .up, video: nil, audio: nil, isMovieWritable: isMovieWritable, isMovieTaken: false)
  }

  private func request(_ order: PhotoOrder, in pipeline: PhotoPipeline) -> PhotoRequest {
    pipeline.makeRequest(order, identifier: nil, isFlashEnabled: false)
  }

  private func frame(at time: Double) -> VideoFrame {
    let format = VideoFormat(pixelFormat: .mjpeg, width: 640, height: 480)
    return VideoFrame(format: format, time: .seconds(time), sequence: 0, storage: FrameStorage(capacity: 16))
  }

  private func text(_ actions: [PhotoPipeline.Action]) -> String {
    actions.map { action -> String in
      switch action {
      case .tell(let event, _): event.name + (event.error.map { " \($0.code)" } ?? "")
      case .wake: "wake"
      case .watch(_, .shutter, let time): "shutter \((time - shutter).seconds)"
      case .watch(_, .exposure(let number, _), _): "exposure \(number)"
      case .watch(_, .lastFrame, _): "lastFrame"
      case .find(_, .still, _): "find"
      case .find(_, .exposure, _): "findExposure"
      case .find(_, .substitute, let choice): "substitute \(choice)"
      case .reserve: "reserve"
      case .setExposure: "set"
      case .endExposure: "setBack"
      case .show: "show"
      case .makeStill(_, _, let keepsDamaged): keepsDamaged ? "makeAsItCame" : "make"
      case .resumeFootage: "resume"
      case .makeMovie: "makeMovie"
      case .endSound(_, _, let isShared): isShared ? "splitSound" : "endSound"
      case .release: "release"
      case .mark: "mark"
      case .updateReadiness: "readiness"
      case .allClosed: "closed"
      }
    }.filter { $0 != "mark" && $0 != "readiness" }.joined(separator: ", ")
  }

  private static let finish = "didFinishCapture, release, closed"
  private static let chosen = "show, willCapturePhoto, didCapturePhoto, make"

  @Test("what breaks a rule throws, and uses no identifier up")
  func rules() throws {
    var pipeline = pipeline()
    func rule(_ order: PhotoOrder) -> ContractRule? {
      do { try pipeline.check(order, view()) } catch { return error.rule }
      return nil
    }
    #expect(rule(order(isConnected: false)) == .videoConnectionIsActive)
    #expect(rule(order(shutterTime: .seconds(1001))) == .shutterTimeIsRecent)
    #expect(rule(order(shutterTime: .seconds(998))) == .shutterTimeIsRecent)
    #expect(rule(order(isLive: true, isMovieWritable: false)) == .moviePathIsReachable)
    #expect(rule(order()) == nil && rule(order()) == .identifierIsFresh)
  }

  @Test("events that belong to no capture do nothing")
  func strangers() {
    var pipeline = pipeline()
    let (id, view) = (CaptureID(rawValue: 9), view())
    #expect(text(pipeline.reached(.shutter, of: id, view)) == "")
    #expect(
      text(
        pipeline.exposureIsSet(.failure(DeviceError(.busy, context: "x", message: "x")), 0, of: id, newest: nil, view))
        == "")
    #expect(text(pipeline.photoEnded(.failure(error), 0, of: id, view)) == "")
    #expect(text(pipeline.gathered(.video, of: id, view)) == "")
    #expect(text(pipeline.movieEnded(.failure(error), of: id, view)) == "")
    #expect(text(pipeline.stopped(error, view)) == "")
    #expect(pipeline.isEmpty && !pipeline.hasOpenCaptures)
  }

  @Test("a capture of a session that does not run begins, fails and is over")
  func notRunning() {
    var pipeline = pipeline()
    let begin = pipeline.begin(request(order(hasCamera: false), in: pipeline), nil, view(isRunning: false))
    #expect(
      text(begin)
        == "willBeginCapture, didFinishProcessingPhoto sessionNotRunning, didFinishCapture sessionNotRunning, release, closed"
    )
    #expect(!pipeline.hasOpenCaptures)
  }

  @Test("captures beyond the most that may be under way fail")
  func tooMany() {
    var configuration = SessionConfiguration()
    configuration.maximumUnfinishedCaptures = 1
    var pipeline = pipeline(configuration)
    _ = pipeline.begin(request(order(1), in: pipeline), nil, view())
    let second = text(pipeline.begin(request(order(2), in: pipeline), nil, view()))
    // Its photo is told of after the first one's.
    #expect(second == "willBeginCapture, release")
    #expect(pipeline.hasOpenCaptures)
  }

  @Test("a still goes from the shutter to its end; what comes again does nothing")
  func still() throws {
    var pipeline = pipeline()
    let request = request(order(), in: pipeline)
    #expect(
      text(pipeline.begin(request, nil, view())) == "willBeginCapture, shutter -0.05")
    #expect(pipeline.readiness(of: output, hasFrame: true, view()) == .notReadyWaitingForCapture)
    #expect(text(pipeline.reached(.shutter, of: request.id, view())) == "find")
    let search = PhotoPipeline.Search.still
    #expect(text(pipeline.found(nil, for: search, of: request, view())) == "")
    #expect(text(pipeline.found(frame(at: 1000), for: search, of: request, view())) == Self.chosen)
    #expect(text(pipeline.reached(.shutter, of: request.id, view())) == "")
    #expect(pipeline.readiness(of: output, hasFrame: true, view()) == .ready)
    let photo = CapturePhoto.make(resolvedSettings: request.resolved)
    #expect(
      text(pipeline.photoEnded(.success(photo), 0, of: request.id, view()))
        == "didFinishProcessingPhoto, \(Self.finish), resume")
    #expect(text(pipeline.photoEnded(.success(photo), 0, of: request.id, view())) == "")
  }

  @Test("readiness follows from session, camera and captures")
  func readiness() {
    let pipeline = pipeline()
    #expect(pipeline.readiness(of: output, hasFrame: true, view(isRunning: false)) == .sessionNotRunning)
    #expect(pipeline.readiness(of: output, hasFrame: nil, view()) == .notReadyMomentarily)
    #expect(pipeline.readiness(of: output, hasFrame: false, view()) == .notReadyMomentarily)
    #expect(pipeline.readiness(of: output, hasFrame: true, view()) == .ready)
  }

  @Test("a Live Photo reserves its footage, and is over when both halves are")
  func live() {
    var pipeline = pipeline()
    let request = request(order(isLive: true), in: pipeline)
    let begin = text(pipeline.begin(request, nil, view()))
    #expect(begin.hasPrefix("willBeginCapture, shutter") && begin.hasSuffix("reserve"))
    #expect(text(pipeline.found(frame(at: 1000), for: .still, of: request, view())) == Self.chosen)
    #expect(text(pipeline.gathered(.video, of: request.id, view(at: 1002))) == "didFinishRecordingMovie, makeMovie")
    #expect(text(pipeline.gathered(.video, of: request.id, view(at: 1002))) == "")
    let moved = pipeline.movieEnded(.failure(error), of: request.id, view(at: 1003))
    #expect(text(moved) == "didFinishProcessingMovie stillFailed")
    let photo = CapturePhoto.make(resolvedSettings: request.resolved)
    #expect(
      text(pipeline.photoEnded(.success(photo), 0, of: request.id, view(at: 1003)))
        == "didFinishProcessingPhoto, didFinishCapture stillFailed, release, closed, resume")
  }

  @Test("a movie that is cut off before its still goes on to that; one that has its still ends at once")
  func suspension() {
    var pipeline = pipeline()
    let request = request(order(isLive: true), in: pipeline)
    _ = pipeline.begin(request, nil, view())
    let output = ObjectIdentifier(output)
    #expect(text(pipeline.pictureEnded(of: output, view())) == "lastFrame")
    _ = pipeline.found(frame(at: 1000), for: .still, of: request, view())
    #expect(text(pipeline.pictureEnded(of: output, view(at: 1000.5))) == "didFinishRecordingMovie, makeMovie")
    #expect(request.window.soundEnd == shutter)
    #expect(text(pipeline.reached(.lastFrame, of: request.id, view(at: 1001))) == "")
  }

  @Test(
    "of a Live Photo that loses its sound alone, a shared footage goes on; its own has the window that was reserved")
  func split() {
    var pipeline = pipeline()
    let request = request(order(isLive: true), in: pipeline)
    let actions = pipeline.begin(request, nil, view())
    let (pictures, sounds) = (request.pictureClaim, request.soundClaim)
    #expect(text(actions).hasSuffix("reserve"))
    #expect(text(pipeline.soundEnded(of: ObjectIdentifier(output), view())) == "", "it has none")
    let sound = AudioFootage(
      format: AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .float),
      configuration: SessionConfiguration(), sound: StandardSound(), scheduler: QueuedWork())
    let other = PhotoOutput()
    let second = self.request(order(2, isLive: true, of: other), in: pipeline)
    _ = pipeline.begin(second, nil, view())
    pipeline.reserved(nil, sound, for: request)
    pipeline.reserved(nil, sound, for: second)
    let ended = pipeline.soundEnded(of: ObjectIdentifier(output), view())
    guard case .endSound(_, let claim, true)? = ended.first else {
      Issue.record("the sound is not split: \(text(ended))")
      return
    }
    #expect(claim.window == sounds.window && claim.window.start == pictures.window.start)
    pipeline.reserved(nil, nil, for: request)
    #expect(text(pipeline.soundEnded(of: ObjectIdentifier(other), view())) == "endSound")
  }

  @Test("a camera's failure ends the captures of its lane, in the order in which they began")
  func camera() {
    var pipeline = pipeline()
    for id in [2, 1] { _ = pipeline.begin(request(order(Int64(id)), in: pipeline), nil, view()) }
    let other = Token()
    #expect(text(pipeline.cameraFailed(ObjectIdentifier(other), error, view())) == "")
    let ended = text(pipeline.cameraFailed(ObjectIdentifier(Self.lane), error, view()))
    #expect(ended.components(of: "didFinishCapture stillFailed") == 2 && ended.hasSuffix("closed"))
    #expect(pipeline.isEmpty)
  }

  @Test(
    "an interruption keeps or drops movies that have their still, as the profile says; stills go on",
    arguments: CaptureProfile.EndedMovie.allCases)
  func interruption(_ movie: CaptureProfile.EndedMovie) {
    var profile = CaptureProfile()
    profile.movieEndedByInterruption = movie
    // What the others are set to is not asked.
    profile.movieEndedByReconfiguration = movie == .isKept ? .isDropped : .isKept
    var pipeline = pipeline(SessionConfiguration(), profile)
    #expect(text(pipeline.interrupted(error, view())) == "")
    let (first, second) = (
      request(order(isLive: true), in: pipeline), request(order(2, isLive: true, of: PhotoOutput()), in: pipeline)
    )
    for request in [second, first] { _ = pipeline.begin(request, nil, view()) }
    _ = pipeline.found(frame(at: 1000), for: .still, of: first, view())
    let end = first.window.soundEnd
    let actions = text(pipeline.interrupted(error, view(at: 1000.5)))
    let withoutStill = "didFinishRecordingMovie, didFinishProcessingMovie stillFailed"
    let failed = "didFinishProcessingPhoto stillFailed, \(withoutStill), didFinishCapture stillFailed, release"
    switch movie {
    case .isKept:
      #expect(actions == "didFinishRecordingMovie, makeMovie, \(failed)")
      #expect(first.window.soundEnd == .seconds(1000.5))
    case .isDropped:
      #expect(actions == "\(withoutStill), \(failed)")
      #expect(first.window.soundEnd == end && end > .seconds(1000.5))
    }
    #expect(pipeline.requests.count == 1 && pipeline.hasOpenCaptures, "the first one's still is being made")
    #expect(text(pipeline.interrupted(error, view(at: 1001))) == "")
    #expect(first.window.soundEnd == (movie == .isKept ? .seconds(1000.5) : end))
  }

  @Test("a damaged still is made of the nearest frame within half a second; without one it is kept as it came")
  func damage() throws {
    var pipeline = pipeline()
    let request = request(order(), in: pipeline)
    _ = pipeline.begin(request, nil, view())
    _ = pipeline.found(frame(at: 1000), for: .still, of: request, view())
    let damage = CaptureError(
      .stillFailed, message: "on purpose", underlying: CodingError(.malformed, context: "still", message: "on purpose"))
    let reach = TimeRange(start: .seconds(999.5), end: .seconds(1000.5))
    func choice(_ times: Set<MediaTime>) -> FrameChoice { .nearestWithin(reach, to: shutter, except: times) }
    let first = choice([shutter])
    #expect(text(pipeline.photoEnded(.failure(damage), 0, of: request.id, view())) == "substitute \(first)")
    #expect(text(pipeline.found(frame(at: 1000.25), for: .substitute, of: request, view())) == "show, make")
    let actions = pipeline.photoEnded(.failure(damage), 0, of: request.id, view())
    guard case .find(_, .substitute, let second)? = actions.first else {
      Issue.record("no other frame was asked for: \(text(actions))")
      return
    }
    #expect(second == choice([shutter, .seconds(1000.25)]))
    #expect(text(pipeline.found(nil, for: .substitute, of: request, view())) == "show, makeAsItCame")
    #expect(request.frames[0].time == shutter)
    #expect(
      text(pipeline.photoEnded(.failure(damage), 0, of: request.id, view()))
        == "didFinishProcessingPhoto stillFailed, didFinishCapture stillFailed, release, closed, resume")
  }

  @Test(
    "a damaged still that nothing replaces is kept as it came, unless it lies further than half a second away",
    arguments: [(999.5, true), (1000.5, true), (999.467, false), (1000.533, false), (1000.633, false)])
  func lastResort(time: Double, isKept: Bool) throws {
    var pipeline = pipeline()
    let request = request(order(), in: pipeline)
    _ = pipeline.begin(request, nil, view())
    _ = pipeline.found(frame(at: time), for: .still, of: request, view())
    let damage = CaptureError(
      .stillFailed, message: "on purpose", underlying: CodingError(.malformed, context: "still", message: "on purpose"))
    let actions = pipeline.photoEnded(.failure(damage), 0, of: request.id, view())
    guard case .find(_, let search, _)? = actions.first else {
      Issue.record("no other frame was asked for: \(text(actions))")
      return
    }
    #expect(
      text(pipeline.found(nil, for: search, of: request, view()))
        == (isKept
          ? "show, makeAsItCame"
          : "didFinishProcessingPhoto stillFailed, didFinishCapture stillFailed, release, closed, resume"))
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
