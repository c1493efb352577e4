import CaptureDevices
import MediaCore
import Synchronization

/// Captures that need the camera set or a light switched on: brackets and flash. A camera has one of them at a time.
extension CaptureSession {
  /// Takes the frames of a capture's stills.
  func expose(_ request: PhotoRequest, from video: VideoPort) {
    guard request.settings.isBracket || request.resolved.isFlashEnabled else {
      let id = request.id
      // Before the watch for the end of the recording: with no time after the shutter one frame answers both.
      video.watch(for: decisiveTime(of: request, from: video)) { [weak self] in self?.enter { $0.chooseFrame(for: id) }
      }
      return
    }
    let plan = ExposurePlan(
      video.source, bracket: request.settings.bracket,
      flash: request.resolved.isFlashEnabled ? environment.flash : nil,
      usesCameraFlash: request.resolved.isFlashEnabled && environment.flash == nil)
    exposureLine.join(request.id, plan)
    if exposureLine.first == request.id { beginExposure(0, of: request.id) }
  }

  /// A frame of this time or later settles which one is the still. Without shutter lag that is the nearest to the shutter:
  /// one that is less than half a frame before it is not outdone by the next, which nobody has to wait for.
  private func decisiveTime(of request: PhotoRequest, from video: VideoPort) -> MediaTime {
    let shutterTime = request.resolved.shutterTime
    guard request.output.state.withLock({ $0.features.isZeroShutterLagEnabled }) else { return shutterTime }
    return shutterTime - video.source.mode.frameInterval.multiplied(by: 1, over: 2)
  }

  private func beginExposure(_ exposure: Int, of id: CaptureID) {
    guard let plan = exposureLine.plan(of: id) else { return }
    scheduler.run(on: deviceQueue) { [weak self] in
      let result = Result { () throws(DeviceError) in try plan.value.begin(exposure) }
      self?.enter { $0.exposureIsSet(result, exposure, of: id) }
    }
  }

  private func exposureIsSet(_ result: Result<StillExposure, DeviceError>, _ exposure: Int, of id: CaptureID) {
    guard let request = requests[id], request.machine.isWaiting, let video = request.video else { return }
    switch result {
    case .success(let known): request.exposures[exposure] = known
    case .failure(let error):
      return endFootage(of: [request], .fails, CaptureError(device: error, profile: environment.profile))
    }
    // The frame that is under way, and as many as the camera needs, still show what was set before.
    let newest = max(video.newestTime ?? environment.clock.now, request.resolved.shutterTime)
    let interval = video.source.mode.frameInterval
    let due = newest + interval * Int32(video.source.controlDelay) + interval.multiplied(by: 1, over: 2)
    video.watch(for: due) { [weak self] in self?.enter { $0.takeExposure(exposure, at: due, of: id) } }
  }

  private func takeExposure(_ exposure: Int, at due: MediaTime, of id: CaptureID) {
    guard let request = requests[id], request.machine.isWaiting else { return }
    guard let frame = request.video?.first(atOrAfter: due) else {
      return endFootage(
        of: [request], .fails, CaptureError(.noFrames, message: "the camera delivered no frame that shows what was set")
      )
    }
    take(frame, for: request)
    if request.machine.isWaiting { beginExposure(exposure + 1, of: id) }
  }

  /// A capture takes no more frames, be it complete or given up: the camera is set back, the light put out, and the next
  /// one in line has it. Harmless for one that is not in line.
  func endExposures(of id: CaptureID) {
    guard let plan = exposureLine.leave(id) else { return }
    // Behind whatever is being set for it on that queue.
    scheduler.run(on: deviceQueue) { [weak self] in
      plan.value.end()
      self?.enter { $0.exposuresHaveEnded() }
    }
  }

  private func exposuresHaveEnded() {
    exposureLine.firstHasEnded()
    if let next = exposureLine.first { beginExposure(0, of: next) }
    noteClosedCapture()
  }

  // MARK: Flash

  /// Whether a capture will flash: asked for, or dark and left to us, and not too hot.
  func usesFlash(_ settings: PhotoSettings, on video: VideoPort?) -> Bool {
    guard settings.flashMode != .off, environment.flash?.isAvailable ?? true, let video else { return false }
    return settings.flashMode == .on || isDark(video)
  }

  /// Whether the newest picture is dark on the whole; what cannot be looked at is not.
  private func isDark(_ video: VideoPort) -> Bool {
    guard let frame = video.newestFrame, let mean = try? FrameBrightness.mean(of: frame, environment.media.pictures)
    else { return false }
    return mean < configuration.flashThreshold
  }
}

/// A value that is handed from queue to queue and used on one at a time.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
