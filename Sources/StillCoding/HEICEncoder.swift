import ByteCoding
public import MediaCore
import SystemCalls
public import VideoCoding

/// Compresses pictures to HEIC: one HEVC Main Still Picture, with Exif and a thumbnail as items beside it.
///
/// The same picture and settings give the same bytes, on any number of cores. libheif, with x265, is opened when
/// the encoder is made. One encoder serves one thread at a time. Stands for ISO/IEC 23008-12, annex B.
public final class HEICEncoder {
  /// The settings of the compression of pictures.
  public struct Settings: Sendable, Hashable {
    /// The quality of the compression, from 1 to 100.
    public var quality: Int
    /// x265's name for how much work is spent: `ultrafast` … `placebo`.
    public var preset: String
    /// The size of the thumbnail in even pixels, which is there then whatever the picture's size is; `nil` for one of
    /// 320 pixels at its longer side, if the picture has more.
    public var thumbnailSize: StillSize?
    /// A Boolean value that indicates whether the pictures' colours are those of Display P3 rather than BT.709's.
    public var isDisplayP3 = false

    /// Settings; by default those of a good photo.
    public init(quality: Int = 80, preset: String = "medium") {
      self.quality = quality
      self.preset = preset
    }
  }

  /// x265's presets, from the fastest to the most thorough.
  public static let presets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  private let library: LibHEIF
  private let settings: Settings

  /// An encoder.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for a quality, preset or thumbnail that does not
  ///   exist, with `.missingLibrary` without libheif.
  public init(_ settings: Settings = Settings()) throws(CodingError) {
    func refusal(_ message: String) -> CodingError {
      CodingError(.invalidSetting, context: "HEIC", message: message)
    }
    guard (1...100).contains(settings.quality) else {
      throw refusal("Quality \(settings.quality) does not exist. Choose 1 to 100.")
    }
    guard Self.presets.contains(settings.preset) else {
      throw refusal(
        "x265 has no preset \(settings.preset). Choose one of \(Self.presets.joined(separator: ", ")).")
    }
    if let size = settings.thumbnailSize {
      guard (2...16_384).contains(size.width), (2...16_384).contains(size.height), (size.width | size.height) & 1 == 0
      else {
        throw refusal(
          "A thumbnail of \(size.width)x\(size.height) pixels makes no sense. Choose even sizes up to 16384.")
      }
    }
    self.settings = settings
    library = try LibHEIF()
  }

  /// Indicates whether this machine has the library that encoders are made of, without loading the library.
  package static var isAvailable: Bool { DynamicLibrary.isAvailable(LibHEIF.name) }

  /// Loads the library that encoders are made of, ahead of the first.
  /// - Throws: ``MediaCore/CodingError`` with `.missingLibrary`.
  package static func loadLibrary() throws(CodingError) { _ = try LibHEIF() }

  /// A HEIC file of a picture.
  ///
  /// `exif` is what ``ExifWriter`` gives: `Exif`, two zero bytes, TIFF; empty for none.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for Exif that has no TIFF header, or what x265 and
  ///   libheif have against the picture.
  public func encode(_ picture: I420Picture, exif: [UInt8] = []) throws(CodingError) -> [UInt8] {
    let work = HEICEncoding(library: library, settings: settings, name: "HEIC \(picture.width)x\(picture.height)")
    guard exif.isEmpty || HEICExif.tiffOffset(in: exif, from: 0) != nil else {
      throw CodingError(
        .invalidSetting, context: work.name,
        message: "The Exif block has no TIFF header. Give what ExifWriter made, or none.")
    }
    let file = try work.file(of: picture, exif: exif)
    return try HEICFile.read(ArrayBytes(file, name: work.name)).tidied()
  }
}
