import ISOBoxes
package import MediaCore

/// What a movie that is written while it is being filmed says of itself before its first sample.
package struct FragmentedMovie: Sendable {
  /// What holds for all pictures.
  package var pictures: PictureDescription
  /// The sound, or `nil` for a silent movie without a track for it.
  package var sound: SoundDescription?
  /// The local date of the movie's beginning.
  package var creationDate: WallTime
  /// What it says of itself: keys of the namespace `mdta` (see ``MovieKey``), and texts. The date is added.
  package var metadata: [(key: String, value: String)] = []

  package init(pictures: PictureDescription, creationDate: WallTime) {
    self.pictures = pictures
    self.creationDate = creationDate
  }
}
