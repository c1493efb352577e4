public import MediaCore

/// A still and a movie, or a movie alone, that are to become a Live Photo.
public struct AssembleRequest: Sendable, Hashable {
  /// The treatment of the movie's pictures.
  public enum Codec: String, Sendable, Hashable, CaseIterable {
    /// H.264 that Apple's programs play, and HEVC, are carried over; everything else becomes H.264.
    case automatic = "auto"
    /// They are carried over, or it is an error.
    case copy
    /// H.264 is carried over; everything else becomes H.264.
    case h264
    /// HEVC is carried over; everything else becomes HEVC.
    case hevc
  }

  /// The place in the movie that is wished for the still.
  public enum StillPlace: Sendable, Hashable {
    /// A time after the movie's beginning.
    case time(MediaTime)
    /// A fraction of the movie's length: 0 is its beginning, 1 its end.
    case fraction(Double)
  }

  /// The still's path; `nil` takes the movie's picture at the still's place. What the files are is told by their
  /// bytes, so that still and movie may also be named the other way round.
  public var photo: String?
  /// The movie's path.
  public var movie: String
  /// The folder for the pair; it is made if it is not there.
  public var output: String
  /// The stem of both names; `nil` for that of the still, or of the movie where there is none.
  public var name: String?
  /// The place of the still; `nil` for where the movie says already, else its middle. It is moved to the beginning of
  /// the nearest picture but the first, which some programs show as a still without its movie.
  public var stillPlace: StillPlace?
  /// The identifier that both files are to carry. `nil` keeps the one that both of them carry already; otherwise one is
  /// derived from their contents.
  public var identifier: PairIdentifier?
  /// The treatment of the movie's pictures.
  public var codec = Codec.automatic

  /// A request with everything left to the files.
  public init(photo: String?, movie: String, output: String = ".") {
    self.photo = photo
    self.movie = movie
    self.output = output
  }
}
