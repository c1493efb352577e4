import CaptureCodecs
import CaptureDevices
import FileStorage
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization

/// An app that records movies: a camera and a microphone in virtual time, a session, a movie-file output.
struct RecordingBench {
  /// Hears of recordings.
  final class Delegate: MovieRecordingDelegate {
    private let state = Mutex<(calls: [String], errors: [CaptureError?])>(([], []))

    /// `start` and `finish`, or `finish!` with an error, each with the file's name.
    var calls: [String] { state.withLock { $0.calls } }
    /// What each recording ended with.
    var errors: [CaptureError?] { state.withLock { $0.errors } }

    func fileOutput(_ output: MovieFileOutput, didStartRecordingTo path: String, from connections: [CaptureConnection])
    {
      state.withLock { $0.calls.append("start \(Self.name(path))") }
    }

    func fileOutput(
      _ output: MovieFileOutput, didFinishRecordingTo path: String, from connections: [CaptureConnection],
      error: CaptureError?
    ) {
      state.withLock { state in
        state.calls.append("finish\(error == nil ? "" : "!") \(Self.name(path))")
        state.errors.append(error)
      }
    }

    private static func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
  }

  let clock = VirtualClock()
  let devices: SimulatedWorld
  let system: DeviceSystem
  let session: CaptureSession
  let movies = MovieFileOutput()
  let photos = PhotoOutput()
  let delegate = Delegate()

  init(
    files: any FileStore = MemoryFiles(), hasSound: Bool = true, profile: CaptureProfile = CaptureProfile(),
    encoders: (any MovieEncoding)? = nil, configure: (inout SessionConfiguration) -> Void = { _ in }
  ) async throws {
    devices = SimulatedWorld(
      clock: clock, cameras: [SimulatedCamera("camera")], microphones: hasSound ? [SimulatedMicrophone()] : [],
      pictures: StandardPictures())
    system = try DeviceSystem(devices, profile: profile)
    var environment = CaptureEnvironment.virtual(clock: clock, files: files, profile: profile, media: .standard)
    if let encoders { environment.media.movies = encoders }
    var configuration = CaptureBench.Setup().session
    configure(&configuration)
    session = try CaptureSession(configuration: configuration, environment: environment)
    await session.beginConfiguration()
    for device in system.devices { try await session.addInput(DeviceInput(device, of: system)) }
    try await session.addOutput(movies)
    try await session.addOutput(photos)
    try await session.commitConfiguration()
  }

  func start(thenFor seconds: Double = 2) async throws {
    try await session.startRunning()
    await advance(seconds)
  }

  func record(to path: String = "1.mov", for seconds: Double) async throws {
    try movies.startRecording(to: path, delegate: delegate)
    await advance(seconds)
  }

  func advance(_ seconds: Double) async {
    await clock.advance(by: MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000), settling: session)
  }

  /// The movie of the next recording that ends, of those that events tell of.
  static func movie(in events: AsyncStream<RecordingEvent>) async -> RecordedMovie? {
    for await event in events {
      if case .didFinishRecording(let movie, _, _, _) = event { return movie }
    }
    return nil
  }
}

/// A store that tells how much of a file the disk has while it is being written.
final class WatchedFileStore: FileStore {
  private let store = MemoryFiles()
  private let count = Mutex(0)

  /// The bytes that were written so far.
  var writtenBytes: Int { count.withLock { $0 } }
  var files: [String: [UInt8]] { store.files }

  func exists(_ path: String) -> Bool { store.exists(path) }

  func create(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    try store.create(path) { write in
      try withoutActuallyEscaping(write) { write in
        try body { piece in
          try write(piece)
          count.withLock { $0 += piece.count }
        }
      }
    }
  }

  func createAll(_ drafts: [FileDraft]) throws { try store.createAll(drafts) }
}
