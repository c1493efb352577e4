public import ByteCoding

/// A file of an asset, to be downloaded.
public struct KioskFile: Sendable {
  /// The forms of an asset that can be asked for.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// A small JPEG.
    case thumbnail
    /// The still in the format in which the library stores it.
    case still
    /// The movie.
    case movie
    /// Still and movie, in a ZIP archive.
    case livephoto
    /// Android's Motion Photo.
    case motionphoto
    /// An animation without sound.
    case gif
  }

  /// The name under which a client saves the file.
  public let name: String
  /// The content type, such as `image/jpeg`.
  public let contentType: String
  /// The tag of the contents: a file with other contents has another one.
  public let tag: String
  /// The source from which the file is sent, piece by piece.
  public let source: any ByteSource

  /// Creates a file from its parts.
  public init(name: String, contentType: String, tag: String, source: any ByteSource) {
    (self.name, self.contentType, self.tag, self.source) = (name, contentType, tag, source)
  }
}
