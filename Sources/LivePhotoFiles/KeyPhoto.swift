import ByteCoding
import MediaCore
import StillCoding
import VideoCoding

/// A new still out of a movie's picture, with what the old still said of the moment.
struct KeyPhoto {
  /// The picture as stored in the movie.
  let picture: I420Picture
  /// The number of pictures of the movie that the photo is made of; `nil` for a single unchanged one.
  var exposures: Int?
  /// The orientation in which the photo is shown.
  let orientation: ExifOrientation
  /// Indicates whether the photo's colours are those of Display P3.
  let isDisplayP3: Bool
  /// Indicates whether the movie's high dynamic range was mapped for the photo.
  let isMapped: Bool
  let original: StillFile

  /// The quality of HEICs of about the same fidelity as the JPEGs that are made here.
  static let heicQuality = 90

  /// Indicates whether the photo becomes a HEIC, as the old one is; all others become JPEGs.
  var isHEIC: Bool { original.format == .heic }

  private var profile: ColorProfile? { isDisplayP3 ? .displayP3 : nil }

  /// The still with the given edits on top of the old one's Exif: its size, orientation and thumbnail are the new
  /// picture's.
  /// - Throws: `CodingError` from encoding, or for Exif that fits nowhere.
  func still(_ edits: StillEdits, name: String) throws(CodingError) -> EditedStill {
    var edits = edits
    let exif = original.exif.map { Self.resized($0, width: picture.width, height: picture.height) } ?? []
    if !isHEIC || original.exif?.thumbnailRange != nil {
      edits.thumbnail = try StillThumbnail.jpeg(of: picture, profile: profile)
    }
    edits.isSRGB = !isDisplayP3
    let bytes = try isHEIC ? heic(exif: exif) : jpeg(exif: exif)
    edits.orientation = edits.orientation ?? orientation
    return try StillFile.read(ArrayBytes(bytes, name: name)).edited(edits)
  }

  private func heic(exif: [UInt8]) throws(CodingError) -> [UInt8] {
    var settings = HEICEncoder.Settings(quality: Self.heicQuality)
    settings.isDisplayP3 = isDisplayP3
    let block = exif.isEmpty ? [] : ExifWriter.identifier + exif
    return try HEICEncoder(settings).encode(picture, exif: block)
  }

  private func jpeg(exif: [UInt8]) throws(CodingError) -> [UInt8] {
    let count = ExifWriter.identifier.count + exif.count
    guard count <= NewJPEG.mostBytes else {
      throw CodingError(
        .invalidSetting, context: original.source.name,
        message: "Its Exif of \(count) bytes is too large for a JPEG. Convert the still to HEIC first.")
    }
    return try NewJPEG(exif: exif, profile: profile).bytes(of: picture)
  }

  /// An Exif block that claims another size of the picture.
  private static func resized(_ exif: ExifBlock, width: Int, height: Int) -> [UInt8] {
    var bytes = exif.bytes
    let isLittleEndian = bytes.starts(with: "II".utf8)
    // ImageWidth and ImageLength of IFD0, and Exif's own.
    let claims: [(ExifDirectory.Kind, UInt16, Int)] = [
      (.image, 0x0100, width), (.image, 0x0101, height), (.exif, 0xa002, width), (.exif, 0xa003, height),
    ]
    for (kind, tag, size) in claims {
      guard let entry = exif.directory(kind)?.entry(tag), entry.count == 1, let place = entry.valueRange,
        entry.type == 3 || entry.type == 4
      else { continue }
      for (index, position) in place.enumerated() {
        let shift = 8 * (isLittleEndian ? index : place.count - 1 - index)
        bytes[position] = UInt8(truncatingIfNeeded: size >> shift)
      }
    }
    return bytes
  }
}
