public import MediaCore

/// What is to change in a still's metadata; whatever is not named stays byte for byte what it is.
public struct StillEdits: Sendable, Hashable {
  /// What is to happen to the video that a Motion Photo carries behind its picture.
  public enum MotionPhotoEdit: Sendable, Hashable {
    /// Description and video stay.
    case keep
    /// Description and video go.
    case remove
    /// A video of `videoLength` bytes is announced, and the caller appends it right behind the rope. One that is
    /// there already goes.
    ///
    /// `presentationTimestampMicroseconds` is where the still falls in the video, from its start; `nil`: unknown.
    case set(videoLength: Int, presentationTimestampMicroseconds: Int64?)
  }

  /// The identifier to write into the Apple maker note: a UUID of 36 characters, in the letter case to be written.
  public var contentIdentifier: String?
  /// How the picture must be turned; its pixels stay as they are.
  public var orientation: ExifOrientation?
  /// When the picture was taken: written as original, digitized and modification date with offset and milliseconds.
  public var date: WallTime?
  /// Whether everything goes that tells of a place: in Exif, XMP and IPTC, of the picture, of its thumbnail and of
  /// the pictures behind it. What is only known to some maker goes as a whole: maker notes that are not Apple's,
  /// segments and chunks of apps. What cannot be cleaned is refused; so is a Motion Photo's video, unless
  /// ``motionPhoto`` says what is to happen to it.
  public var removesLocation = false
  /// What is to happen to a Motion Photo's video.
  public var motionPhoto = MotionPhotoEdit.keep
  /// The manufacturer to write if none is there.
  public var makeIfMissing: String?
  /// The model to write if none is there.
  public var modelIfMissing: String?
  /// The program to write if none is there.
  public var softwareIfMissing: String?
  /// Where the picture was taken, for a still that has no Exif yet.
  public var locationWithoutExif: GeoLocation?
  /// A small copy of the picture as a whole JPEG, which replaces the one that is there.
  public var thumbnail: [UInt8]?

  /// Whether the picture's colours are sRGB's, as Exif is to say; `nil` leaves what it says.
  public var isSRGB: Bool?

  /// No change at all.
  public init() {}

  /// Only the identifier.
  public init(contentIdentifier: PairIdentifier) { self.contentIdentifier = contentIdentifier.uuidString }

  /// Whether anything in Exif is to change, so that a still without Exif needs one.
  var needsExif: Bool {
    contentIdentifier != nil || orientation != nil || date != nil || makeIfMissing != nil || modelIfMissing != nil
      || softwareIfMissing != nil || thumbnail != nil || locationWithoutExif != nil
  }
}
