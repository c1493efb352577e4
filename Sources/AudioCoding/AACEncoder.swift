import CAVCodec
public import MediaCore

/// Compresses sound to AAC-LC.
///
/// Packets come in order, each for 1024 frames. Decoding begins with ``primingFrames`` frames of silence that an
/// edit list leaves out; then comes the first frame of input. The same settings and sound give the same packets.
/// One encoder serves one thread at a time.
///
/// Stands for libavcodec's encoder `aac`, which is loaded when the first encoder is made.
public final class AACEncoder {
  /// Frames of sound in each packet.
  public static let packetFrames = 1024

  /// What was asked for.
  public let settings: AACEncoderSettings
  /// How many frames decode before the first frame of input.
  public let primingFrames: Int
  /// `AudioSpecificConfig`, ISO/IEC 14496-3, 1.6.2.1: what a decoder must know first.
  public let audioSpecificConfig: [UInt8]
  /// How many frames of input there have been.
  public private(set) var inputFrames = 0

  private let library: LibAVCodec
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let frame: UnsafeMutablePointer<AVFrame>
  private let packet: UnsafeMutablePointer<AVPacket>
  private var filled = 0
  private var isFinished = false

  /// An encoder that has heard nothing yet.
  /// - Throws: ``MediaCore/CodingError`` with `.missingLibrary`, naming the package to install; `.invalidSetting` for
  ///   a rate, channel count or bit rate that cannot be; or `.codecFailed`.
  public convenience init(settings: AACEncoderSettings) throws(CodingError) {
    try settings.check()
    try self.init(settings: settings, library: LibAVCodec())
  }

  /// Loads the libraries that encoders are made of, ahead of the first.
  /// - Throws: ``MediaCore/CodingError`` with `.missingLibrary`.
  package static func loadLibrary() throws(CodingError) { _ = try LibAVCodec() }

  init(settings: AACEncoderSettings, library: LibAVCodec) throws(CodingError) {
    guard let codec = library.findEncoder(AV_CODEC_ID_AAC) else {
      throw CodingError(
        .missingLibrary, context: settings.name, operation: "avcodec_find_encoder",
        message: "This libavcodec has no AAC encoder. Install the Debian package "
          + "libavcodec\(LIBAVCODEC_VERSION_MAJOR) instead of a build without it.")
    }
    var context = library.allocateContext(codec)
    var frame = library.allocateFrame()
    var packet = library.allocatePacket()
    do throws(CodingError) {
      guard let context, let frame, let packet else {
        throw CodingError(
          .codecFailed, context: settings.name, operation: "avcodec_alloc_context3",
          message: "There is too little memory. End other programs.")
      }
      try Self.open(context, codec, settings, library)
      try Self.prepare(frame, context, settings, library)
      (self.context, self.frame, self.packet) = (context, frame, packet)
    } catch {
      library.freePacket(&packet)
      library.freeFrame(&frame)
      library.freeContext(&context)
      throw error
    }
    self.settings = settings
    self.library = library
    primingFrames = Int(self.context.pointee.initial_padding)
    audioSpecificConfig = Array(
      UnsafeBufferPointer(
        start: self.context.pointee.extradata, count: Int(max(self.context.pointee.extradata_size, 0))))
  }

  deinit {
    var (packet, frame, context) = (Optional(packet), Optional(frame), Optional(context))
    library.freePacket(&packet)
    library.freeFrame(&frame)
    library.freeContext(&context)
  }

  /// Takes interleaved samples from −1 to 1, a whole number of frames, and appends the packets that they complete.
  /// - Throws: ``MediaCore/CodingError`` with `.malformed` for a broken frame at the end, `.invalidState` after
  ///   ``finish(into:)``, or `.codecFailed`.
  public func encode(_ samples: Span<Float>, into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    let channels = settings.channelCount
    guard !isFinished else { throw finishedError }
    guard samples.count % channels == 0 else {
      throw CodingError(
        .malformed, context: settings.name,
        message: "\(samples.count) samples are no whole number of frames of \(channels) channels.")
    }
    let total = samples.count / channels
    var taken = 0
    while taken < total {
      if filled == 0 { try claimFrame() }
      let count = min(Self.packetFrames - filled, total - taken)
      for channel in 0..<channels {
        let plane = plane(channel)
        for index in 0..<count { plane[filled + index] = samples[(taken + index) * channels + channel] }
      }
      taken += count
      filled += count
      inputFrames += count
      if filled == Self.packetFrames { try sendFrame(into: &packets) }
    }
  }

  /// Ends the sound and appends what remains: the last packet's missing frames are silence. Harmless twice.
  /// - Throws: ``MediaCore/CodingError`` with `.codecFailed`.
  public func finish(into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    guard !isFinished else { return }
    isFinished = true
    if filled > 0 {
      for channel in 0..<settings.channelCount {
        let rest = UnsafeMutableBufferPointer(rebasing: plane(channel)[filled...])
        rest.update(repeating: 0)
      }
      try sendFrame(into: &packets)
    }
    let status = library.sendFrame(context, nil)
    guard status == 0 else { throw library.failure("avcodec_send_frame", status: status, context: settings.name) }
    try receive(into: &packets)
  }

  /// The samples of one channel of the frame that is being filled.
  private func plane(_ channel: Int) -> UnsafeMutableBufferPointer<Float> {
    let bytes = channel == 0 ? frame.pointee.data.0 : frame.pointee.data.1
    let start = UnsafeMutableRawPointer(bytes)?.assumingMemoryBound(to: Float.self)
    return UnsafeMutableBufferPointer(start: start, count: Self.packetFrames)
  }

  /// The encoder may still hold the frame it was given last; then this makes another.
  private func claimFrame() throws(CodingError) {
    let status = library.makeFrameWritable(frame)
    guard status >= 0 else { throw library.failure("av_frame_make_writable", status: status, context: settings.name) }
  }

  private func sendFrame(into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    filled = 0
    let status = library.sendFrame(context, frame)
    guard status == 0 else { throw library.failure("avcodec_send_frame", status: status, context: settings.name) }
    frame.pointee.pts += Int64(Self.packetFrames)
    try receive(into: &packets)
  }

  private func receive(into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    while true {
      let status = library.receivePacket(context, packet)
      if status == CAV_ERROR_AGAIN || status == CAV_ERROR_EOF { return }
      guard status == 0 else {
        throw library.failure("avcodec_receive_packet", status: status, context: settings.name)
      }
      let bytes = Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(max(packet.pointee.size, 0))))
      packets.append(EncodedAudioPacket(bytes: bytes, frameCount: Self.packetFrames))
      library.unreferencePacket(packet)
    }
  }

  private var finishedError: CodingError {
    CodingError(
      .invalidState, context: settings.name, message: "The sound has been ended. Make another encoder.")
  }

  private static func open(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>, _ settings: AACEncoderSettings,
    _ library: LibAVCodec
  ) throws(CodingError) {
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
    library.setDefaultLayout(&context.pointee.ch_layout, Int32(settings.channelCount))
    let status = library.open(context, codec, nil)
    guard status == 0 else { throw library.failure("avcodec_open2", status: status, context: settings.name) }
    guard context.pointee.frame_size == packetFrames, context.pointee.extradata_size > 0 else {
      throw CodingError(
        .codecFailed, context: settings.name, operation: "avcodec_open2",
        message: "The encoder makes packets of \(context.pointee.frame_size) frames, which is not AAC-LC.")
    }
  }

  private static func prepare(
    _ frame: UnsafeMutablePointer<AVFrame>, _ context: UnsafeMutablePointer<AVCodecContext>,
    _ settings: AACEncoderSettings, _ library: LibAVCodec
  ) throws(CodingError) {
    frame.pointee.nb_samples = Int32(packetFrames)
    frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    frame.pointee.sample_rate = Int32(settings.sampleRate)
    frame.pointee.pts = 0
    library.setDefaultLayout(&frame.pointee.ch_layout, Int32(settings.channelCount))
    let status = library.getFrameBuffer(frame, 0)
    guard status == 0 else { throw library.failure("av_frame_get_buffer", status: status, context: settings.name) }
  }
}

extension AACEncoderSettings {
  var name: String { "AAC \(sampleRate) Hz, \(channelCount) channel\(channelCount == 1 ? "" : "s")" }

  func check() throws(CodingError) {
    func refuse(_ message: String) -> CodingError { CodingError(.invalidSetting, context: name, message: message) }
    guard Self.sampleRates.contains(sampleRate) else {
      throw refuse("AAC has no such rate. Resample to 48000 Hz or another of \(Self.sampleRates).")
    }
    guard channelCount == 1 || channelCount == 2 else { throw refuse("Only 1 or 2 channels are encoded.") }
    // A packet may have 6144 bits for each channel; ISO/IEC 14496-3, 4.5.3.
    let greatest = 6144 * channelCount * sampleRate / 1024
    guard (8_000...greatest).contains(bitRate) else {
      throw refuse("\(bitRate) bits a second are too few or too many. Choose 8000 to \(greatest).")
    }
  }
}
