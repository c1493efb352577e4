import Glibc
import KioskWeb
import LiveCapture
import MediaCore
import Synchronization

/// Measures the level of the microphone's sound ten times a second, and publishes it as events.
///
/// Levels have a log of their own: in the booth's they would push out what pages have to catch up with.
final class SoundMeter: AudioDataOutputDelegate {
  private struct State {
    var squares = 0.0
    var peak: Float = 0
    var samples = 0
    var frames = 0
    var latest: KioskReport.Level?
    var hasHeard = false
  }

  private static let timesASecond = 10
  /// The level in decibels below which sound counts as silence.
  private static let floor = -96.0

  let output = AudioDataOutput()
  let events: KioskEventLog
  private let state = Mutex(State())

  init(from date: WallTime) {
    events = KioskEventLog(capacity: 20, from: date)
    output.setSampleBufferDelegate(self, queue: nil)
  }

  /// Tells whether sound has come since this was asked the last time.
  func hasHeard() -> Bool {
    state.withLock { state in
      defer { state.hasHeard = false }
      return state.hasHeard
    }
  }

  /// The loudness of the last tenth of a second; `nil` before the first.
  var latest: KioskReport.Level? { state.withLock(\.latest) }

  func captureOutput(_ output: AudioDataOutput, didOutput chunk: AudioChunk, from connection: CaptureConnection) {
    take(chunk)
  }

  func take(_ chunk: AudioChunk) {
    // What is damaged is told of by the session, and is not measured.
    guard let floats = try? PCMConverter.floats(of: chunk), !floats.isEmpty else { return }
    let squares = floats.reduce(0.0) { $0 + Double($1) * Double($1) }
    let peak = floats.reduce(0) { max($0, abs($1)) }
    let level: KioskReport.Level? = state.withLock { state in
      state.squares += squares
      state.peak = max(state.peak, peak)
      state.samples += floats.count
      state.frames += chunk.frameCount
      guard state.frames * Self.timesASecond >= chunk.format.sampleRate else { return nil }
      let level = KioskReport.Level(
        rms: Self.decibels((state.squares / Double(state.samples)).squareRoot()),
        peak: Self.decibels(Double(state.peak)))
      state = State(latest: level, hasHeard: true)
      return level
    }
    if let level { events.append("level", json: KioskJSON.text(level)) }
  }

  private static func decibels(_ amplitude: Double) -> Double {
    // Samples that are no numbers are as loud as can be.
    guard amplitude.isFinite else { return 0 }
    return amplitude > 0 ? max(floor, (200 * log10(amplitude)).rounded() / 10) : floor
  }
}
