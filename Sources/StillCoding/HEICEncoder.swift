import ByteCoding
import CHEIF
public import MediaCore
public import VideoCoding

/// Compresses pictures to HEIC: one HEVC Main Still Picture, with Exif, XMP and a thumbnail as items beside it.
///
/// The same picture and settings give the same bytes, on any number of cores. libheif, with x265, is opened when
/// the encoder is made. One encoder serves one thread at a time. Stands for ISO/IEC 23008-12, annex B.
public final class HEICEncoder {
  /// How pictures are compressed.
  public struct Settings: Sendable, Hashable {
    /// From 1 to 100.
    public var quality: Int
    /// x265's name for how much work is spent: `ultrafast` … `placebo`.
    public var preset: String
    /// The longer side of a thumbnail, in pixels; without regard where ``thumbnailSize`` says more.
    public var thumbnailSide: Int
    /// The size of the thumbnail in even pixels, which is there then whatever the picture's size is.
    public var thumbnailSize: Size?
    /// Whether the pictures' colours are those of Display P3 rather than BT.709's.
    public var isDisplayP3 = false

    /// A size in pixels.
    public struct Size: Sendable, Hashable {
      /// Pixels in a row.
      public var width: Int
      /// Rows.
      public var height: Int

      /// A size from its parts.
      public init(width: Int, height: Int) {
        self.width = width
        self.height = height
      }
    }

    /// Settings; by default those of a good photo.
    public init(quality: Int = 80, preset: String = "medium", thumbnailSide: Int = 320) {
      self.quality = quality
      self.preset = preset
      self.thumbnailSide = thumbnailSide
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
    guard (1...100).contains(settings.quality) else {
      throw CodingError(
        .invalidSetting, context: "HEIC", message: "Quality \(settings.quality) does not exist. Choose 1 to 100.")
    }
    guard Self.presets.contains(settings.preset) else {
      throw CodingError(
        .invalidSetting, context: "HEIC",
        message: "x265 has no preset \(settings.preset). Choose one of \(Self.presets.joined(separator: ", ")).")
    }
    guard (16...1024).contains(settings.thumbnailSide) else {
      throw CodingError(
        .invalidSetting, context: "HEIC",
        message: "A thumbnail of \(settings.thumbnailSide) pixels makes no sense. Choose 16 to 1024.")
    }
    if let size = settings.thumbnailSize {
      guard (2...16_384).contains(size.width), (2...16_384).contains(size.height), (size.width | size.height) & 1 == 0
      else {
        throw CodingError(
          .invalidSetting, context: "HEIC",
          message: "A thumbnail of \(size.width)x\(size.height) pixels makes no sense. Choose even sizes up to 16384.")
      }
    }
    self.settings = settings
    library = try LibHEIF()
  }

  /// Loads the library that encoders are made of, ahead of the first.
  /// - Throws: ``MediaCore/CodingError`` with `.missingLibrary`.
  package static func loadLibrary() throws(CodingError) { _ = try LibHEIF() }

  /// A HEIC file of a picture.
  ///
  /// `exif` is what ``ExifWriter`` gives: `Exif`, two zero bytes, TIFF; empty for none. `xmp` is the packet's text;
  /// empty for none. A thumbnail is left out where it would not be smaller than the picture.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for Exif that has no TIFF header, or what x265 and
  ///   libheif have against the picture.
  public func encode(
    _ picture: I420Picture, exif: [UInt8] = [], xmp: [UInt8] = [], thumbnail: Bool = true
  ) throws(CodingError) -> [UInt8] {
    let name = "HEIC \(picture.width)x\(picture.height)"
    guard exif.isEmpty || HEICExif.tiffOffset(in: exif, from: 0) != nil else {
      throw CodingError(
        .invalidSetting, context: name,
        message: "The Exif block has no TIFF header. Give what ExifWriter made, or none.")
    }
    guard let context = library.allocateContext() else { throw Self.noMemory(name) }
    defer { library.freeContext(context) }
    var encoder: LibHEIF.Encoder?
    try check(library.encoderFor(context, heif_compression_HEVC, &encoder), "heif_context_get_encoder_for_format", name)
    guard let encoder else { throw Self.noMemory(name) }
    defer { library.releaseEncoder(encoder) }
    try configure(encoder, name)
    // What a HEIC without a colour property means is full range (ISO/IEC 23000-22, 7.3.6.4).
    let image = try image(of: picture.inFullRange(), name)
    defer { library.releaseImage(image) }
    let handle = try encode(image, with: encoder, in: context, name)
    defer { library.releaseHandle(handle) }
    if thumbnail, let size = settings.thumbnailSize {
      try addThumbnail(of: picture, size, to: handle, with: encoder, in: context, name)
    } else if thumbnail, max(picture.width, picture.height) > settings.thumbnailSide {
      try addThumbnail(
        of: image, side: settings.thumbnailSide, to: handle, with: encoder, in: context, name)
    }
    if !exif.isEmpty {
      try check(
        library.addExif(context, handle, exif, Int32(clamping: exif.count)), "heif_context_add_exif_metadata", name)
    }
    if !xmp.isEmpty {
      try check(
        library.addXMP(context, handle, xmp, Int32(clamping: xmp.count)), "heif_context_add_XMP_metadata", name)
    }
    return try HEICFile.read(ArrayBytes(try file(of: context, name), name: name)).tidied()
  }

  private func configure(_ encoder: LibHEIF.Encoder, _ name: String) throws(CodingError) {
    try check(library.setQuality(encoder, Int32(settings.quality)), "heif_encoder_set_lossy_quality", name)
    // The number of threads must not depend on the machine: with wavefronts or without, the bytes differ.
    let parameters = [
      ("preset", settings.preset), ("chroma", "420"), ("x265:pools", "none"), ("x265:frame-threads", "1"),
      ("x265:wpp", "0"),
    ]
    for (key, value) in parameters {
      try check(library.setText(encoder, key, value), "heif_encoder_set_parameter_string \(key)", name)
    }
  }

  private func image(of picture: I420Picture, _ name: String) throws(CodingError) -> LibHEIF.Image {
    var made: LibHEIF.Image?
    try check(
      library.createImage(
        Int32(picture.width), Int32(picture.height), heif_colorspace_YCbCr, heif_chroma_420, &made),
      "heif_image_create", name)
    guard let image = made else { throw Self.noMemory(name) }
    do throws(CodingError) {
      try fill(image, with: picture, name)
      try describeColor(of: image, name)
    } catch {
      library.releaseImage(image)
      throw error
    }
    return image
  }

  private func fill(_ image: LibHEIF.Image, with picture: I420Picture, _ name: String) throws(CodingError) {
    let (width, height) = (picture.width, picture.height)
    try picture.withPlanes { (planes) throws(CodingError) in
      let parts = [
        (heif_channel_Y, planes.luma, planes.lumaStride, width, height),
        (heif_channel_Cb, planes.cb, planes.chromaStride, width / 2, height / 2),
        (heif_channel_Cr, planes.cr, planes.chromaStride, width / 2, height / 2),
      ]
      for (channel, samples, stride, width, height) in parts {
        try check(library.addPlane(image, channel, Int32(width), Int32(height), 8), "heif_image_add_plane", name)
        var targetStride: Int32 = 0
        guard let target = library.plane(image, channel, &targetStride), let source = samples.baseAddress else {
          throw Self.noMemory(name)
        }
        for row in 0..<height {
          (target + row * Int(targetStride)).update(from: source + row * stride, count: width)
        }
      }
    }
  }

  /// BT.709's or Display P3's primaries, sRGB's curve and BT.601's matrix in full range, as in a JPEG.
  ///
  /// x265 puts them into the stream. libheif leaves them out of the file's properties, where older versions of macOS
  /// stumble over them; it is what they are taken for there anyway.
  private func describeColor(of image: LibHEIF.Image, _ name: String) throws(CodingError) {
    guard let profile = library.allocateProfile() else { throw Self.noMemory(name) }
    defer { library.freeProfile(profile) }
    profile.pointee.color_primaries =
      settings.isDisplayP3 ? heif_color_primaries_SMPTE_EG_432_1 : heif_color_primaries_ITU_R_BT_709_5
    profile.pointee.transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1
    profile.pointee.matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6
    profile.pointee.full_range_flag = 1
    try check(library.setImageProfile(image, profile), "heif_image_set_nclx_color_profile", name)
    // For other colours than everybody takes for granted, phones write an ICC profile.
    guard settings.isDisplayP3 else { return }
    let bytes = ColorProfile.displayP3
    try check(library.setRawProfile(image, "prof", bytes, bytes.count), "heif_image_set_raw_color_profile", name)
  }

  private func encode(
    _ image: LibHEIF.Image, with encoder: LibHEIF.Encoder, in context: LibHEIF.Context, _ name: String
  ) throws(CodingError) -> LibHEIF.Handle {
    var handle: LibHEIF.Handle?
    try check(library.encodeImage(context, image, encoder, nil, &handle), "heif_context_encode_image", name)
    guard let handle else { throw Self.noMemory(name) }
    return handle
  }

  private func addThumbnail(
    of image: LibHEIF.Image, side: Int, to handle: LibHEIF.Handle, with encoder: LibHEIF.Encoder,
    in context: LibHEIF.Context, _ name: String
  ) throws(CodingError) {
    var thumbnail: LibHEIF.Handle?
    try check(
      library.encodeThumbnail(context, image, handle, encoder, nil, Int32(side), &thumbnail),
      "heif_context_encode_thumbnail", name)
    if let thumbnail { library.releaseHandle(thumbnail) }
  }

  /// A thumbnail of just this size; libheif's own is made by its longer side alone.
  private func addThumbnail(
    of picture: I420Picture, _ size: Settings.Size, to handle: LibHEIF.Handle, with encoder: LibHEIF.Encoder,
    in context: LibHEIF.Context, _ name: String
  ) throws(CodingError) {
    let small = try I420Picture(width: size.width, height: size.height, range: picture.range)
    small.scale(picture)
    // Made half as large as what it is given, with every other pixel, libheif's has just this size and these pixels.
    // (Its function that makes a thumbnail of a picture as it is confuses the two, in version 1.15.)
    let image = try image(of: small.inFullRange().doubled(), name)
    defer { library.releaseImage(image) }
    try addThumbnail(
      of: image, side: max(size.width, size.height), to: handle, with: encoder, in: context, name)
  }

  private func file(of context: LibHEIF.Context, _ name: String) throws(CodingError) -> [UInt8] {
    var writer = heif_writer()
    writer.writer_api_version = 1
    writer.write = { _, data, size, target in
      if let data, let target {
        let bytes = UnsafeRawBufferPointer(start: data, count: size)
        target.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: bytes)
      }
      return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
    }
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { library.write(context, &writer, $0) }
    try check(status, "heif_context_write", name)
    return bytes
  }

  private func check(_ error: heif_error, _ operation: String, _ name: String) throws(CodingError) {
    try library.check(error, operation, context: name, advice: "Choose another size, quality or preset.")
  }

  private static func noMemory(_ name: String) -> CodingError {
    CodingError(.codecFailed, context: name, message: "There is too little memory. Choose a smaller picture.")
  }
}
