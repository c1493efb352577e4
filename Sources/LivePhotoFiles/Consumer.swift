/// A program that takes Live Photos in.
public enum Consumer: String, Sendable, CaseIterable, Encodable {
  /// Apple Photos on a Mac.
  case applePhotosMac
  /// Apple Photos on an iPhone.
  case applePhotosIPhone
  /// Immich.
  case immich
  /// Nextcloud Memories.
  case nextcloudMemories
  /// PhotoPrism.
  case photoPrism
  /// Lychee.
  case lychee
  /// Ente, by its upload from a browser.
  case ente
  /// Google Photos.
  case googlePhotos
  /// The wallpaper of an iPhone's lock screen.
  case wallpaper

  /// The consumer's name for people.
  public var name: String {
    switch self {
    case .applePhotosMac: "Apple Photos on a Mac"
    case .applePhotosIPhone: "Apple Photos on an iPhone"
    case .immich: "Immich"
    case .nextcloudMemories: "Nextcloud Memories"
    case .photoPrism: "PhotoPrism"
    case .lychee: "Lychee"
    case .ente: "Ente (web upload)"
    case .googlePhotos: "Google Photos"
    case .wallpaper: "lock-screen wallpaper"
    }
  }
}

/// The decision of a consumer whether it takes a pair as a Live Photo, as far as is known.
public struct ConsumerVerdict: Sendable, Encodable {
  /// The known decision of a consumer.
  public enum Answer: String, Sendable, Encodable {
    /// The consumer takes the pair as a Live Photo.
    case accepted
    /// The consumer does not take the pair as a Live Photo.
    case refused
    /// Nobody has reported what it does.
    case unknown
  }

  /// The consumer that decides.
  public let consumer: Consumer
  /// The decision.
  public let answer: Answer
  /// The rule that decides it, or `nil` when all that the consumer looks at is in order, or nothing is known.
  public let decidedBy: Rule?
  /// The reason, in one phrase; empty when accepted.
  public let reason: String
}
