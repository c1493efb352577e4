import ByteCoding
public import MediaCore
public import VideoCoding

/// Writes raw stills: a sensor's samples as they are, with what it takes to make a picture of them.
///
/// Stands for Adobe's Digital Negative specification 1.4.0.0, which builds on TIFF 6.0 and TIFF/EP. The first
/// directory holds a preview as JPEG, the camera's colours, and Exif with all that a JPEG still would say, the
/// identifier of a Live Photo among it. Its sub-directories are the samples, uncompressed in one strip of 8 or 16 bits,
/// and the thumbnail, if there is one.
public enum DNGWriter {
  /// The file of a frame of a Bayer format.
  ///
  /// All samples are kept, those at odd sides too, and the whole of them is the picture. Frames whose values follow a
  /// curve come with the table that makes them linear. `neutral` is what grey looked like to the camera when the frame
  /// was taken, by default an estimate from the frame itself; preview and thumbnail are developed by it. They are not
  /// turned, as the samples are not. `thumbnailSize` is the largest that a thumbnail beside the preview may have,
  /// before turning; `nil` for none.
  /// - Throws: ``MediaCore/CodingError`` with `.unsupported` for frames that are not raw, `.malformed` or `.truncated`
  ///   for those that are not whole, `.invalidSetting` for frames below 2x2, metadata that claim another size, or a
  ///   thumbnail below 2x2.
  public static func file(
    of frame: VideoFrame, metadata: StillMetadata, neutral: BayerNeutral? = nil, thumbnailSize: StillSize? = nil
  ) throws(CodingError) -> [UInt8] {
    let format = frame.format
    let samples = try BayerUnpacker.samples(of: frame)
    guard let coding = format.pixelFormat.bayer else { return [] }  // refused in the line above
    try ExifWriter.checkSize(metadata, width: format.width, height: format.height, context: "DNG \(format)")
    let neutral = neutral ?? BayerNeutral.greyWorld(samples, of: format)
    let pictures = try pictures(of: frame, neutral: neutral, thumbnailSize: thumbnailSize)
    var image = pictures.preview
    describe(metadata, width: format.width, height: format.height, in: &image)
    describeColors(metadata, neutral, in: &image)
    let raw = samplesDirectory(samples, coding, format)
    image[0x014a] = .directories([raw] + (pictures.thumbnail.map { [$0] } ?? []))
    return TIFFWriter.bytes(of: [image])
  }

  private static func describe(
    _ metadata: StillMetadata, width: Int, height: Int, in image: inout TIFFDirectory
  ) {
    var exif = ExifWriter.exifDirectory(for: metadata, width: width, height: height)
    // These three are of compressed files and of pictures in a colour space, which the samples are not.
    for tag: UInt16 in [0x9101, 0xa000, 0xa001] { exif[tag] = nil }
    ExifWriter.describe(
      &image, make: metadata.make, model: metadata.model, software: metadata.software,
      orientation: metadata.orientation, location: metadata.location, exif: exif)
    // The maker note can be copied as it is: its offsets count from its own beginning.
    if metadata.contentIdentifier != nil { image[0xc635] = .short([1]) }
  }

  /// The tags of the specification that belong to the first directory.
  private static func describeColors(
    _ metadata: StillMetadata, _ neutral: BayerNeutral, in image: inout TIFFDirectory
  ) {
    let known = [metadata.make, metadata.model].compactMap { $0 }.joined(separator: " ")
    image[0xc612] = .byte([1, 4, 0, 0])
    image[0xc613] = .byte([1, 1, 0, 0])  // nothing here is newer than 1.1 that a reader could not pass over
    image[0xc614] = ExifWriter.text(known) ?? .ascii("Generic Bayer camera")
    image[0xc621] = .signedRational(colorMatrix.map { (Int32(($0 * 10_000).rounded()), 10_000) })
    image[0xc65a] = .short([21])  // the light that the matrix is for: D65
    image[0xc628] = .rational(
      [neutral.red, neutral.green, neutral.blue].map { (UInt32(($0 * 1_000_000).rounded()), 1_000_000) })
    image[0xc62a] = .signedRational([(0, 1)])  // BaselineExposure: as exposed
    image[0xc62b] = .rational([(1, 1)])  // BaselineNoise
    image[0xc62c] = .rational([(1, 1)])  // BaselineSharpness
    image[0xc62e] = .rational([(1, 1)])  // LinearResponseLimit: up to white
    image[0xc716] = ExifWriter.text(metadata.software)  // who developed the preview
  }

  /// The matrix from CIE XYZ to red, green and blue, row by row, of a camera whose colours nobody has measured: the
  /// camera is taken to see as sRGB's primaries under D65 (IEC 61966-2-1), which is roughly how webcams look once their
  /// white is balanced.
  private static let colorMatrix = [
    3.2405, -1.5371, -0.4985,
    -0.9693, 1.8760, 0.0416,
    0.0556, -0.2040, 1.0572,
  ]
}
