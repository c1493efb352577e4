public import MediaCore

/// A Live Photo that is to become a Motion Photo, or the other way round.
public struct MotionPhotoRequest: Sendable, Hashable {
  /// The files: still and movie of a Live Photo in either order, or one of them, or a `.pvt` folder or `.livp` archive,
  /// for a Motion Photo; a Motion Photo for a Live Photo.
  public var files: [String]
  /// The folder for what is written; it is made if it is not there.
  public var output: String
  /// The stem of the names; `nil` for the present one. `MP` and the extension are added to it, or taken from it.
  public var name: String?

  /// A request with the names left to the files.
  public init(_ files: [String], output: String = ".") {
    self.files = files
    self.output = output
  }
}

/// What was written.
public struct MotionPhotoReport: Sendable {
  /// The Motion Photo; or the still, then the movie.
  public let files: [WrittenFile]
  /// Where the still falls, from the movie's beginning.
  public let stillTime: MediaTime
  /// What was converted, moved or left out: a sentence each.
  public let notes: [String]
}
