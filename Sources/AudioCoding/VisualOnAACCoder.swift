import CVOAACEnc
import MediaCore

/// VisualOn's encoder: 16-bit samples in fixed point, in a library of 121 kB where libavcodec's comes with 72 others.
///
/// It encodes by whole numbers alone, so the same sound gives the same packets on every processor.
final class VisualOnAACCoder: AACCoder {
  /// The bits in a second that it makes of one channel; asked for others it would say nothing, and make 64 000.
  static let bitRates = 8_000...160_000
  /// Its rates are all of AAC's but the last.
  private static let sampleRates = AACEncoderSettings.sampleRates.dropLast()
  // A packet has at most 6144 bits for each channel; ISO/IEC 14496-3, 4.5.3.
  private static let packetBytes = 768

  /// The transform's 1024 frames, and 576 by which it looks ahead for attacks; the library does not tell.
  let primingFrames = 1600
  let audioSpecificConfig: [UInt8]
  private let settings: AACEncoderSettings
  private let functions: VO_AUDIO_CODECAPI
  // The library keeps these addresses until it is let go.
  private let memory: OwnedBuffer<VO_MEM_OPERATOR>
  private let sound: OwnedBuffer<Int16>
  private let packet: OwnedBuffer<UInt8>
  private var frames: UnsafeMutableBufferPointer<Int16> { sound.elements }
  private var output: UnsafeMutableBufferPointer<UInt8> { packet.elements }
  private let handle: VO_HANDLE
  private var packetCount = 0

  init(settings: AACEncoderSettings, library: LibVOAACEnc) throws(CodingError) {
    guard Self.sampleRates.contains(settings.sampleRate) else {
      throw CodingError(
        .invalidSetting, context: settings.name,
        message:
          "VisualOn's encoder has no such rate. Resample to 48000 Hz or another of \(Array(Self.sampleRates)), or "
          + "install the Debian package \(LibAVCodec.package), whose encoder has it.")
    }
    (self.settings, functions) = (settings, library.functions)
    // AAC-LC, the rate's number and the channels; of the rest nothing.
    let rate = AACEncoderSettings.sampleRates.firstIndex(of: settings.sampleRate) ?? 0
    let bits = 2 << 11 | rate << 7 | settings.channelCount << 3
    audioSpecificConfig = [UInt8(bits >> 8), UInt8(bits & 0xff)]
    memory = OwnedBuffer(repeating: library.memory)
    handle = try Self.open(settings, library.functions, memory.pointer)
    sound = OwnedBuffer(count: EncodedAudioPacket.aacFrames * settings.channelCount, repeating: 0)
    packet = OwnedBuffer(count: Self.packetBytes * settings.channelCount, repeating: 0)
  }

  deinit { _ = functions.Uninit(handle) }

  func put(_ samples: Span<Float>, at place: Int) throws(CodingError) {
    let room = frames[(place * settings.channelCount)...]
    precondition(samples.count <= room.count, "sound beyond a packet")
    let target = UnsafeMutableBufferPointer(rebasing: room)
    let isSound = samples.withUnsafeBufferPointer { samples in
      guard let source = samples.baseAddress, let target = target.baseAddress else { return true }
      for index in 0..<samples.count where !source[index].isFinite { return false }
      for index in 0..<samples.count { target[index] = PCMConverter.int16(source[index]) }
      return true
    }
    guard isSound else {
      throw CodingError(
        .codecFailed, context: settings.name,
        message: "The sound has samples that are no numbers. Look at where it comes from.")
    }
  }

  func encode(into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    var input = VO_CODECBUFFER()
    let bytes = UnsafeMutableRawBufferPointer(frames)
    input.Buffer = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    input.Length = VO_U32(bytes.count)
    let taken = functions.SetInputData(handle, &input)
    guard taken == VO_ERR_NONE else { throw Self.failure(taken, "SetInputData", settings) }
    var compressed = VO_CODECBUFFER()
    compressed.Buffer = output.baseAddress
    compressed.Length = VO_U32(output.count)
    var information = VO_AUDIO_OUTPUTINFO()
    let made = functions.GetOutputData(handle, &compressed, &information)
    guard made == VO_ERR_NONE else { throw Self.failure(made, "GetOutputData", settings) }
    let count = Int(compressed.Length)
    guard 1...output.count ~= count else {
      throw CodingError(
        .codecFailed, context: settings.name, operation: "GetOutputData",
        message: "The encoder made a packet of \(count) bytes, which is not AAC-LC.")
    }
    packets.append(EncodedAudioPacket(bytes: Array(output[..<count]), frameCount: EncodedAudioPacket.aacFrames))
    packetCount += 1
  }

  /// Ends the stream: silence fills the encoder's look-ahead, as it gives a packet for every 1024 frames at once.
  func finish(after frames: Int, into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    guard frames > 0 else { return }
    self.frames.update(repeating: 0)
    while packetCount * EncodedAudioPacket.aacFrames < frames + primingFrames { try encode(into: &packets) }
  }

  private static func failure(_ status: VO_U32, _ operation: String, _ settings: AACEncoderSettings) -> CodingError {
    CodingError(
      .codecFailed, context: settings.name, operation: operation, status: Int(status),
      message: "VisualOn's encoder failed. Try other settings, or install the Debian package \(LibAVCodec.package).")
  }

  private static func open(
    _ settings: AACEncoderSettings, _ functions: VO_AUDIO_CODECAPI, _ memory: UnsafeMutablePointer<VO_MEM_OPERATOR>
  ) throws(CodingError) -> VO_HANDLE {
    var user = VO_CODEC_INIT_USERDATA()
    user.memflag = VO_IMF_USERMEMOPERATOR
    user.memData = UnsafeMutableRawPointer(memory)
    var handle: VO_HANDLE?
    let status = functions.Init(&handle, VO_AUDIO_CodingAAC, &user)
    guard status == VO_ERR_NONE, let handle else { throw failure(status, "Init", settings) }
    let channels = settings.channelCount
    let bitRate = min(max(settings.bitRate, bitRates.lowerBound * channels), bitRates.upperBound * channels)
    var parameters = AACENC_PARAM(
      sampleRate: Int32(settings.sampleRate), bitRate: Int32(bitRate), nChannels: Int16(channels), adtsUsed: 0)
    let accepted = functions.SetParam(handle, VO_S32(CVO_PARAMETERS), &parameters)
    guard accepted == VO_ERR_NONE else {
      _ = functions.Uninit(handle)
      throw failure(accepted, "SetParam", settings)
    }
    return handle
  }
}
