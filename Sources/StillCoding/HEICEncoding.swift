import CHEIF
import MediaCore
import VideoCoding

/// One picture on its way through libheif.
struct HEICEncoding: HEIFWork {
  let library: LibHEIF
  let settings: HEICEncoder.Settings
  let name: String
  let advice = "Choose another size, quality or preset."
  let memoryAdvice = "Choose a smaller picture."

  func file(of picture: I420Picture, exif: [UInt8]) throws(CodingError) -> [UInt8] {
    guard let context = heif.context_alloc() else { throw noMemory }
    defer { heif.context_free(context) }
    let encoder = try made("heif_context_get_encoder_for_format") {
      heif.context_get_encoder_for_format(context, heif_compression_HEVC, &$0)
    }
    defer { heif.encoder_release(encoder) }
    try configure(encoder)
    // What a HEIC without a colour property means is full range (ISO/IEC 23000-22, 7.3.6.4).
    let image = try image(of: picture.inRange(.full))
    defer { heif.image_release(image) }
    let handle = try made("heif_context_encode_image") {
      heif.context_encode_image(context, image, encoder, nil, &$0)
    }
    defer { heif.image_handle_release(handle) }
    func addThumbnail(of image: OpaquePointer, side: Int) throws(CodingError) {
      var thumbnail: OpaquePointer?
      try check(
        heif.context_encode_thumbnail(context, image, handle, encoder, nil, Int32(side), &thumbnail),
        "heif_context_encode_thumbnail")
      if let thumbnail { heif.image_handle_release(thumbnail) }
    }
    let side = 320
    if let size = settings.thumbnailSize {
      let small = try I420Picture(width: size.width, height: size.height, range: picture.range)
      small.scale(picture)
      // libheif makes thumbnails by their longer side alone. Made half as large as what it is given, with every other
      // pixel, it has just this size and these pixels. (Its function that makes a thumbnail of a picture as it is
      // confuses the two, in version 1.15.)
      let image = try self.image(of: small.inRange(.full).doubled())
      defer { heif.image_release(image) }
      try addThumbnail(of: image, side: max(size.width, size.height))
    } else if max(picture.width, picture.height) > side {
      try addThumbnail(of: image, side: side)
    }
    if !exif.isEmpty {
      try check(
        heif.context_add_exif_metadata(context, handle, exif, Int32(clamping: exif.count)),
        "heif_context_add_exif_metadata")
    }
    return try bytes(of: context)
  }

  private func configure(_ encoder: OpaquePointer) throws(CodingError) {
    try check(heif.encoder_set_lossy_quality(encoder, Int32(settings.quality)), "heif_encoder_set_lossy_quality")
    // The number of threads must not depend on the machine: with wavefronts or without, the bytes differ.
    let parameters = [
      ("preset", settings.preset), ("chroma", "420"), ("x265:pools", "none"), ("x265:frame-threads", "1"),
      ("x265:wpp", "0"),
    ]
    for (key, value) in parameters {
      try check(
        heif.encoder_set_parameter_string(encoder, key, value), "heif_encoder_set_parameter_string \(key)")
    }
  }

  private func image(of picture: I420Picture) throws(CodingError) -> OpaquePointer {
    let image = try made("heif_image_create") {
      heif.image_create(Int32(picture.width), Int32(picture.height), heif_colorspace_YCbCr, heif_chroma_420, &$0)
    }
    do throws(CodingError) {
      try fill(image, with: picture)
      try describeColor(of: image)
    } catch {
      heif.image_release(image)
      throw error
    }
    return image
  }

  private func fill(_ image: OpaquePointer, with picture: I420Picture) throws(CodingError) {
    let (width, height) = (picture.width, picture.height)
    try picture.withPlanes { (planes) throws(CodingError) in
      let parts = [
        (heif_channel_Y, planes.luma, planes.lumaStride, width, height),
        (heif_channel_Cb, planes.cb, planes.chromaStride, (width + 1) / 2, (height + 1) / 2),
        (heif_channel_Cr, planes.cr, planes.chromaStride, (width + 1) / 2, (height + 1) / 2),
      ]
      for (channel, samples, stride, width, height) in parts {
        try check(heif.image_add_plane(image, channel, Int32(width), Int32(height), 8), "heif_image_add_plane")
        var targetStride: Int32 = 0
        guard let target = heif.image_get_plane(image, channel, &targetStride), let source = samples.baseAddress else {
          throw noMemory
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
  private func describeColor(of image: OpaquePointer) throws(CodingError) {
    guard let profile = heif.nclx_color_profile_alloc() else { throw noMemory }
    defer { heif.nclx_color_profile_free(profile) }
    profile.pointee.color_primaries =
      settings.isDisplayP3 ? heif_color_primaries_SMPTE_EG_432_1 : heif_color_primaries_ITU_R_BT_709_5
    profile.pointee.transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1
    profile.pointee.matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6
    profile.pointee.full_range_flag = 1
    try check(heif.image_set_nclx_color_profile(image, profile), "heif_image_set_nclx_color_profile")
    // For other colours than everybody takes for granted, phones write an ICC profile.
    guard settings.isDisplayP3 else { return }
    let bytes = ColorProfile.displayP3.bytes
    try check(heif.image_set_raw_color_profile(image, "prof", bytes, bytes.count), "heif_image_set_raw_color_profile")
  }

  private func bytes(of context: OpaquePointer) throws(CodingError) -> [UInt8] {
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
    let status = withUnsafeMutablePointer(to: &bytes) { heif.context_write(context, &writer, $0) }
    try check(status, "heif_context_write")
    return bytes
  }
}
