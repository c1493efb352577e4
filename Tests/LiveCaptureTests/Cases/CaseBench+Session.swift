import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import LivePhotoTesting
import MediaCore
import Simulator

extension SessionEvent {
  /// The event in a word, with what it is about.
  var name: String {
    switch self {
    case .didStartRunning: "started"
    case .didStopRunning: "stopped"
    case .wasInterrupted(let reason, _): "interrupted \(reason.rawValue)"
    case .interruptionEnded: "interruption ended"
    case .cameraClockDidJump: "clock jumped"
    case .audioSamplesAreInvalid: "sound invalid"
    case .didChooseEncoding: "encoding chosen"
    case .videoDidFail(let error, _): "video failed: \(error.code)"
    case .audioDidFail(let error, _): "audio failed: \(error.code)"
    case .runtimeError(let error, _): "error: \(error.avErrorCode)"
    }
  }
}

extension CaseBench {
  func input(_ id: String) throws -> DeviceInput {
    guard let device = system.devices.first(where: { $0.uniqueID == id }) else { throw Missing(id: id) }
    return try DeviceInput(device, of: system)
  }

  struct Missing: Error { let id: String }

  /// A session with some of the devices, the output, and Live Photos enabled.
  func assemble(_ ids: [String]) async throws {
    await session.beginConfiguration()
    for id in ids { try await session.addInput(input(id)) }
    try await session.addOutput(output)
    try await session.setSessionPreset(.photo)
    try await session.commitConfiguration()
    try output.setLivePhotoCaptureEnabled(true)
  }

  /// Which way the movies of the captures so far went: how long each was.
  var movieDurations: [Double] { delegate.calls.compactMap { $0.movieTimes?.duration.seconds } }

  /// How wide the stills so far were announced to be.
  var widths: [Int] { calls(.willBegin).map(\.settings.photoDimensions.width) }

  /// Whether a movie has a track of sound.
  func hasSound(_ movie: String) -> Bool {
    let still = delegate.calls.last { $0.photo != nil }?.photo?.fileDataRepresentation()
    return expectLivePhoto(still: still, movie: files.files[movie]).hasSound
  }
}
