import MediaCore

/// The sound of a scene as one microphone's converter would code it: beeps over noise.
///
/// Owns its tables; used by one thread at a time. Silence and noise are copied from a table one second long, so that
/// single samples are computed only where a beep sounds.
// Unchecked because a source uses it under the lock of its delivery alone.
final class SceneVoice: @unchecked Sendable {
  private let format: AudioFormat
  /// Frames between two readings of the sound, at most.
  private let maximumFrames: Int
  /// One channel of noise, a second and `maximumFrames` long, so that any stretch is contiguous.
  private let noise: [Float]
  /// The noise for all channels, interleaved, in the bytes of the format.
  private let coded: LentMemory

  init(format: AudioFormat, settings: SceneSettings, maximumFrames: Int) {
    self.format = format
    self.maximumFrames = maximumFrames
    let count = format.sampleRate + maximumFrames
    var noise = [Float](repeating: 0, count: count)
    coded = LentMemory(byteCount: count * format.frameBytes)
    // Evenly distributed noise has an effective level of its limit over the root of 3.
    let limit = settings.noiseLevel.map { min(1, ReproducibleMath.power(10, min(0, $0) / 20) * 3.0.squareRoot()) } ?? 0
    var random = SeededRandom(seed: settings.seed, stream: 2, item: 0)
    for index in 0..<count where limit > 0 {
      noise[index] =
        index < format.sampleRate
        ? Float((2 * random.unit() - 1) * limit) : noise[index - format.sampleRate]
    }
    self.noise = noise
    coded.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    for index in 0..<count where limit > 0 { store(noise[index], at: index, in: coded.bytes) }
  }

  /// Writes `frameCount` frames from `position` on into `bytes`, which has room for them.
  ///
  /// The first was captured `firstSeconds` after the epoch; `rate` frames pass in a second of the session.
  func render(
    position: Int64, frameCount: Int, firstSeconds: Double, rate: Double, into bytes: UnsafeMutableRawBufferPointer
  ) {
    precondition(frameCount <= maximumFrames && frameCount * format.frameBytes <= bytes.count, "sound without room")
    let start = Int(position % Int64(format.sampleRate))
    let byteCount = frameCount * format.frameBytes
    let first = start * format.frameBytes
    bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: coded.bytes[first..<first + byteCount]))
    let lastSeconds = firstSeconds + Double(frameCount) / rate
    var second = max(0, (firstSeconds - Scene.beepSeconds).rounded(.down))
    while second < lastSeconds {
      addBeep(atSeconds: second - firstSeconds, noiseStart: start, frameCount: frameCount, rate: rate, into: bytes)
      second += 1
    }
  }

  /// Adds the beep that begins `onsetSeconds` after the first frame, as far as it falls among the frames.
  private func addBeep(
    atSeconds onsetSeconds: Double, noiseStart: Int, frameCount: Int, rate: Double,
    into bytes: UnsafeMutableRawBufferPointer
  ) {
    let first = max(0, (onsetSeconds * rate).rounded(.up))
    let end = min(Double(frameCount), ((onsetSeconds + Scene.beepSeconds) * rate).rounded(.up))
    guard first < end else { return }
    for index in Int(first)..<Int(end) {
      let seconds = Double(index) / rate - onsetSeconds
      store(noise[noiseStart + index] + Float(Self.beep(atSeconds: seconds)), at: index, in: bytes)
    }
  }

  private static func beep(atSeconds seconds: Double) -> Double {
    let distanceFromEdge = min(seconds, Scene.beepSeconds - seconds)
    let rise = min(1, max(0, distanceFromEdge / Scene.beepEdgeSeconds))
    let level = rise == 1 ? plateau : envelope(rise)
    return Scene.beepAmplitude * level * ReproducibleMath.sine(ofTurns: Scene.beepFrequency * seconds)
  }

  // Most of a beep is as loud as it gets.
  private static let plateau = envelope(1)

  private static func envelope(_ rise: Double) -> Double {
    0.5 - 0.5 * ReproducibleMath.cosine(ofTurns: rise / 2)
  }

  private func store(_ value: Float, at index: Int, in bytes: UnsafeMutableRawBufferPointer) {
    let clipped = Double(max(-1, min(1, value)))
    for channel in 0..<format.channelCount {
      let offset = index * format.frameBytes + channel * format.sampleFormat.bytes
      switch format.sampleFormat {
      case .s16:
        bytes.storeBytes(of: Int16((clipped * 32_767).rounded()).littleEndian, toByteOffset: offset, as: Int16.self)
      case .s32:
        bytes.storeBytes(
          of: Int32((clipped * 2_147_483_647).rounded()).littleEndian, toByteOffset: offset, as: Int32.self)
      case .float:
        bytes.storeBytes(
          of: max(-1, min(1, value)).bitPattern.littleEndian, toByteOffset: offset, as: UInt32.self)
      }
    }
  }
}
