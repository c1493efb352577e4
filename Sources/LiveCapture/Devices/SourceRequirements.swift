import CaptureDevices
import MediaCore

/// The requirements that a source's mode or format must meet for a session to film with it.
///
/// A camera's driver answers for its own; a source of somebody else's may say anything, and is refused before anything
/// has begun.
extension SessionConfiguration {
  // Larger pictures are in no codec.
  private static let sizes = 1...32_768
  private static let frameIntervals = MediaTime(value: 1, timescale: 100_000)...MediaTime(value: 3600, timescale: 1)
  // What AAC's encoders have in common, and a movie's description can say.
  private static let aacRates: Set<Int> = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
  private static let sampleRates = 1...1_000_000
  private static let usualRate = 48_000

  /// Throws for a mode that no pictures can have, or whose frames are too large for the ring.
  func requireUse(of mode: VideoMode, _ name: String) throws(DeviceError) {
    let format = mode.format
    let isPicture =
      Self.sizes.contains(format.width) && Self.sizes.contains(format.height)
      && (format.pixelFormat.isCompressed || !format.planes.isEmpty) && format.planes.allSatisfy(\.isPlausible)
    guard isPicture else {
      throw DeviceError(
        .unsupportedMode, context: name,
        message: "The mode is \(format), which no pictures have. Open the camera in another.")
    }
    guard Self.frameIntervals.contains(mode.frameInterval) else {
      throw DeviceError(
        .unsupportedMode, context: name,
        message: "The mode's frames are \(mode.frameInterval.seconds) s apart. Open the camera with another rate.")
    }
    try requireRoom(for: format, "\(mode)")
  }

  /// A ring that holds hardly a frame could not even keep the still.
  func requireRoom(for format: VideoFormat, _ name: String) throws(DeviceError) {
    let fewest = 8
    let bytes = format.frameBytes
    guard bytes * fewest > maximumRingBytes else { return }
    throw DeviceError(
      .unsupportedMode, context: "maximumRingBytes",
      message: "\(maximumRingBytes >> 20) MB do not hold \(fewest) frames of \(name); "
        + "allow at least \((bytes * fewest >> 20) + 1) MB, or choose a smaller size")
  }

  /// Throws for a format that no movie's sound can be made of.
  func requireUse(of format: AudioFormat, _ name: String) throws(DeviceError) {
    let most = if case .aac = audioCoding { 2 } else { 8 }
    guard Self.sampleRates.contains(format.sampleRate), (1...most).contains(format.channelCount) else {
      throw DeviceError(
        .unsupportedMode, context: name,
        message: "Movies have no sound of \(format). Open the microphone with 1 to \(most) channels, at 48000 Hz.")
    }
  }

  /// The format of a movie's sound that comes in another: rates that the movie's coding does not have become 48 kHz.
  func movieFormat(of format: AudioFormat) -> AudioFormat {
    let isKept = if case .aac = audioCoding { Self.aacRates.contains(format.sampleRate) } else { true }
    return AudioFormat(
      sampleRate: isKept ? format.sampleRate : Self.usualRate, channelCount: format.channelCount,
      sampleFormat: format.sampleFormat)
  }
}

extension PlaneLayout {
  /// Indicates whether the plane's layout is within the limits of addressable memory.
  fileprivate var isPlausible: Bool {
    let range = 0...Int(Int32.max)
    return [offset, strideBytes, rowBytes].allSatisfy(range.contains) && (0...65_536).contains(rows)
      && rowBytes <= strideBytes
  }
}
