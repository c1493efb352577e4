import ISOBoxes
package import MediaCore

/// A description that a movie carries before its first sample when it is written while it is being filmed.
package struct FragmentedMovie: Sendable {
  /// The description that holds for all pictures.
  package var pictures: PictureDescription
  /// The sound, or `nil` for a silent movie without a track for it.
  package var sound: SoundDescription?
  /// The local date of the movie's beginning.
  package var creationDate: WallTime
  /// The movie's metadata: keys of the namespace `mdta` (see ``MovieKey``), and texts. The date is added.
  package var metadata: [(key: String, value: String)] = []

  package init(pictures: PictureDescription, creationDate: WallTime) {
    self.pictures = pictures
    self.creationDate = creationDate
  }
}
