public import MediaCore
import SystemCalls

/// Compresses sound to AAC-LC.
///
/// Packets come in order, each for 1024 frames. Decoding begins with ``primingFrames`` frames of silence that an edit
/// list leaves out. The same settings and sound give the same packets from the same library. One encoder serves one
/// thread at a time.
///
/// Stands for VisualOn's encoder, a library of 121 kB, or libavcodec's encoder `aac`, which comes with a hundred
/// megabytes and encodes a little better. Either is loaded when the first encoder of it is made.
public final class AACEncoder {
  /// The settings with which the encoder was created.
  public let settings: AACEncoderSettings
  /// The number of frames that decode before the first frame of input.
  public var primingFrames: Int { coder.primingFrames }
  /// The `AudioSpecificConfig`, ISO/IEC 14496-3, 1.6.2.1: what a decoder must know first.
  public var audioSpecificConfig: [UInt8] { coder.audioSpecificConfig }
  /// The number of frames of input so far.
  public private(set) var inputFrames = 0

  private let coder: any AACCoder
  private var filled = 0
  private var isFinished = false

  /// Creates an encoder that has heard nothing yet.
  /// - Throws: ``MediaCore/CodingError`` with `.missingLibrary`, naming packages to install; `.invalidSetting` for
  ///   a rate, channel count or bit rate that cannot be; or `.codecFailed`.
  public convenience init(
    settings: AACEncoderSettings, by encoder: AudioEncoder = .visualOn
  ) throws(CodingError) {
    try settings.check()
    switch encoder {
    case .visualOn: self.init(settings: settings, by: try VisualOnAACCoder(settings: settings, library: LibVOAACEnc()))
    case .libavcodec: self.init(settings: settings, by: try AVCodecAACCoder(settings: settings, library: LibAVCodec()))
    }
  }

  /// Creates an encoder of sound in a format. It makes no more bits than the rate and the library can have, whatever is
  /// asked for.
  /// - Throws: ``MediaCore/CodingError`` as ``init(settings:by:)``.
  public convenience init(
    of format: AudioFormat, bitRate: Int, by encoder: AudioEncoder = .visualOn
  ) throws(CodingError) {
    var greatest = AACEncoderSettings.greatestBitRate(
      sampleRate: format.sampleRate, channelCount: format.channelCount)
    if encoder == .visualOn { greatest = min(greatest, VisualOnAACCoder.bitRates.upperBound * format.channelCount) }
    try self.init(
      settings: AACEncoderSettings(
        sampleRate: format.sampleRate, channelCount: format.channelCount, bitRate: min(bitRate, greatest)),
      by: encoder)
  }

  /// Tells whether this machine has the library that encoders are made of; it is not loaded.
  package static func isAvailable(_ encoder: AudioEncoder) -> Bool {
    switch encoder {
    case .visualOn: DynamicLibrary.isAvailable(LibVOAACEnc.name)
    case .libavcodec: DynamicLibrary.isAvailable(LibAVCodec.name)
    }
  }

  /// Loads the library that encoders are made of, ahead of the first.
  /// - Throws: ``MediaCore/CodingError`` with `.missingLibrary`.
  package static func loadLibrary(_ encoder: AudioEncoder) throws(CodingError) {
    switch encoder {
    case .visualOn: _ = try LibVOAACEnc()
    case .libavcodec: _ = try LibAVCodec()
    }
  }

  /// Creates an encoder of settings that have been checked.
  init(settings: AACEncoderSettings, by coder: any AACCoder) {
    (self.settings, self.coder) = (settings, coder)
  }

  /// Takes interleaved samples from −1 to 1, a whole number of frames, and appends the packets that they complete.
  /// - Throws: ``MediaCore/CodingError`` with `.malformed` for a broken frame at the end, `.invalidState` after
  ///   ``finish(into:)``, or `.codecFailed`.
  public func encode(_ samples: Span<Float>, into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    let channels = settings.channelCount
    guard !isFinished else {
      throw CodingError(
        .invalidState, context: settings.name, message: "The sound has been ended. Make another encoder.")
    }
    guard samples.count % channels == 0 else {
      throw CodingError(
        .malformed, context: settings.name,
        message: "\(samples.count) samples are no whole number of frames of \(channels) channels.")
    }
    try fill(samples, into: &packets)
    inputFrames += samples.count / channels
  }

  /// Ends the sound and appends what remains: the last packet's missing frames are silence. Harmless twice.
  /// - Throws: ``MediaCore/CodingError`` with `.codecFailed`.
  public func finish(into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    guard !isFinished else { return }
    isFinished = true
    if filled > 0 {
      let silence = [Float](repeating: 0, count: (EncodedAudioPacket.aacFrames - filled) * settings.channelCount)
      try fill(silence.span, into: &packets)
    }
    try coder.finish(after: inputFrames, into: &packets)
  }

  private func fill(_ samples: Span<Float>, into packets: inout [EncodedAudioPacket]) throws(CodingError) {
    let channels = settings.channelCount
    let total = samples.count / channels
    var taken = 0
    while taken < total {
      let count = min(EncodedAudioPacket.aacFrames - filled, total - taken)
      try coder.put(samples.extracting((taken * channels)..<((taken + count) * channels)), at: filled)
      taken += count
      filled += count
      guard filled == EncodedAudioPacket.aacFrames else { continue }
      filled = 0
      try coder.encode(into: &packets)
    }
  }
}
