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
  /// A Boolean value that indicates whether the movie's pictures become H.264, which every phone and browser plays.
  /// Those that are stay as they are.
  public var convertsToH264 = false
  /// A Boolean value that indicates whether the still alone is written: without a movie behind it and without a word of
  /// one. Then ``files`` is one still.
  public var isStillOnly = false

  /// A request with the names left to the files.
  public init(_ files: [String], output: String = ".") {
    self.files = files
    self.output = output
  }
}

/// A report on what was written.
public struct MotionPhotoReport: Sendable {
  /// The Motion Photo; or the still, then the movie; or the still alone.
  public let files: [WrittenFile]
  /// The place of the still, from the movie's beginning; invalid where that is unknown, and of a still alone.
  public let stillTime: MediaTime
  /// Notes about what was converted, moved or left out: a sentence each.
  public let notes: [String]
}
