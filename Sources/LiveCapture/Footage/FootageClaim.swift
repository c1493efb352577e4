import MediaCore

/// A capture's claim on a footage: the window that its movie needs, and the frames that have to wait.
struct FootageClaim {
  let id: CaptureID
  let window: TimeRange
  /// Frames from this instant on wait for the still to be chosen.
  var hold = MediaTime.positiveInfinity
  /// All frames wait for the still to be made, until there are some from this instant on.
  var pause = MediaTime.negativeInfinity
}
