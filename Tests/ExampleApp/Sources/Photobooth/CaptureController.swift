import CaptureDevices
import LiveCapture
import MediaCore
import Synchronization

/// The camera side of the app: a session, its output, and the captures under way.
///
/// Everything it needs of the world is handed to it, so that a test can hand it another world.
public final class CaptureController: Sendable {
  /// The session.
  public let session: CaptureSession
  /// Takes the photos.
  public let output = PhotoOutput()
  private let album: any Album
  private let state = Mutex(State())

  private struct State {
    /// One delegate for each capture: the output holds it weakly, this holds it until its capture has finished.
    var inProgress: [CaptureID: PhotoCaptureProcessor] = [:]
    var liveCount = 0
    var shotCount: Int64 = 0
  }

  /// A controller of the world's first camera and first microphone, if it has one.
  public init(system: DeviceSystem, environment: CaptureEnvironment, album: any Album) async throws {
    self.album = album
    session = try CaptureSession(configuration: SessionConfiguration(), environment: environment)
    guard let camera = system.defaultDevice(for: .video) else { throw PhotoboothError.noCamera }
    await session.beginConfiguration()
    try await session.setSessionPreset(.photo)
    try await session.addInput(try DeviceInput(camera, of: system))
    if let microphone = system.defaultDevice(for: .audio) {
      // Without the right to listen there are Live Photos all the same, without sound.
      if let input = try? DeviceInput(microphone, of: system) { try await session.addInput(input) }
    }
    try await session.addOutput(output)
    try await session.commitConfiguration()
    if output.isLivePhotoCaptureSupported { try output.setLivePhotoCaptureEnabled(true) }
  }

  /// Starts the devices.
  public func start() async throws { try await session.startRunning() }
  /// Stops them; captures under way end.
  public func stop() async throws { try await session.stopRunning() }

  /// How many Live Photos are being recorded: the badge is shown while there are any.
  public var liveCount: Int { state.withLock { $0.liveCount } }
  /// How many captures have not finished.
  public var captureCount: Int { state.withLock { $0.inProgress.count } }

  /// Presses the shutter.
  @discardableResult
  public func takePhoto(isLive: Bool) throws -> CaptureID {
    let number = state.withLock { state in
      state.shotCount += 1
      return state.shotCount
    }
    let settings = PhotoSettings(livePhotoMoviePath: isLive ? album.temporaryMoviePath(of: number) : nil)
    let processor = PhotoCaptureProcessor(
      album: album, liveDidChange: { [weak self] change in self?.state.withLock { $0.liveCount += change } },
      didFinish: { [weak self] id in _ = self?.state.withLock { $0.inProgress.removeValue(forKey: id) } })
    // Before the call: everything may have happened when it returns.
    state.withLock { $0.inProgress[settings.uniqueID] = processor }
    do {
      return try output.capturePhoto(with: settings, delegate: processor)
    } catch {
      _ = state.withLock { $0.inProgress.removeValue(forKey: settings.uniqueID) }
      throw error
    }
  }
}

/// Why the app cannot work.
public enum PhotoboothError: Error {
  /// There is nothing to take photos with.
  case noCamera
}
