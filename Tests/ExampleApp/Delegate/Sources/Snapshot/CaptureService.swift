import CaptureDevices
import FileStorage
import LiveCapture
import MediaCore

/// The camera side of the app: an actor with a session, each photo a call that returns when it has been saved.
public actor CaptureService {
  /// How the number of Live Photos being recorded changes.
  nonisolated let liveChanges: AsyncStream<Int>
  private let changes: AsyncStream<Int>.Continuation
  private let session: CaptureSession
  private let output = PhotoOutput()
  private let files: any FileStore
  private let folder: String
  /// The output holds delegates weakly: each is kept here until its capture has ended.
  private var captures: [CaptureID: PhotoCapture] = [:]
  private var photoCount = 0

  /// A service of the world's first camera, and of its first microphone if there is one that may be used.
  public init(system: DeviceSystem, environment: CaptureEnvironment, folder: String) async throws {
    (liveChanges, changes) = AsyncStream.makeStream()
    (files, self.folder) = (environment.files, folder)
    session = try CaptureSession(configuration: SessionConfiguration(), environment: environment)
    guard let camera = system.defaultDevice(for: .video) else { throw SnapshotError.noCamera }
    await session.beginConfiguration()
    try await session.setSessionPreset(.photo)
    try await session.addInput(try DeviceInput(camera, of: system))
    if let microphone = system.defaultDevice(for: .audio), let input = try? DeviceInput(microphone, of: system) {
      try await session.addInput(input)
    }
    try await session.addOutput(output)
    try await session.commitConfiguration()
    if output.isLivePhotoCaptureSupported { try output.setLivePhotoCaptureEnabled(true) }
  }

  /// Starts the devices.
  public func start() async throws { try await session.startRunning() }

  /// Takes a photo, and returns its name once it has been saved: with its movie, or without one if that failed.
  public func capturePhoto(isLive: Bool) async throws -> String {
    photoCount += 1
    let name = "IMG_\(photoCount)"
    let moviePath = isLive && output.isLivePhotoCaptureEnabled ? "\(folder)/.\(name).mov" : nil
    let settings = PhotoSettings(livePhotoMoviePath: moviePath)
    defer { captures[settings.uniqueID] = nil }
    let shot = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<PhotoCapture.Shot, any Error>) in
      let capture = PhotoCapture(liveDidChange: { [changes] in changes.yield($0) }) { shot in
        continuation.resume(returning: shot)
      }
      captures[settings.uniqueID] = capture
      do { try output.capturePhoto(with: settings, delegate: capture) } catch { continuation.resume(throwing: error) }
    }
    do {
      guard let still = shot.still else { throw shot.error ?? SnapshotError.noStill }
      try files.create("\(folder)/\(name).JPG", still)
      if let movie = shot.moviePath { try files.move(movie, to: "\(folder)/\(name).MOV") }
      return name
    } catch {
      // Without its still a movie is of no use. Whether it can be removed changes nothing for the user.
      if let movie = shot.moviePath { try? files.remove(movie) }
      throw error
    }
  }
}

/// Why the app cannot work.
public enum SnapshotError: Error {
  /// There is nothing to take photos with.
  case noCamera
  /// There is no photo, and nobody said why.
  case noStill
}
