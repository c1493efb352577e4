import CFFmpeg
import MediaCore
import SystemCalls

/// Turns one stream's packets into frames.
///
/// It works on the caller's thread alone: frames then come as early as they can, and complaints can be told apart.
final class Decoder {
  private let demuxer: Demuxer
  private let index: Int
  private let owned: (context: Owned<CodecContext>, frame: Owned<Frame>)
  private var context: CodecContext { owned.context.pointer }
  private var frame: Frame { owned.frame.pointer }
  private var ffmpeg: FFmpeg { demuxer.ffmpeg }
  private var isDraining = false
  /// Packets and frames that were damaged, and left out.
  private(set) var damagedCount = 0
  /// Packets in which the decoder found an error, patched over it, and went on.
  private(set) var patchedCount = 0
  /// The message of the first of those errors.
  private(set) var firstComplaint: String?
  private var lastFailure: CodingError?
  private var goodCount = 0
  /// Indicates whether frames carry their packet's number in the place of their time: the order of display can be
  /// learnt so where a file does not give the times.
  var numbersPackets = false
  private var packetCount: Int64 = 0

  /// Creates a decoder for a stream of an open movie, whose other streams are skipped from here on.
  /// - Throws: `CodingError` with `.unsupported` when FFmpeg has no such decoder, or `.codecFailed`.
  init(_ demuxer: Demuxer, stream: ForeignStream) throws(CodingError) {
    let ffmpeg = demuxer.ffmpeg
    let parameters = demuxer.stream(stream.index).pointee.codecpar
    guard let parameters, let codec = ffmpeg.calls.avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw CodingError(
        .unsupported, context: demuxer.name,
        message: "FFmpeg has no decoder for \(stream.codec). Convert the file with another program.")
    }
    owned = (try ffmpeg.context(codec, demuxer.name), try ffmpeg.frame(demuxer.name))
    (self.demuxer, index) = (demuxer, stream.index)
    ffmpeg.forgetComplaint()
    var status = ffmpeg.calls.avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = demuxer.stream(stream.index).pointee.time_base
    context.pointee.thread_count = 1
    context.pointee.max_pixels = FFmpeg.maximumPixels
    if status >= 0 { status = ffmpeg.calls.avcodec_open2(context, codec, nil) }
    guard status >= 0 else {
      throw ffmpeg.failure(
        "avcodec_open2", status: status, context: demuxer.name,
        advice: "Stream \(stream.index) (\(stream.codec)) cannot be decoded. Choose another file.")
    }
    demuxer.select([stream.index])
  }

  /// The next frame in the order of display, lent until the next call, or `nil` at the end.
  ///
  /// Damaged packets and frames are left out and counted.
  /// - Throws: `CodingError` when there was nothing but damage, or the source fails; `CancellationError`.
  func next() throws -> Frame? {
    while true {
      ffmpeg.calls.av_frame_unref(frame)
      let status = ffmpeg.calls.avcodec_receive_frame(context, frame)
      if status >= 0 { noteComplaint() }
      switch status {
      case 0...:
        // What was patched over is not what was filmed.
        if frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 {
          damagedCount += 1
          continue
        }
        goodCount += 1
        return frame
      case CFF_ERROR_AGAIN where !isDraining: try feed()
      case CFF_ERROR_EOF: return try end()
      default:
        note(status, "avcodec_receive_frame")
        // A decoder that goes on failing without being fed would do so for ever.
        if isDraining { return try end() }
        try feed()
      }
    }
  }

  private func end() throws -> Frame? {
    if let lastFailure, goodCount == 0 { throw lastFailure }
    return nil
  }

  private func feed() throws {
    guard let packet = try demuxer.next() else {
      isDraining = true
      _ = ffmpeg.calls.avcodec_send_packet(context, nil)
      return
    }
    guard Int(packet.pointee.stream_index) == index else { return }
    if numbersPackets { packet.pointee.pts = packetCount }
    packetCount += 1
    ffmpeg.forgetComplaint()
    let status = ffmpeg.calls.avcodec_send_packet(context, packet)
    if status < 0, status != CFF_ERROR_AGAIN { note(status, "avcodec_send_packet") } else { noteComplaint() }
  }

  private func noteComplaint() {
    guard let complaint = ffmpeg.complaint else { return }
    ffmpeg.forgetComplaint()
    patchedCount += 1
    firstComplaint = firstComplaint ?? complaint
  }

  private func note(_ status: Int32, _ operation: String) {
    damagedCount += 1
    lastFailure = ffmpeg.failure(
      operation, status: status, context: demuxer.name, code: .malformed,
      advice: "Nothing of stream \(index) can be decoded. Choose another file.")
  }

  /// Continues at the last place before `ticks` from which it can be decoded; `false` when there is no way there.
  func seek(ticks: Int64) -> Bool {
    guard demuxer.seek(stream: index, ticks: ticks) else { return false }
    ffmpeg.calls.avcodec_flush_buffers(context)
    isDraining = false
    return true
  }

  var fraction: Double { demuxer.fraction }
}
