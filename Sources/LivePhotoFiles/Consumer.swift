/// Who takes Live Photos in.
public enum Consumer: String, Sendable, CaseIterable, Encodable {
  case applePhotosMac, applePhotosIPhone, immich, nextcloudMemories, photoPrism, lychee, ente, googlePhotos, wallpaper

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

/// Whether a consumer takes a pair as a Live Photo, as far as is known.
public struct ConsumerVerdict: Sendable, Encodable {
  /// What is known of a consumer's decision.
  public enum Answer: String, Sendable, Encodable { case accepted, refused, unknown }

  /// Who decides.
  public let consumer: Consumer
  /// What it decides.
  public let answer: Answer
  /// The rule that decides it, or `nil` when all that the consumer looks at is in order, or nothing is known.
  public let decidedBy: Rule?
  /// Why, in one phrase; empty when accepted.
  public let reason: String
}
