/// A report on a still, as a person wants to know it.
public struct StillReport: Sendable, Encodable {
  /// A place on earth in degrees and metres.
  public struct Location: Sendable, Hashable, Encodable {
    /// Degrees north of the equator.
    public let latitude: Double
    /// Degrees east of Greenwich.
    public let longitude: Double
    /// Metres above sea level, or `nil`.
    public let altitude: Double?
  }

  /// The coding of the picture, such as `JPEG, baseline`.
  public internal(set) var codec: String
  /// Stored pixels in a row.
  public internal(set) var width: Int
  /// Stored rows.
  public internal(set) var height: Int
  /// The turn of the picture for display, by Exif's numbers.
  public internal(set) var orientation: Int
  /// Pixels in a row as seen.
  public internal(set) var displayWidth: Int
  /// Rows as seen.
  public internal(set) var displayHeight: Int
  /// The identifier that ties the still to its movie, or `nil`.
  public internal(set) var identifier: String?
  /// The date at which it was taken, `2025-05-26T09:27:06-05:00`; without an offset where the file gives none.
  public internal(set) var date: String?
  /// The maker of the camera.
  public internal(set) var make: String?
  /// The camera's model.
  public internal(set) var model: String?
  /// The software that wrote the file.
  public internal(set) var software: String?
  /// The place where it was taken.
  public internal(set) var location: Location?
  /// The bytes of Exif; 0 without.
  public internal(set) var exifBytes = 0
  /// The entries of the Apple maker note, or `nil` without one.
  public internal(set) var makerNoteEntries: Int?
  /// The bytes of XMP; 0 without.
  public internal(set) var xmpBytes = 0
  /// Further contents of the file: thumbnails, gain maps, depth.
  public internal(set) var extras: [String] = []
}
