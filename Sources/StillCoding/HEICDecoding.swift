import ByteCoding
import CHEIF
import MediaCore
import VideoCoding

/// The picture of a HEIC or AVIF file through libheif, as stored: neither turned nor mirrored.
struct HEICDecoding: HEIFWork {
  let library: LibHEIF
  let file: HEICFile
  let advice = "Copy the file again, or convert it elsewhere."
  let memoryAdvice = "Close other programs."
  var name: String { file.source.name }

  func picture() throws(CodingError) -> (picture: I420Picture, color: StillColor) {
    let bytes = try file.decodableBytes()
    return try bytes.span.bytes.withUnsafeBytes { (memory) throws(CodingError) in
      guard let context = heif.context_alloc(), let start = memory.baseAddress else { throw noMemory }
      defer { heif.context_free(context) }
      heif.context_set_maximum_image_size_limit(context, Int32(I420Picture.maximumSize))
      try check(
        heif.context_read_from_memory_without_copy(context, start, memory.count, nil),
        "heif_context_read_from_memory_without_copy")
      let handle = try made("heif_context_get_primary_image_handle") {
        heif.context_get_primary_image_handle(context, &$0)
      }
      defer { heif.image_handle_release(handle) }
      let hasAlpha = heif.image_handle_has_alpha_channel(handle) != 0
      let picture =
        hasAlpha ? try interleaved(handle, heif_chroma_interleaved_RGBA, .rgba) : try self.picture(of: handle)
      return (try cropped(picture), try color(of: handle))
    }
  }

  private func color(of handle: OpaquePointer) throws(CodingError) -> StillColor {
    let count = heif.image_handle_get_raw_color_profile_size(handle)
    if count > 0 {
      guard count <= ColorProfile.mostBytes else { return .profile(nil) }
      var bytes = [UInt8](repeating: 0, count: count)
      try check(
        heif.image_handle_get_raw_color_profile(handle, &bytes), "heif_image_handle_get_raw_color_profile")
      return .profile(bytes)
    }
    var codes: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard heif.image_handle_get_nclx_color_profile(handle, &codes).code == heif_error_Ok, let codes else {
      return .sRGB
    }
    defer { heif.nclx_color_profile_free(codes) }
    return .codes(
      primaries: UInt16(clamping: codes.pointee.color_primaries.rawValue),
      transfer: UInt16(clamping: codes.pointee.transfer_characteristics.rawValue))
  }

  private func picture(of handle: OpaquePointer) throws(CodingError) -> I420Picture {
    let image = try decode(handle, heif_colorspace_YCbCr, heif_chroma_420)
    defer { heif.image_release(image) }
    let profile = profile(of: image)
    let has8Bits = heif.image_get_bits_per_pixel_range(image, heif_channel_Y) == 8
    // A picture's colour goes by BT.601's matrix; others are brought to it by way of RGB.
    guard [2, 5, 6].contains(profile.matrix), has8Bits, let luma = plane(heif_channel_Y, of: image),
      let cb = plane(heif_channel_Cb, of: image), let cr = plane(heif_channel_Cr, of: image), cb.stride == cr.stride
    else { return try interleaved(handle, heif_chroma_interleaved_RGB, .rgb) }
    return try .picture(
      luma: luma.samples, lumaStride: luma.stride, cb: cb.samples, cr: cr.samples, chromaStride: cb.stride,
      width: luma.width, height: luma.height, range: profile.isFullRange ? .full : .video)
  }

  private func interleaved(
    _ handle: OpaquePointer, _ chroma: heif_chroma, _ order: PixelOrder
  ) throws(CodingError) -> I420Picture {
    let image = try decode(handle, heif_colorspace_RGB, chroma)
    defer { heif.image_release(image) }
    guard let plane = plane(heif_channel_interleaved, of: image, bytesPerPixel: order.bytesPerPixel) else {
      throw noMemory
    }
    return try .picture(
      of: UnsafeRawBufferPointer(plane.samples), order, width: plane.width, height: plane.height, stride: plane.stride)
  }

  private func decode(
    _ handle: OpaquePointer, _ colorspace: heif_colorspace, _ chroma: heif_chroma
  ) throws(CodingError) -> OpaquePointer {
    guard let options = heif.decoding_options_alloc() else { throw noMemory }
    defer { heif.decoding_options_free(options) }
    options.pointee.ignore_transformations = 1
    options.pointee.convert_hdr_to_8bit = 1
    return try made("heif_decode_image") { heif.decode_image(handle, &$0, colorspace, chroma, options) }
  }

  /// Returns the part of a picture that `clap` leaves, from the next even column and row on.
  private func cropped(_ picture: I420Picture) throws(CodingError) -> I420Picture {
    guard let aperture = file.aperture else { return picture }
    let (x, y) = ((aperture.columns.lowerBound + 1) & ~1, (aperture.rows.lowerBound + 1) & ~1)
    return try picture.cropped(
      x: x, y: y, width: min(aperture.columns.upperBound, picture.width) - x,
      height: min(aperture.rows.upperBound, picture.height) - y)
  }

  /// Returns the matrix and the range of a picture's numbers. Pictures that name none have full range by BT.601's
  /// matrix, as in libheif.
  private func profile(of image: OpaquePointer) -> (matrix: UInt32, isFullRange: Bool) {
    var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard heif.image_get_nclx_color_profile(image, &profile).code == heif_error_Ok, let profile else {
      return (2, true)
    }
    defer { heif.nclx_color_profile_free(profile) }
    return (profile.pointee.matrix_coefficients.rawValue, profile.pointee.full_range_flag != 0)
  }

  private struct Samples {
    let samples: UnsafeBufferPointer<UInt8>
    let stride: Int
    let width: Int
    let height: Int
  }

  private func plane(_ channel: heif_channel, of image: OpaquePointer, bytesPerPixel: Int = 1) -> Samples? {
    var stride: Int32 = 0
    guard let start = heif.image_get_plane(image, channel, &stride) else { return nil }
    let width = Int(heif.image_get_width(image, channel))
    let height = Int(heif.image_get_height(image, channel))
    guard width > 0, height > 0, Int(stride) >= width * bytesPerPixel else { return nil }
    let count = (height - 1) * Int(stride) + width * bytesPerPixel
    return Samples(
      samples: UnsafeBufferPointer(start: start, count: count), stride: Int(stride), width: width, height: height)
  }
}
