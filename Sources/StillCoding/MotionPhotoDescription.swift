/// The words of a still about the video that it carries, and the place where that video really lies.
///
/// Stands for Google's Motion Photo 1.0, its predecessor MicroVideo, and Samsung's trailer.
public struct MotionPhotoDescription: Sendable, Hashable {
  /// A vendor's way of embedding a video, by its name in reports.
  public enum Kind: String, Sendable, Hashable {
    /// Google's 1.0: XMP with a list of items; in a JPEG the video is the file's end.
    case google = "google1"
    /// Google's MicroVideo, before Android 11: XMP with the distance from the file's end.
    case microVideo
    /// Samsung's trailer, without any XMP of Google's.
    case samsung
    /// A top-level `mpvd` box in a HEIC file.
    case heicBox
  }

  /// One entry of the list of 1.0.
  public struct Item: Sendable, Hashable {
    /// The meaning of the item, `Item:Semantic`: `Primary`, `MotionPhoto`, `GainMap`.
    public let semantic: String?
    /// The number of its bytes, `Item:Length`; 0 for the primary picture.
    public let length: Int?
    /// The number of bytes, `Item:Padding`, between it and the next one.
    public let padding: Int?
  }

  /// The way in which the video is embedded.
  public let kind: Kind
  /// The video's bytes in the file: an MP4 begins there (`ftyp` was found).
  public let videoRange: Range<Int>
  /// The time of the still in the video, in microseconds from the video's start; `nil` if the file doesn't say.
  public let presentationTimestampMicroseconds: Int64?
  /// The list of 1.0; empty for other kinds.
  public let items: [Item]
}
