import ByteCoding
import CHEIF
import MediaCore
import VideoCoding

/// The picture of a HEIC or AVIF file through libheif, as stored: neither turned nor mirrored.
struct HEICDecoding {
  let library: LibHEIF
  let file: HEICFile
  private var name: String { file.source.name }

  func picture() throws(CodingError) -> I420Picture {
    let bytes = try file.decodableBytes()
    return try bytes.span.bytes.withUnsafeBytes { (memory) throws(CodingError) in
      guard let context = library.allocateContext(), let start = memory.baseAddress else { throw noMemory }
      defer { library.freeContext(context) }
      library.setMaximumSize(context, Int32(I420Picture.maximumSize))
      try check(library.readMemory(context, start, memory.count, nil), "heif_context_read_from_memory_without_copy")
      var handle: LibHEIF.Handle?
      try check(library.primaryHandle(context, &handle), "heif_context_get_primary_image_handle")
      guard let handle else { throw noMemory }
      defer { library.releaseHandle(handle) }
      let whole = library.handleHasAlpha(handle) != 0 ? try overWhite(handle) : try picture(of: handle)
      return try cropped(whole)
    }
  }

  private func picture(of handle: LibHEIF.Handle) throws(CodingError) -> I420Picture {
    let image = try decode(handle, heif_colorspace_YCbCr, heif_chroma_420)
    defer { library.releaseImage(image) }
    let profile = profile(of: image)
    let has8Bits = library.bitsPerPixel(image, heif_channel_Y) == 8
    // A picture's colour goes by BT.601's matrix; others are brought to it by way of RGB.
    guard [2, 5, 6].contains(profile.matrix), has8Bits, let planes = planes(of: image) else {
      return try interleaved(handle, heif_chroma_interleaved_RGB, .rgb)
    }
    return try .picture(
      luma: planes.luma.samples, lumaStride: planes.luma.stride, cb: planes.cb.samples, cr: planes.cr.samples,
      chromaStride: planes.cb.stride, width: planes.luma.width, height: planes.luma.height,
      range: profile.isFullRange ? .full : .video)
  }

  private func overWhite(_ handle: LibHEIF.Handle) throws(CodingError) -> I420Picture {
    try interleaved(handle, heif_chroma_interleaved_RGBA, .rgba)
  }

  private func interleaved(
    _ handle: LibHEIF.Handle, _ chroma: heif_chroma, _ order: PixelOrder
  ) throws(CodingError) -> I420Picture {
    let image = try decode(handle, heif_colorspace_RGB, chroma)
    defer { library.releaseImage(image) }
    guard let plane = plane(heif_channel_interleaved, of: image, bytesPerPixel: order.bytesPerPixel) else {
      throw noMemory
    }
    return try .picture(
      of: UnsafeRawBufferPointer(plane.samples), order, width: plane.width, height: plane.height, stride: plane.stride)
  }

  private func decode(
    _ handle: LibHEIF.Handle, _ colorspace: heif_colorspace, _ chroma: heif_chroma
  ) throws(CodingError) -> LibHEIF.Image {
    guard let options = library.allocateDecodingOptions() else { throw noMemory }
    defer { library.freeDecodingOptions(options) }
    options.pointee.ignore_transformations = 1
    options.pointee.convert_hdr_to_8bit = 1
    var image: LibHEIF.Image?
    try check(library.decodeImage(handle, &image, colorspace, chroma, options), "heif_decode_image")
    guard let image else { throw noMemory }
    return image
  }

  /// What `clap` leaves, from the next even column and row on.
  private func cropped(_ picture: I420Picture) throws(CodingError) -> I420Picture {
    guard let aperture = file.aperture else { return picture }
    let (x, y) = ((aperture.columns.lowerBound + 1) & ~1, (aperture.rows.lowerBound + 1) & ~1)
    return try picture.cropped(
      x: x, y: y, width: min(aperture.columns.upperBound, picture.width) - x,
      height: min(aperture.rows.upperBound, picture.height) - y)
  }

  /// What the numbers mean; what nobody says is full range by BT.601's matrix, as libheif has it.
  private func profile(of image: LibHEIF.Image) -> (matrix: UInt32, isFullRange: Bool) {
    var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard library.imageProfile(image, &profile).code == heif_error_Ok, let profile else { return (2, true) }
    defer { library.freeProfile(profile) }
    return (profile.pointee.matrix_coefficients.rawValue, profile.pointee.full_range_flag != 0)
  }

  private struct Samples {
    let samples: UnsafeBufferPointer<UInt8>
    let stride: Int
    let width: Int
    let height: Int
  }

  private func planes(of image: LibHEIF.Image) -> (luma: Samples, cb: Samples, cr: Samples)? {
    guard let luma = plane(heif_channel_Y, of: image), let cb = plane(heif_channel_Cb, of: image),
      let cr = plane(heif_channel_Cr, of: image), cb.stride == cr.stride
    else { return nil }
    return (luma, cb, cr)
  }

  private func plane(_ channel: heif_channel, of image: LibHEIF.Image, bytesPerPixel: Int = 1) -> Samples? {
    var stride: Int32 = 0
    guard let start = library.plane(image, channel, &stride) else { return nil }
    let width = Int(library.planeWidth(image, channel))
    let height = Int(library.planeHeight(image, channel))
    guard width > 0, height > 0, Int(stride) >= width * bytesPerPixel else { return nil }
    let count = (height - 1) * Int(stride) + width * bytesPerPixel
    return Samples(
      samples: UnsafeBufferPointer(start: start, count: count), stride: Int(stride), width: width, height: height)
  }

  private func check(_ error: heif_error, _ operation: String) throws(CodingError) {
    try library.check(error, operation, context: name, advice: "Copy the file again, or convert it elsewhere.")
  }

  private var noMemory: CodingError {
    CodingError(.codecFailed, context: name, message: "There is too little memory. Close other programs.")
  }
}
