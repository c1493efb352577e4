import CHEIF
import MediaCore
import SystemCalls

/// libheif, opened when a HEIC or AVIF is first decoded or encoded: a table of the functions that are used.
///
/// Linking it would load x265, libde265, libaom and their company at every start of the command. x265's own
/// clean-up is never called: other encoders of the process may be at work in the same library.
struct LibHEIF {
  typealias Context = OpaquePointer
  typealias Handle = OpaquePointer
  typealias Image = OpaquePointer
  typealias Encoder = OpaquePointer

  let allocateContext: @convention(c) () -> Context?
  let freeContext: @convention(c) (Context) -> Void
  let readMemory: @convention(c) (Context, UnsafeRawPointer, Int, OpaquePointer?) -> heif_error
  let setMaximumSize: @convention(c) (Context, Int32) -> Void
  let setThreads: @convention(c) (Context, Int32) -> Void
  let primaryHandle: @convention(c) (Context, UnsafeMutablePointer<Handle?>) -> heif_error
  let releaseHandle: @convention(c) (Handle) -> Void
  let handleHasAlpha: @convention(c) (Handle) -> Int32
  let allocateDecodingOptions: @convention(c) () -> UnsafeMutablePointer<heif_decoding_options>?
  let freeDecodingOptions: @convention(c) (UnsafeMutablePointer<heif_decoding_options>) -> Void
  let decodeImage:
    @convention(c) (
      Handle, UnsafeMutablePointer<Image?>, heif_colorspace, heif_chroma,
      UnsafePointer<heif_decoding_options>?
    ) -> heif_error
  let imageProfile:
    @convention(c) (Image, UnsafeMutablePointer<UnsafeMutablePointer<heif_color_profile_nclx>?>) -> heif_error
  let createImage:
    @convention(c) (Int32, Int32, heif_colorspace, heif_chroma, UnsafeMutablePointer<Image?>) -> heif_error
  let addPlane: @convention(c) (Image, heif_channel, Int32, Int32, Int32) -> heif_error
  let plane: @convention(c) (Image, heif_channel, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<UInt8>?
  let planeWidth: @convention(c) (Image, heif_channel) -> Int32
  let planeHeight: @convention(c) (Image, heif_channel) -> Int32
  let bitsPerPixel: @convention(c) (Image, heif_channel) -> Int32
  let setImageProfile: @convention(c) (Image, UnsafePointer<heif_color_profile_nclx>) -> heif_error
  let setRawProfile: @convention(c) (Image, UnsafePointer<CChar>, UnsafeRawPointer, Int) -> heif_error
  let releaseImage: @convention(c) (Image) -> Void
  let allocateProfile: @convention(c) () -> UnsafeMutablePointer<heif_color_profile_nclx>?
  let freeProfile: @convention(c) (UnsafeMutablePointer<heif_color_profile_nclx>) -> Void
  let encoderFor: @convention(c) (Context, heif_compression_format, UnsafeMutablePointer<Encoder?>) -> heif_error
  let releaseEncoder: @convention(c) (Encoder) -> Void
  let setQuality: @convention(c) (Encoder, Int32) -> heif_error
  let setText: @convention(c) (Encoder, UnsafePointer<CChar>, UnsafePointer<CChar>) -> heif_error
  let allocateEncodingOptions: @convention(c) () -> UnsafeMutablePointer<heif_encoding_options>?
  let freeEncodingOptions: @convention(c) (UnsafeMutablePointer<heif_encoding_options>) -> Void
  let encodeImage:
    @convention(c) (
      Context, Image, Encoder, UnsafePointer<heif_encoding_options>?, UnsafeMutablePointer<Handle?>
    ) -> heif_error
  let encodeThumbnail:
    @convention(c) (
      Context, Image, Handle, Encoder, UnsafePointer<heif_encoding_options>?, Int32, UnsafeMutablePointer<Handle?>
    ) -> heif_error
  let addExif: @convention(c) (Context, Handle, UnsafeRawPointer, Int32) -> heif_error
  let addXMP: @convention(c) (Context, Handle, UnsafeRawPointer, Int32) -> heif_error
  let write: @convention(c) (Context, UnsafeMutablePointer<heif_writer>, UnsafeMutableRawPointer?) -> heif_error

  /// Opens the library.
  /// - Throws: `CodingError` with `.missingLibrary`.
  init(_ name: String = "libheif.so.1") throws(CodingError) {
    let library = try DynamicLibrary(name, package: "libheif1", purpose: "HEIC")
    func heif<Function>(_ symbol: String) throws(CodingError) -> Function { try library.function("heif_" + symbol) }
    allocateContext = try heif("context_alloc")
    freeContext = try heif("context_free")
    readMemory = try heif("context_read_from_memory_without_copy")
    setMaximumSize = try heif("context_set_maximum_image_size_limit")
    setThreads = try heif("context_set_max_decoding_threads")
    primaryHandle = try heif("context_get_primary_image_handle")
    releaseHandle = try heif("image_handle_release")
    handleHasAlpha = try heif("image_handle_has_alpha_channel")
    allocateDecodingOptions = try heif("decoding_options_alloc")
    freeDecodingOptions = try heif("decoding_options_free")
    decodeImage = try heif("decode_image")
    imageProfile = try heif("image_get_nclx_color_profile")
    createImage = try heif("image_create")
    addPlane = try heif("image_add_plane")
    plane = try heif("image_get_plane")
    planeWidth = try heif("image_get_width")
    planeHeight = try heif("image_get_height")
    bitsPerPixel = try heif("image_get_bits_per_pixel_range")
    setImageProfile = try heif("image_set_nclx_color_profile")
    setRawProfile = try heif("image_set_raw_color_profile")
    releaseImage = try heif("image_release")
    allocateProfile = try heif("nclx_color_profile_alloc")
    freeProfile = try heif("nclx_color_profile_free")
    encoderFor = try heif("context_get_encoder_for_format")
    releaseEncoder = try heif("encoder_release")
    setQuality = try heif("encoder_set_lossy_quality")
    setText = try heif("encoder_set_parameter_string")
    allocateEncodingOptions = try heif("encoding_options_alloc")
    freeEncodingOptions = try heif("encoding_options_free")
    encodeImage = try heif("context_encode_image")
    encodeThumbnail = try heif("context_encode_thumbnail")
    addExif = try heif("context_add_exif_metadata")
    addXMP = try heif("context_add_XMP_metadata")
    write = try heif("context_write")
  }

  /// Throws what libheif says, unless it says that all is well.
  func check(
    _ error: heif_error, _ operation: String, context: String, advice: String
  ) throws(CodingError) {
    guard error.code != heif_error_Ok else { return }
    let code: CodingError.Code =
      switch error.code {
      case heif_error_Invalid_input:
        error.subcode == heif_suberror_End_of_data ? .truncated : .malformed
      case heif_error_Unsupported_filetype, heif_error_Unsupported_feature: .unsupported
      case heif_error_Usage_error: .invalidSetting
      case heif_error_Plugin_loading_error: .missingLibrary
      default: .codecFailed
      }
    let text = error.message.map { String(cString: $0) } ?? "no reason given"
    throw CodingError(
      code, context: context, operation: operation, status: Int(error.subcode.rawValue),
      message: "libheif says: \(text). \(advice)")
  }
}
