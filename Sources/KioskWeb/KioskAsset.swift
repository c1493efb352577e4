/// A picture of the gallery in the form in which pages receive it. Times are numbers of seconds, as in all of the
/// pages' JSON.
public struct KioskAsset: Sendable, Hashable, Encodable {
  /// The duration of an asset's movie, and the place of the still in it.
  public struct Movie: Sendable, Hashable, Encodable {
    /// The movie's duration, in seconds.
    public let durationSeconds: Double
    /// The time of the still in the movie, in seconds; `nil` if the movie does not mark one.
    public let keyTimeSeconds: Double?

    /// Creates a movie from its parts.
    public init(durationSeconds: Double, keyTimeSeconds: Double?) {
      (self.durationSeconds, self.keyTimeSeconds) = (durationSeconds, keyTimeSeconds)
    }

    private enum CodingKeys: String, CodingKey {
      case durationSeconds = "duration"
      case keyTimeSeconds = "keyTime"
    }
  }

  /// The kinds of assets that pages show.
  public enum Kind: String, Sendable, Hashable, Encodable {
    /// A Live Photo.
    case live
    /// A still.
    case photo
    /// A movie.
    case video
  }

  /// The identifier of the asset.
  public let id: String
  /// The name of the picture's file, without its extension.
  public let name: String
  /// Whether it is a Live Photo, a still or a movie.
  public let kind: Kind
  /// The width in pixels, upright.
  public let width: Int
  /// The height in pixels, upright.
  public let height: Int
  /// The local date and time at which the picture was taken, with the offset from UTC; `nil` if unknown.
  public let created: String?
  /// A Boolean value that indicates whether the picture is marked as a favourite.
  public let favourite: Bool
  /// The remark on parts that the asset lacks; `nil` without one.
  public let remark: String?
  /// A Boolean value that indicates whether the photo is still to be finished.
  public let isUnfinished: Bool
  /// The movie; set only in a description of a single asset.
  public var movie: Movie?
  /// The effects that the picture can be given; set only in a description of a single asset.
  public var effects: [KioskEffect] = []
  /// The effect that the picture has been given, and that another moment as the key photo would take from it; set only
  /// in a description of a single asset.
  public var effect: KioskEffect?
  /// The addresses of the asset's files by the names of their forms.
  public var files: [String: String] = [:]

  /// Creates an asset from its parts.
  public init(
    id: String, name: String, kind: Kind, width: Int, height: Int, created: String?, isFavourite: Bool,
    remark: String?, isUnfinished: Bool, movie: Movie? = nil
  ) {
    (self.id, self.name, self.kind, self.width, self.height) = (id, name, kind, width, height)
    (self.created, self.favourite, self.remark) = (created, isFavourite, remark)
    (self.isUnfinished, self.movie) = (isUnfinished, movie)
  }

  /// Returns the same asset with the addresses of the files that it has, below a base. `version` changes with their
  /// contents.
  public func located(below base: String, version: String) -> KioskAsset {
    var asset = self
    let forms: [KioskFile.Form]
    switch kind {
    case .live: forms = [.thumbnail, .still, .movie, .livephoto, .motionphoto, .gif]
    case .photo: forms = [.thumbnail, .still]
    case .video: forms = [.thumbnail, .movie, .gif]
    }
    asset.files = Dictionary(uniqueKeysWithValues: forms.map { ($0.rawValue, "\(base)/\($0.rawValue)?v=\(version)") })
    return asset
  }
}
