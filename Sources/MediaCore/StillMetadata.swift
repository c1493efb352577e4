/// The metadata of a still.
public struct StillMetadata: Sendable, Hashable {
  /// The camera's manufacturer, or `nil` if it is unknown. Control characters are left out.
  public var make: String?
  /// The camera's model, or `nil` if it is unknown.
  public var model: String?
  /// The program that wrote the file.
  public var software: String?
  /// The instant at which the picture was taken, in local time: the start of its exposure, if the camera tells.
  public var date: WallTime
  /// The rotation by which the picture is shown upright.
  public var orientation: ExifOrientation
  /// The number of pixels in a row before rotation, or `nil` for the value of the picture itself.
  public var pixelWidth: Int?
  /// The number of rows before rotation, or `nil` for the value of the picture itself.
  public var pixelHeight: Int?
  /// The identifier that ties the still to its movie; `nil` for a still that has none.
  public var contentIdentifier: PairIdentifier?
  /// The place where the picture was taken, if it may be told.
  public var location: GeoLocation?
  /// The person who took the picture.
  public var artist: String?
  /// The owner of the picture's rights.
  public var copyright: String?
  /// A description of what it shows.
  public var imageDescription: String?
  /// A remark.
  public var userComment: String?
  /// The exposure, as far as that is known.
  public var exposure = StillExposure()
  /// A small copy of the picture as a whole JPEG, some 160 pixels wide, for programs that list many pictures.
  public var thumbnail: [UInt8]?

  /// Creates metadata with a date, and with other known values.
  public init(
    date: WallTime, make: String? = nil, model: String? = nil, software: String? = nil,
    orientation: ExifOrientation = .up, pixelWidth: Int? = nil, pixelHeight: Int? = nil,
    contentIdentifier: PairIdentifier? = nil, location: GeoLocation? = nil, thumbnail: [UInt8]? = nil
  ) {
    self.date = date
    self.make = make
    self.model = model
    self.software = software
    self.orientation = orientation
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.contentIdentifier = contentIdentifier
    self.location = location
    self.thumbnail = thumbnail
  }
}
