import ByteCoding
import CFFmpeg
import MediaCore
import SystemCalls

/// An open movie of somebody else's: packets one after another, from any place.
final class Demuxer {
  let ffmpeg: FFmpeg
  let context: FormatContext
  private let input: SourceInput
  private let packet: Owned<Packet>

  var name: String { input.source.name }

  /// Opens a movie and looks far enough into it to know its streams.
  ///
  /// A movie can name others, as playlists do: none of them is opened.
  /// - Throws: `CodingError` with `.malformed` when this is no movie; `CancellationError`.
  init(_ source: any ByteSource) throws {
    ffmpeg = try FFmpeg.libraries()
    input = try SourceInput(source, ffmpeg: ffmpeg)
    packet = try ffmpeg.packet(source.name)
    context = try Self.open(input, ffmpeg)
  }

  deinit {
    var closed: FormatContext? = context
    ffmpeg.calls.avformat_close_input(&closed)
  }

  private static func open(_ input: SourceInput, _ ffmpeg: FFmpeg) throws -> FormatContext {
    let name = input.source.name
    guard let context = ffmpeg.calls.avformat_alloc_context() else { throw CodingError.noMemory(name) }
    context.pointee.pb = input.context
    context.pointee.flags |= AVFMT_FLAG_GENPTS | AVFMT_FLAG_CUSTOM_IO
    context.pointee.io_open = { _, _, _, _, _ in CFF_ERROR_REFUSED }
    context.pointee.protocol_whitelist = ffmpeg.calls.av_strdup("none")
    // A file has few streams; each that it claims to have costs memory.
    context.pointee.max_streams = 100
    var opened: FormatContext? = context
    ffmpeg.forgetComplaint()
    var status = ffmpeg.calls.avformat_open_input(&opened, nil, nil, nil)
    // When this fails the context is gone.
    guard status >= 0, let opened else {
      throw failure(input, ffmpeg, "avformat_open_input", status)
    }
    status = Self.survey(opened, ffmpeg)
    guard status >= 0, opened.pointee.nb_streams > 0 else {
      let error = failure(input, ffmpeg, "avformat_find_stream_info", status < 0 ? status : CFF_ERROR_INVALID)
      var closed: FormatContext? = opened
      ffmpeg.calls.avformat_close_input(&closed)
      throw error
    }
    return opened
  }

  /// Looks into the streams, which decodes a picture of some.
  private static func survey(_ context: FormatContext, _ ffmpeg: FFmpeg) -> Int32 {
    var options = [Options?](repeating: nil, count: Int(context.pointee.nb_streams))
    for index in options.indices {
      _ = ffmpeg.calls.av_dict_set(&options[index], "max_pixels", "\(FFmpeg.maximumPixels)", 0)
      _ = ffmpeg.calls.av_dict_set(&options[index], "threads", "1", 0)
    }
    defer { for index in options.indices { ffmpeg.calls.av_dict_free(&options[index]) } }
    return ffmpeg.calls.avformat_find_stream_info(context, &options)
  }

  private static func failure(
    _ input: SourceInput, _ ffmpeg: FFmpeg, _ operation: String, _ status: Int32
  ) -> any Error {
    if status == CFF_ERROR_EXIT { return CancellationError() }
    if let cause = input.failure { return unreadable(input.source.name, operation, cause) }
    return ffmpeg.failure(
      operation, status: status, context: input.source.name, code: .malformed,
      advice: "Choose a file that is a movie.")
  }

  private static func unreadable(_ name: String, _ operation: String, _ cause: ByteError) -> CodingError {
    CodingError(
      .truncated, context: name, operation: operation,
      message: "The file could not be read to its end. Check the disk that it lies on.", underlying: cause)
  }

  var streamCount: Int { Int(context.pointee.nb_streams) }

  /// The stream of that index, which must exist.
  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> {
    guard (0..<streamCount).contains(index), let stream = context.pointee.streams[index] else {
      preconditionFailure("stream \(index) of \(streamCount)")
    }
    return stream
  }

  /// Selects streams: the packets of all others are skipped.
  func select(_ streams: Set<Int>?) {
    for index in 0..<streamCount {
      stream(index).pointee.discard = streams?.contains(index) ?? true ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// The next packet, lent until the next call, or `nil` at the end, which is also where a cut-off file breaks off.
  /// - Throws: `CodingError` when reading fails; `CancellationError`.
  func next() throws -> Packet? {
    while true {
      try Task.checkCancellation()
      ffmpeg.calls.av_packet_unref(packet.pointer)
      let status = ffmpeg.calls.av_read_frame(context, packet.pointer)
      if status >= 0 { return packet.pointer }
      if let cause = input.failure { throw Self.unreadable(name, "av_read_frame", cause) }
      switch status {
      case CFF_ERROR_AGAIN: continue
      case CFF_ERROR_EXIT: throw CancellationError()
      // Data that make no sense any more end a movie as its end does; what came before is of use.
      default: return nil
      }
    }
  }

  /// Goes to the last place at or before `ticks` of the stream from which it can be decoded; `false` when the file
  /// cannot be entered there.
  func seek(stream: Int, ticks: Int64) -> Bool {
    ffmpeg.calls.av_seek_frame(context, Int32(stream), ticks, AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// The fraction of the file that has been read, from 0 to 1.
  var fraction: Double {
    guard let position = input.context?.pointee.pos, input.source.count > 0 else { return 0 }
    return min(max(Double(position) / Double(input.source.count), 0), 1)
  }
}
