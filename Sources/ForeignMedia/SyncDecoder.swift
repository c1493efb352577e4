import CFFmpeg
public import MediaCore
import SystemCalls
public import VideoCoding

/// Decodes pictures that need no others, straight from their bytes: of a movie whose tables somebody else has read, or
/// of the tiles of a HEIC.
///
/// It is for looking at pictures, not for keeping them: what smooths the edges of blocks is left out. One decoder
/// serves one thread at a time.
public final class SyncDecoder {
  private let ffmpeg: FFmpeg
  private let owned: (context: Owned<CodecContext>, frame: Owned<Frame>, packet: Owned<Packet>)
  private let converter: PictureConverter
  private let name: String
  /// The size at which the latest picture is coded.
  public private(set) var codedSize = (width: 0, height: 0)

  /// Creates a decoder of pictures whose codec is described by a record such as `avcC` or `hvcC` holds; all come out at
  /// `size`, both sides even, or at their own.
  /// - Throws: `CodingError` with `.missingLibrary`, `.unsupported` or `.malformed` for a record that makes no sense.
  public init(
    _ codec: VideoCodec, configuration: [UInt8], size: (width: Int, height: Int)? = nil, name: String
  ) throws(CodingError) {
    ffmpeg = try FFmpeg.libraries()
    guard let decoder = ffmpeg.calls.avcodec_find_decoder(codec == .h264 ? AV_CODEC_ID_H264 : AV_CODEC_ID_HEVC) else {
      throw CodingError(
        .unsupported, context: name, message: "FFmpeg has no decoder for \(codec.rawValue). Install libavcodec whole.")
    }
    self.name = name
    owned = (try ffmpeg.context(decoder, name), try ffmpeg.frame(name), try ffmpeg.packet(name))
    converter = PictureConverter(ffmpeg, options: PictureReader.Options(size: size), color: nil, name: name)
    let context = owned.context.pointer
    let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let record = ffmpeg.calls.av_malloc(configuration.count + padding) else { throw .noMemory(name) }
    let bytes = UnsafeMutableRawBufferPointer(start: record, count: configuration.count + padding)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    bytes.copyBytes(from: configuration)
    // The context frees it.
    context.pointee.extradata = record.assumingMemoryBound(to: UInt8.self)
    context.pointee.extradata_size = Int32(clamping: configuration.count)
    context.pointee.thread_count = 1
    context.pointee.max_pixels = FFmpeg.maximumPixels
    context.pointee.skip_loop_filter = AVDISCARD_ALL
    ffmpeg.forgetComplaint()
    try check(ffmpeg.calls.avcodec_open2(context, decoder, nil), "avcodec_open2")
  }

  /// Returns the picture that is coded by some bytes alone.
  /// - Throws: `CodingError` with `.malformed` when they are damaged, be it that the decoder could patch it over.
  public func picture(_ sample: [UInt8]) throws(CodingError) -> I420Picture {
    let (context, frame, packet) = (owned.context.pointer, owned.frame.pointer, owned.packet.pointer)
    ffmpeg.calls.avcodec_flush_buffers(context)
    ffmpeg.calls.av_frame_unref(frame)
    ffmpeg.forgetComplaint()
    let padded = sample + [UInt8](repeating: 0, count: Int(AV_INPUT_BUFFER_PADDING_SIZE))
    let status = padded.withUnsafeBufferPointer { bytes in
      // The decoder copies what nobody else owns, and only reads.
      packet.pointee.data = UnsafeMutablePointer(mutating: bytes.baseAddress)
      packet.pointee.size = Int32(clamping: sample.count)
      defer { (packet.pointee.data, packet.pointee.size) = (nil, 0) }
      return ffmpeg.calls.avcodec_send_packet(context, packet)
    }
    try check(status, "avcodec_send_packet")
    _ = ffmpeg.calls.avcodec_send_packet(context, nil)
    try check(ffmpeg.calls.avcodec_receive_frame(context, frame), "avcodec_receive_frame")
    // What was patched over is not what was filmed.
    let complaint = ffmpeg.complaint
    guard complaint == nil, frame.pointee.decode_error_flags == 0, frame.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0
    else {
      let reason = complaint.map { " (\($0))" } ?? ""
      throw CodingError(.malformed, context: name, message: "A picture of it is broken\(reason). Get another copy.")
    }
    codedSize = (Int(frame.pointee.width), Int(frame.pointee.height))
    return try converter.picture(frame)
  }

  private func check(_ status: Int32, _ operation: String) throws(CodingError) {
    guard status < 0 else { return }
    throw ffmpeg.failure(
      operation, status: status, context: name, code: .malformed,
      advice: "A picture of it cannot be decoded. Get another copy.")
  }
}
