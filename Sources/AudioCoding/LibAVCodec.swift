import CAVCodec
import MediaCore
import SystemCalls

/// libavcodec and the part of libavutil that it needs, opened when an encoder is made: a table of their functions.
///
/// Linking them would load some 150 shared objects at every start of the command.
struct LibAVCodec {
  /// The Debian package of the version that livecam was built for.
  static let package = "libavcodec\(LIBAVCODEC_VERSION_MAJOR)"

  let findEncoder: @convention(c) (AVCodecID) -> UnsafePointer<AVCodec>?
  let allocateContext: @convention(c) (UnsafePointer<AVCodec>?) -> UnsafeMutablePointer<AVCodecContext>?
  let freeContext: @convention(c) (UnsafeMutablePointer<UnsafeMutablePointer<AVCodecContext>?>) -> Void
  let open: @convention(c) (UnsafeMutablePointer<AVCodecContext>, UnsafePointer<AVCodec>, OpaquePointer?) -> Int32
  let sendFrame: @convention(c) (UnsafeMutablePointer<AVCodecContext>, UnsafePointer<AVFrame>?) -> Int32
  let receivePacket: @convention(c) (UnsafeMutablePointer<AVCodecContext>, UnsafeMutablePointer<AVPacket>) -> Int32
  let allocatePacket: @convention(c) () -> UnsafeMutablePointer<AVPacket>?
  let unreferencePacket: @convention(c) (UnsafeMutablePointer<AVPacket>) -> Void
  let freePacket: @convention(c) (UnsafeMutablePointer<UnsafeMutablePointer<AVPacket>?>) -> Void
  let allocateFrame: @convention(c) () -> UnsafeMutablePointer<AVFrame>?
  let getFrameBuffer: @convention(c) (UnsafeMutablePointer<AVFrame>, Int32) -> Int32
  let makeFrameWritable: @convention(c) (UnsafeMutablePointer<AVFrame>) -> Int32
  let freeFrame: @convention(c) (UnsafeMutablePointer<UnsafeMutablePointer<AVFrame>?>) -> Void
  let setDefaultLayout: @convention(c) (UnsafeMutablePointer<AVChannelLayout>, Int32) -> Void
  private let describeError: @convention(c) (Int32, UnsafeMutablePointer<CChar>, Int) -> Int32

  /// Opens the libraries of the versions that livecam was built for: others lay their structures out differently.
  /// - Throws: `CodingError` with `.missingLibrary`.
  init(
    codec: String = "libavcodec.so.\(LIBAVCODEC_VERSION_MAJOR)",
    util: String = "libavutil.so.\(LIBAVUTIL_VERSION_MAJOR)"
  ) throws(CodingError) {
    let utilities = try DynamicLibrary(util, package: "libavutil\(LIBAVUTIL_VERSION_MAJOR)", purpose: "AAC")
    let codecs = try DynamicLibrary(codec, package: Self.package, purpose: "AAC")
    findEncoder = try codecs.function("avcodec_find_encoder")
    allocateContext = try codecs.function("avcodec_alloc_context3")
    freeContext = try codecs.function("avcodec_free_context")
    open = try codecs.function("avcodec_open2")
    sendFrame = try codecs.function("avcodec_send_frame")
    receivePacket = try codecs.function("avcodec_receive_packet")
    allocatePacket = try codecs.function("av_packet_alloc")
    unreferencePacket = try codecs.function("av_packet_unref")
    freePacket = try codecs.function("av_packet_free")
    allocateFrame = try utilities.function("av_frame_alloc")
    getFrameBuffer = try utilities.function("av_frame_get_buffer")
    makeFrameWritable = try utilities.function("av_frame_make_writable")
    freeFrame = try utilities.function("av_frame_free")
    setDefaultLayout = try utilities.function("av_channel_layout_default")
    describeError = try utilities.function("av_strerror")
  }

  /// The error for a negative status of a call.
  func failure(_ operation: String, status: Int32, context: String) -> CodingError {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "" }
      _ = describeError(status, start, buffer.count)
      return String(cString: start)
    }
    return CodingError(
      .codecFailed, context: context, operation: operation, status: Int(status),
      message: "The encoder failed: \(text). Try other settings.")
  }
}
