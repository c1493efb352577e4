import CFFmpeg
import MediaCore

/// A file that libavformat writes into memory.
final class Muxer {
  let ffmpeg: FFmpeg
  let context: FormatContext
  private let output: MemoryOutput
  private let name: String
  /// Creates a file of the format with that name of FFmpeg's; `name` is what it is called in messages.
  init(_ ffmpeg: FFmpeg, format: String, name: String, limit: Int) throws(CodingError) {
    let output = try MemoryOutput(ffmpeg, limit: limit)
    var made: FormatContext?
    ffmpeg.forgetComplaint()
    let status = ffmpeg.calls.avformat_alloc_output_context2(&made, nil, format, nil)
    guard status >= 0, let made else {
      throw ffmpeg.failure(
        "avformat_alloc_output_context2", status: status, context: name, code: .missingLibrary,
        advice: "This FFmpeg cannot write \(format). Choose another format.")
    }
    (self.ffmpeg, context, self.output, self.name) = (ffmpeg, made, output, name)
    made.pointee.pb = output.context
    made.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
  }

  deinit { ffmpeg.calls.avformat_free_context(context) }

  /// Adds a stream whose parameters are still to be set.
  func addStream() throws(CodingError) -> UnsafeMutablePointer<AVStream> {
    guard let stream = ffmpeg.calls.avformat_new_stream(context, nil) else { throw .noMemory(name) }
    return stream
  }

  /// Writes the file's header; streams may have another time base from here on.
  func start(_ settings: [(String, String)]) throws(CodingError) {
    var options: Options?
    defer { ffmpeg.calls.av_dict_free(&options) }
    for (key, value) in settings { _ = ffmpeg.calls.av_dict_set(&options, key, value, 0) }
    ffmpeg.forgetComplaint()
    try check(ffmpeg.calls.avformat_write_header(context, &options), "avformat_write_header")
  }

  /// Writes a packet, which is empty afterwards. Its stream's index and times in the stream's time base are set.
  func write(_ packet: Packet) throws(CodingError) {
    ffmpeg.forgetComplaint()
    try check(ffmpeg.calls.av_interleaved_write_frame(context, packet), "av_interleaved_write_frame")
  }

  func finish() throws(CodingError) -> [UInt8] {
    ffmpeg.forgetComplaint()
    try check(ffmpeg.calls.av_write_trailer(context), "av_write_trailer")
    if let io = output.context { ffmpeg.calls.avio_flush(io) }
    try check(output.context?.pointee.error ?? 0, "avio_flush")
    return output.bytes
  }

  private func check(_ status: Int32, _ operation: String) throws(CodingError) {
    if output.isOverLimit {
      throw CodingError(
        .invalidSetting, context: name, operation: operation,
        message: "The file grows larger than the limit set for it. Choose a smaller size or a shorter stretch.")
    }
    guard status < 0 else { return }
    throw ffmpeg.failure(
      operation, status: status, context: name, code: .codecFailed, advice: "Choose another format or other settings.")
  }
}
