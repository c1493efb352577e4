import MediaCore

/// Another frame in place of a damaged one.
extension PhotoRequest {
  /// Indicates whether another frame can take the place of a damaged one: not where each is exposed in a way of its
  /// own.
  var canSubstitute: Bool { photos.count == 1 && !isExposed }

  /// The frame to make a damaged still anew of; `nil` if it is to fail. Where there is none, ``lastResort`` may do.
  func substitution(after error: CaptureError) -> FrameChoice? {
    guard (error.underlying as? CodingError)?.isOfDamage == true, canSubstitute, self.camera != nil,
      let frame = frames.first, frame.format.pixelFormat.isCompressed
    else { return nil }
    var damaged = damaged ?? (frame, error, [])
    // The last resort has failed, too.
    guard damaged.times.insert(frame.time).inserted else { return nil }
    self.damaged = damaged
    return .nearestWithin(stretch, to: resolved.shutterTime, except: damaged.times)
  }

  /// The frame that was to be the still, if it was taken as near to the shutter as any in its place has to be.
  var lastResort: VideoFrame? {
    guard let frame = damaged?.first else { return nil }
    return (frame.time - resolved.shutterTime).magnitude <= SessionConfiguration.substituteReach ? frame : nil
  }

  /// The range in which another frame for a still is looked for. The movie has to show it, and a movie that is being
  /// written has its still.
  private var stretch: TimeRange {
    let shutterTime = resolved.shutterTime
    let reach = SessionConfiguration.substituteReach
    let near = TimeRange(start: shutterTime - reach, end: shutterTime + reach)
    guard resolved.isLive else { return near }
    guard machine.isGathering else { return TimeRange(start: shutterTime, end: shutterTime) }
    let frames = window.frames
    return TimeRange(
      start: max(near.start, frames.start), end: max(near.start, frames.start, min(near.end, frames.end)))
  }
}
