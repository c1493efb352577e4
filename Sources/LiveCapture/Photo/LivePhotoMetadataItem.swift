/// An item of a movie's metadata.
///
/// Stands for `AVMetadataItem` with a key of QuickTime's.
public struct LivePhotoMetadataItem: Sendable, Hashable {
  /// The key, such as `com.apple.quicktime.author`.
  public let key: String
  /// The text that the movie carries under the key.
  public let value: String

  /// Creates an item of a key and its text.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// The key that is the output's own.
  public static let contentIdentifierKey = "com.apple.quicktime.content.identifier"
  /// Returns the item that names the movie's author.
  public static func author(_ name: String) -> LivePhotoMetadataItem {
    LivePhotoMetadataItem(key: "com.apple.quicktime.author", value: name)
  }
}
