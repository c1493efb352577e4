public import MediaCore

/// The changes to make in a still's metadata; all that is not named stays byte for byte what it is.
public struct StillEdits: Sendable, Hashable {
  /// A change to the video that a Motion Photo carries behind its picture.
  public enum MotionPhotoEdit: Sendable, Hashable {
    /// The description and the video stay.
    case keep
    /// The description and the video are removed.
    case remove
    /// A video of `videoLength` bytes is announced, and the caller appends it right behind the rope. One that is
    /// there already goes.
    ///
    /// `presentationTimestampMicroseconds` is where the still falls in the video, from its start; `nil`: unknown.
    case set(videoLength: Int, presentationTimestampMicroseconds: Int64?)
  }

  /// The identifier to write into the Apple maker note: a UUID of 36 characters, in the letter case to be written.
  public var contentIdentifier: String?
  /// The new orientation, in which to show the picture; its pixels stay as they are.
  public var orientation: ExifOrientation?
  /// The date at which the picture was taken, written as original, digitized and modification date with offset and
  /// milliseconds.
  public var date: WallTime?
  /// A Boolean value that indicates whether everything that tells of a place is removed: from Exif, XMP and IPTC, of
  /// the picture, of its thumbnail and of the pictures behind it. Data that only their maker can read are removed as a
  /// whole: maker notes that are not Apple's, segments and chunks of apps. Data that cannot be cleaned are refused; so
  /// is a Motion Photo's video, unless ``motionPhoto`` tells what to do with it.
  public var removesLocation = false
  /// The change to a Motion Photo's video.
  public var motionPhoto = MotionPhotoEdit.keep
  /// The manufacturer to write if none is there.
  public var makeIfMissing: String?
  /// The model to write if none is there.
  public var modelIfMissing: String?
  /// The program to write if none is there.
  public var softwareIfMissing: String?
  /// The place where the picture was taken, for a still that has no Exif yet.
  public var locationWithoutExif: GeoLocation?
  /// A small copy of the picture as a whole JPEG, which replaces the one that is there.
  public var thumbnail: [UInt8]?

  /// A Boolean value that indicates whether Exif is to name sRGB as the picture's colours; `nil` leaves what Exif says.
  public var isSRGB: Bool?

  /// Creates edits that change nothing.
  public init() {}

  /// Creates edits that write only the identifier.
  public init(contentIdentifier: PairIdentifier) { self.contentIdentifier = contentIdentifier.uuidString }

  /// Indicates whether anything in Exif is to change, so that a still without Exif needs one.
  var needsExif: Bool {
    contentIdentifier != nil || orientation != nil || date != nil || makeIfMissing != nil || modelIfMissing != nil
      || softwareIfMissing != nil || thumbnail != nil || locationWithoutExif != nil
  }
}
