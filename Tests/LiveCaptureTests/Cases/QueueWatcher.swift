import Dispatch
import LiveCapture
import MediaCore
import Synchronization

/// A delegate that notes which queue it is called on, and whether calls overlap.
final class QueueWatcher: PhotoProcessingDelegate, LivePhotoCaptureDelegate {
  struct Call: Sendable {
    let id: CaptureID
    /// The name that the queue was given by the test; empty for any other.
    let queue: String
  }

  private struct State {
    var calls: [Call] = []
    var depth = 0
    var hadOverlap = false
  }

  /// Queues are told apart by what they hold under this key.
  static let key = DispatchSpecificKey<String>()
  private let state = Mutex(State())
  var calls: [Call] { state.withLock { $0.calls } }
  var hadOverlap: Bool { state.withLock { $0.hadOverlap } }

  private func note(_ settings: ResolvedPhotoSettings) {
    let queue = DispatchQueue.getSpecific(key: Self.key) ?? ""
    state.withLock { state in
      state.depth += 1
      if state.depth > 1 { state.hadOverlap = true }
      state.calls.append(Call(id: settings.uniqueID, queue: queue))
    }
    state.withLock { $0.depth -= 1 }
  }

  func photoOutput(_ output: PhotoOutput, willBeginCaptureFor settings: ResolvedPhotoSettings) { note(settings) }
  func photoOutput(_ output: PhotoOutput, willCapturePhotoFor settings: ResolvedPhotoSettings) { note(settings) }
  func photoOutput(_ output: PhotoOutput, didCapturePhotoFor settings: ResolvedPhotoSettings) { note(settings) }
  func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
    note(photo.resolvedSettings)
  }
  func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings
  ) { note(resolvedSettings) }
  func photoOutput(
    _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) { note(resolvedSettings) }
  func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) { note(resolvedSettings) }
}
