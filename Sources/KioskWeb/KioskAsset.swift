/// A picture as pages know it.
public struct KioskAsset: Sendable, Hashable, Encodable {
  /// What moves of it.
  public struct Movie: Sendable, Hashable, Encodable {
    /// How long it is, in seconds.
    public let duration: Double
    /// Where the still falls, in seconds; `nil` if nothing says so.
    public let keyTime: Double?

    /// A movie from its parts.
    public init(duration: Double, keyTime: Double?) { (self.duration, self.keyTime) = (duration, keyTime) }
  }

  /// What kind of asset it is.
  public enum Kind: String, Sendable, Hashable, Encodable {
    /// A Live Photo.
    case live
    /// A still.
    case photo
    /// A movie.
    case video
  }

  /// Its identifier.
  public let id: String
  /// What it is called.
  public let name: String
  /// What kind it is.
  public let kind: Kind
  /// Pixels in a row, upright.
  public let width: Int
  /// Rows, upright.
  public let height: Int
  /// When it was taken.
  public let created: String?
  /// Whether it is marked.
  public let favourite: Bool
  /// What is missing of it.
  public let remark: String?
  /// Whether its photo is still to be finished.
  public let isUnfinished: Bool
  /// What moves; only where one asset is told of.
  public var movie: Movie?
  /// Where its files are, by their forms.
  public var files: [String: String] = [:]

  /// An asset from its parts.
  public init(
    id: String, name: String, kind: Kind, width: Int, height: Int, created: String?, isFavourite: Bool,
    remark: String?, isUnfinished: Bool, movie: Movie? = nil
  ) {
    (self.id, self.name, self.kind, self.width, self.height) = (id, name, kind, width, height)
    (self.created, self.favourite, self.remark) = (created, isFavourite, remark)
    (self.isUnfinished, self.movie) = (isUnfinished, movie)
  }

  /// The same asset with the addresses of the files that it has, below a base. `version` changes with their contents.
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

/// Some of a gallery's pictures, newest first.
public struct KioskAssetPage: Sendable, Encodable {
  /// The pictures.
  public let assets: [KioskAsset]
  /// What the next page is asked for by; `nil` at the end.
  public let next: String?
  /// How many there are in all.
  public let total: Int

  /// A page from its parts.
  public init(assets: [KioskAsset], next: String?, total: Int) {
    (self.assets, self.next, self.total) = (assets, next, total)
  }
}

/// Which pictures are asked for.
public enum KioskFilter: String, Sendable, Hashable, CaseIterable {
  /// All.
  case all
  /// Live Photos.
  case live
  /// Marked ones.
  case favourite
}
