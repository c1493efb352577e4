import CaptureDevices
import MediaCore

/// What becomes of a still whose frame is a damaged JPEG, which shows only when it is decoded.
extension CaptureSession {
  /// Whether another frame would do as well: none does where each is exposed in a way of its own.
  func canSubstitute(_ request: PhotoRequest) -> Bool {
    request.photos.count == 1 && !request.settings.isBracket && !request.resolved.isFlashEnabled
  }

  /// Makes a still anew of the nearest frame that has not turned out to be damaged, as if the camera had dropped the
  /// damaged ones. Where there is none, the first is kept as it came if it can be: better than no still. Returns whether
  /// anything is made.
  func substitute(_ request: PhotoRequest, after error: CaptureError) -> Bool {
    guard (error.underlying as? CodingError)?.isOfDamage == true, canSubstitute(request), let video = request.video,
      let frame = request.frames.first, frame.format.pixelFormat.isCompressed, case .running = state
    else { return false }
    var damaged = request.damaged ?? (frame, [])
    // The last resort has failed, too.
    guard damaged.times.insert(frame.time).inserted else { return false }
    request.damaged = damaged
    if let other = video.nearest(
      to: request.resolved.shutterTime, in: stretch(of: request, video), except: damaged.times)
    {
      request.frames[0] = other
      show(other, in: request)
      processStills(of: 0, request)
    } else {
      request.frames[0] = damaged.first
      show(damaged.first, in: request)
      processStills(of: 0, request, keepingDamaged: true)
    }
    return true
  }

  /// Where another frame for a still is looked for. The movie has to show it, and one that is being written has its still.
  private func stretch(of request: PhotoRequest, _ video: VideoPort) -> TimeRange {
    let shutterTime = request.resolved.shutterTime
    let reach = SessionConfiguration.substituteReach
    let near = TimeRange(start: shutterTime - reach, end: shutterTime + reach)
    guard request.resolved.isLive else { return near }
    guard request.machine.isRecording else { return TimeRange(start: shutterTime, end: shutterTime) }
    let edges = request.edges(frameInterval: video.source.mode.frameInterval)
    return TimeRange(start: max(near.start, edges.start), end: max(near.start, edges.start, min(near.end, edges.end)))
  }
}
