import ByteCoding
public import MediaCore
public import VideoCoding

/// Stills as HEIC files, made of a camera's frames.
public enum HEICStill {
  /// The still of any frame, compressed to HEIC with `metadata` as Exif and a thumbnail.
  ///
  /// A camera's own JPEG is decoded for it: a second generation, unlike the JPEG still that keeps it as it is. All
  /// formats become 4:2:0, and odd sizes are cropped to even.
  /// - Throws: ``MediaCore/CodingError``: what the converter, the encoder and the Exif writer throw.
  public static func encoding(
    _ metadata: StillMetadata, from frame: VideoFrame, settings: HEICEncoder.Settings
  ) throws(CodingError) -> [UInt8] {
    let picture = try I420Picture(for: frame.format)
    try FrameConverter().convert(frame, into: picture)
    return try encoding(metadata, from: picture, settings: settings)
  }

  /// The still of an uncompressed picture, compressed to HEIC with `metadata` as Exif and a thumbnail.
  /// - Throws: ``MediaCore/CodingError``: what the encoder and the Exif writer throw.
  public static func encoding(
    _ metadata: StillMetadata, from picture: I420Picture, settings: HEICEncoder.Settings
  ) throws(CodingError) -> [UInt8] {
    let exif = try ExifWriter.block(for: metadata, width: picture.width, height: picture.height)
    let file = try HEICEncoder(settings).encode(picture, exif: exif)
    guard metadata.orientation != .up else { return file }
    // Exif says it too, but what turns a HEIC is a property of the picture.
    return try HEICFile.read(ArrayBytes(file, name: "HEIC")).rope(orientation: metadata.orientation).file("HEIC")
  }

  /// The HEIC `file` with `metadata` as its Exif in place of what it had; its pictures stay byte for byte, and stay
  /// turned as they are.
  /// - Throws: ``MediaCore/CodingError``: what reading the file led to, and what the Exif writer throws.
  public static func embedding(_ metadata: StillMetadata, in file: [UInt8]) throws(CodingError) -> [UInt8] {
    let heic = try HEICFile.read(ArrayBytes(file, name: "HEIC"))
    var metadata = metadata
    metadata.orientation = heic.orientation
    let exif = try ExifWriter.block(for: metadata, width: heic.width, height: heic.height)
    return try heic.rope(exifTIFF: Array(exif.dropFirst(ExifWriter.identifier.count))).file("HEIC")
  }
}
