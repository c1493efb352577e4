import CFFmpeg
import MediaCore

/// swresample from whatever a decoder gives to one format of ours. A stream may change its shape on its way.
final class SoundResampler {
  private let ffmpeg: FFmpeg
  private let format: AudioFormat
  private let name: String
  private var context: OpaquePointer?
  private var source: (rate: Int32, format: Int32, channels: Int32)?

  init(_ ffmpeg: FFmpeg, _ format: AudioFormat, name: String) {
    (self.ffmpeg, self.format, self.name) = (ffmpeg, format, name)
  }

  deinit { ffmpeg.calls.swr_free(&context) }

  /// Frames of output that have come in and not gone out yet.
  var heldFrames: Int64 {
    guard let context, source?.rate != Int32(format.sampleRate) else { return 0 }
    return ffmpeg.calls.swr_get_delay(context, Int64(format.sampleRate))
  }

  func convert(_ frame: Frame) throws(CodingError) -> [UInt8] {
    let fields = frame.pointee
    let shape = (fields.sample_rate, fields.format, fields.ch_layout.nb_channels)
    guard shape.0 > 0, shape.2 > 0, fields.nb_samples > 0, let data = fields.extended_data else { return [] }
    var bytes: [UInt8] = []
    if source.map({ $0 != shape }) ?? true {
      bytes = try finish()
      try start(frame)
      source = shape
    }
    let planes = UnsafeMutableRawPointer(data).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    bytes += try run(planes, fields.nb_samples)
    return bytes
  }

  /// Returns the samples that are still held when no more come.
  func finish() throws(CodingError) -> [UInt8] { try run(nil, 0) }

  private func run(
    _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int32
  ) throws(CodingError) -> [UInt8] {
    guard let context else { return [] }
    let room = ffmpeg.calls.swr_get_out_samples(context, count)
    guard room >= 0, room < 1 << 24 else {
      throw ffmpeg.failure("swr_get_out_samples", status: min(room, -1), context: name, advice: "Choose another file.")
    }
    var bytes = [UInt8](repeating: 0, count: Int(room) * format.frameBytes)
    let written = bytes.withUnsafeMutableBufferPointer { bytes in
      var target = bytes.baseAddress
      return ffmpeg.calls.swr_convert(context, &target, room, planes, count)
    }
    guard written >= 0 else {
      throw ffmpeg.failure("swr_convert", status: written, context: name, advice: "Choose another file.")
    }
    bytes.removeLast(bytes.count - Int(written) * format.frameBytes)
    return bytes
  }

  private func start(_ frame: Frame) throws(CodingError) {
    ffmpeg.calls.swr_free(&context)
    var layout = AVChannelLayout()
    ffmpeg.calls.av_channel_layout_default(&layout, Int32(format.channelCount))
    let sample =
      switch format.sampleFormat {
      case .s16: AV_SAMPLE_FMT_S16
      case .s32: AV_SAMPLE_FMT_S32
      case .float: AV_SAMPLE_FMT_FLT
      }
    // Some files only count their channels, which says nothing of where they belong.
    var source = AVChannelLayout()
    if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      ffmpeg.calls.av_channel_layout_default(&source, frame.pointee.ch_layout.nb_channels)
    } else {
      source = frame.pointee.ch_layout
    }
    ffmpeg.forgetComplaint()
    var status = ffmpeg.calls.swr_alloc_set_opts2(
      &context, &layout, sample, Int32(format.sampleRate), &source, AVSampleFormat(frame.pointee.format),
      frame.pointee.sample_rate, 0, nil)
    if status >= 0, let context { status = ffmpeg.calls.swr_init(context) }
    guard status >= 0 else {
      throw ffmpeg.failure("swr_init", status: status, context: name, advice: "The sound cannot be converted.")
    }
  }
}
