import Dispatch
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Synchronization

/// A delegate that notes which queue it is called on, and whether calls overlap.
///
/// Each call stays for a moment, so that another one that may come meanwhile does come.
final class QueueWatcher: PhotoProcessingDelegate, LivePhotoCaptureDelegate {
  struct Call: Sendable {
    let id: CaptureID
    let step: CaptureStep
    /// Whether it came on the output's queue.
    let isCommon: Bool
    let isMain: Bool
  }

  private struct State {
    var calls: [Call] = []
    var present: [CaptureID: Int] = [:]
    var mostAtOnce = 0
    var hadOverlapInCapture = false
  }

  private static let common = DispatchSpecificKey<Bool>()
  private static let main: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()
  private let state = Mutex(State())
  private let company = DispatchSemaphore(value: 0)
  var calls: [Call] { state.withLock { $0.calls } }
  /// How many captures' calls there were at one time, at most.
  var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
  /// Whether two calls of one capture overlapped.
  var hadOverlapInCapture: Bool { state.withLock { $0.hadOverlapInCapture } }

  private let captures: Int
  private let patience: DispatchTimeInterval

  /// Watches the delegates' queue of an output. A capture's begin waits so long for those of the others, `captures`
  /// together.
  init(_ output: PhotoOutput, captures: Int, patience: DispatchTimeInterval) {
    self.captures = captures
    self.patience = patience
    output.delegateQueue.setSpecific(key: Self.common, value: true)
  }

  private func note(_ step: CaptureStep, _ settings: ResolvedPhotoSettings) {
    let id = settings.uniqueID
    let isCommon = DispatchQueue.getSpecific(key: Self.common) == true
    let isMain = DispatchQueue.getSpecific(key: Self.main) == true
    let count = state.withLock { state in
      state.calls.append(Call(id: id, step: step, isCommon: isCommon, isMain: isMain))
      state.present[id, default: 0] += 1
      if state.present[id, default: 0] > 1 { state.hadOverlapInCapture = true }
      let count = state.present.values.count { $0 > 0 }
      state.mostAtOnce = max(state.mostAtOnce, count)
      return count
    }
    if count == captures {
      for _ in 1..<captures { company.signal() }
    } else {
      _ = company.wait(timeout: .now() + (step == .willBegin ? patience : .milliseconds(10)))
    }
    state.withLock { $0.present[id, default: 1] -= 1 }
  }

  func photoOutput(_ output: PhotoOutput, willBeginCaptureFor settings: ResolvedPhotoSettings) {
    note(.willBegin, settings)
  }
  func photoOutput(_ output: PhotoOutput, willCapturePhotoFor settings: ResolvedPhotoSettings) {
    note(.willCapture, settings)
  }
  func photoOutput(_ output: PhotoOutput, didCapturePhotoFor settings: ResolvedPhotoSettings) {
    note(.didCapture, settings)
  }
  func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
    note(.didProcessPhoto, photo.resolvedSettings)
  }
  func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings
  ) { note(.didRecordMovie, resolvedSettings) }
  func photoOutput(
    _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) { note(.didProcessMovie, resolvedSettings) }
  func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) { note(.didFinish, resolvedSettings) }
}
