import MediaCore

/// The settings of an AAC encoder.
public struct AACEncoderSettings: Sendable, Hashable {
  /// Frames in a second; one of ``sampleRates``.
  public var sampleRate: Int
  /// Samples in a frame: 1 or 2.
  public var channelCount: Int
  /// Bits in a second, all channels together: what the encoder aims at on average.
  public var bitRate: Int

  /// Returns the most bits in a second that such sound may have: 6144 for each channel of a packet; ISO/IEC 14496-3,
  /// 4.5.3.
  public static func greatestBitRate(sampleRate: Int, channelCount: Int) -> Int {
    6144 * channelCount * sampleRate / 1024
  }

  /// Every rate that AAC has a code for; ISO/IEC 14496-3, table 1.18.
  public static let sampleRates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
  ]

  /// Settings; by default 96 kbit/s for one channel and 160 kbit/s for two, less at rates below 48 kHz.
  public init(sampleRate: Int, channelCount: Int, bitRate: Int? = nil) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    let usual = channelCount == 1 ? 96_000 : 160_000
    self.bitRate = bitRate ?? usual * min(max(sampleRate, 1), 48_000) / 48_000
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
    let greatest = Self.greatestBitRate(sampleRate: sampleRate, channelCount: channelCount)
    guard (8_000...greatest).contains(bitRate) else {
      throw refuse("\(bitRate) bits a second are too few or too many. Choose 8000 to \(greatest).")
    }
  }
}
