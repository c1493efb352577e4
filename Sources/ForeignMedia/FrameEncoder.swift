import CFFmpeg
import MediaCore
import SystemCalls

/// One of FFmpeg's encoders of pictures.
final class FrameEncoder {
  private let ffmpeg: FFmpeg
  private let name: String
  private let owned: (context: Owned<CodecContext>, packet: Owned<Packet>)
  var context: CodecContext { owned.context.pointer }

  /// Creates an encoder of that name for frames of one shape.
  /// - Throws: `CodingError` with `.missingLibrary` when this FFmpeg was built without it, or `.codecFailed`.
  init(
    _ ffmpeg: FFmpeg, encoder: String, settings: [(String, String)], name: String,
    prepare: (inout AVCodecContext) -> Void
  ) throws(CodingError) {
    guard let codec = ffmpeg.calls.avcodec_find_encoder_by_name(encoder) else {
      throw CodingError(
        .missingLibrary, context: name,
        message: "This FFmpeg was built without \(encoder). Choose another format.")
    }
    owned = (try ffmpeg.context(codec, name), try ffmpeg.packet(name))
    (self.ffmpeg, self.name) = (ffmpeg, name)
    prepare(&context.pointee)
    context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    var options: Options?
    defer { ffmpeg.calls.av_dict_free(&options) }
    for (key, value) in settings { _ = ffmpeg.calls.av_dict_set(&options, key, value, 0) }
    ffmpeg.forgetComplaint()
    try check(ffmpeg.calls.avcodec_open2(context, codec, &options), "avcodec_open2")
  }

  /// Encodes a frame, or with `nil` what is still held; packets are lent to `body`.
  func encode(_ frame: Frame?, _ body: (Packet) throws(CodingError) -> Void) throws(CodingError) {
    ffmpeg.forgetComplaint()
    try check(ffmpeg.calls.avcodec_send_frame(context, frame), "avcodec_send_frame")
    let packet = owned.packet.pointer
    while true {
      let status = ffmpeg.calls.avcodec_receive_packet(context, packet)
      if status == CFF_ERROR_AGAIN || status == CFF_ERROR_EOF { return }
      try check(status, "avcodec_receive_packet")
      try body(packet)
      ffmpeg.calls.av_packet_unref(packet)
    }
  }

  private func check(_ status: Int32, _ operation: String) throws(CodingError) {
    guard status < 0 else { return }
    throw ffmpeg.failure(
      operation, status: status, context: name, code: .codecFailed, advice: "Choose another size or other settings.")
  }
}
