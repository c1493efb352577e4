import CAVCodec
import MediaCore
import SystemCalls

final class AVCodecAACCoder: AACCoder {
  private let settings: AACEncoderSettings
  private let library: LibAVCodec
  private let owned:
    (
      context: Owned<UnsafeMutablePointer<AVCodecContext>>, frame: Owned<UnsafeMutablePointer<AVFrame>>,
      packet: Owned<UnsafeMutablePointer<AVPacket>>
    )
  private var context: UnsafeMutablePointer<AVCodecContext> { owned.context.pointer }
  private var frame: UnsafeMutablePointer<AVFrame> { owned.frame.pointer }

  var primingFrames: Int { Int(context.pointee.initial_padding) }
  var audioSpecificConfig: [UInt8] {
    Array(UnsafeBufferPointer(start: context.pointee.extradata, count: Int(max(context.pointee.extradata_size, 0))))
  }

  init(settings: AACEncoderSettings, library: LibAVCodec) throws(CodingError) {
    guard let codec = library.calls.avcodec_find_encoder(AV_CODEC_ID_AAC) else {
      throw CodingError(
        .missingLibrary, context: settings.name, operation: "avcodec_find_encoder",
        message: "This libavcodec has no AAC encoder. Install the Debian package "
          + "\(LibAVCodec.package) instead of a build without it.")
    }
    let calls = library.calls
    let noMemory = CodingError(
      .codecFailed, context: settings.name, operation: "avcodec_alloc_context3",
      message: "There is too little memory. End other programs.")
    owned = (
      try Owned(calls.avcodec_alloc_context3(codec), free: calls.avcodec_free_context, orThrow: noMemory),
      try Owned(calls.av_frame_alloc(), free: calls.av_frame_free, orThrow: noMemory),
      try Owned(calls.av_packet_alloc(), free: calls.av_packet_free, orThrow: noMemory)
    )
    (self.settings, self.library) = (settings, library)
    try open(codec)
    try prepareFrame()
  }

  func put(_ samples: Span<Float>, at place: Int) throws(CodingError) {
    // The encoder may still hold the frame it was given last; then this makes another.
    if place == 0 { try library.check(library.calls.av_frame_make_writable(frame), "av_frame_make_writable", settings) }
    let channels = settings.channelCount
    for channel in 0..<channels {
      let plane = plane(channel)
      for index in 0..<(samples.count / channels) { plane[place + index] = samples[index * channels + channel] }
    }
  }

  private func plane(_ channel: Int) -> UnsafeMutableBufferPointer<Float> {
    let bytes = channel == 0 ? frame.pointee.data.0 : frame.pointee.data.1
    let start = UnsafeMutableRawPointer(bytes)?.assumingMemoryBound(to: Float.self)
    return UnsafeMutableBufferPointer(start: start, count: EncodedAudioPacket.aacFrames)
  }

  func encode(into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    try library.check(library.calls.avcodec_send_frame(context, frame), "avcodec_send_frame", settings)
    frame.pointee.pts += Int64(EncodedAudioPacket.aacFrames)
    try receive(into: &packets)
  }

  func finish(after frames: Int, into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    try library.check(library.calls.avcodec_send_frame(context, nil), "avcodec_send_frame", settings)
    try receive(into: &packets)
  }

  private func receive(into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    let packet = owned.packet.pointer
    while true {
      let status = library.calls.avcodec_receive_packet(context, packet)
      if status == CAV_ERROR_AGAIN || status == CAV_ERROR_EOF { return }
      try library.check(status, "avcodec_receive_packet", settings)
      let bytes = Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(max(packet.pointee.size, 0))))
      packets.append(EncodedAudioPacket(bytes: bytes, frameCount: EncodedAudioPacket.aacFrames))
      library.calls.av_packet_unref(packet)
    }
  }

  private func open(_ codec: UnsafePointer<AVCodec>) throws(CodingError) {
    context.pointee.bit_rate = Int64(settings.bitRate)
    context.pointee.sample_rate = Int32(settings.sampleRate)
    context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
    context.pointee.time_base = AVRational(num: 1, den: Int32(settings.sampleRate))
    // Without the first flag the configuration is repeated in packets; without the second the library signs them.
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    context.pointee.thread_count = 1
    // The library writes statistics and complaints to stderr; every error comes back to us anyway. Its levels reach
    // from 0 to 56, of which 32 and less are shown, and only the lowest byte of the sum counts.
    context.pointee.log_level_offset = 100
    library.calls.av_channel_layout_default(&context.pointee.ch_layout, Int32(settings.channelCount))
    try library.check(library.calls.avcodec_open2(context, codec, nil), "avcodec_open2", settings)
    guard context.pointee.frame_size == EncodedAudioPacket.aacFrames, context.pointee.extradata_size > 0 else {
      throw CodingError(
        .codecFailed, context: settings.name, operation: "avcodec_open2",
        message: "The encoder makes packets of \(context.pointee.frame_size) frames, which is not AAC-LC.")
    }
  }

  private func prepareFrame() throws(CodingError) {
    frame.pointee.nb_samples = Int32(EncodedAudioPacket.aacFrames)
    frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    frame.pointee.sample_rate = Int32(settings.sampleRate)
    frame.pointee.pts = 0
    library.calls.av_channel_layout_default(&frame.pointee.ch_layout, Int32(settings.channelCount))
    try library.check(library.calls.av_frame_get_buffer(frame, 0), "av_frame_get_buffer", settings)
  }
}
