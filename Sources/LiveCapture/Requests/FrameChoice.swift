import MediaCore

/// The rule by which one of the frames in a ring is chosen.
enum FrameChoice: Equatable {
  case nearest(MediaTime)
  case firstAtOrAfter(MediaTime)
  /// The latest one of a number.
  case numbered(UInt64)
  /// The nearest one to an instant within a stretch, those of some times left out.
  case nearestWithin(TimeRange, to: MediaTime, except: Set<MediaTime>)
}
