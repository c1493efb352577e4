import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Testing

/// Sound whose positions, clocks, counts and samples are at their extremes: none is a trap, and no movie waits for it
/// for good.
@Suite struct HostileMicrophoneTests {
  /// What chunks say in place of the truth.
  enum Lie: CaseIterable, CustomTestStringConvertible {
    case noFrames, negativeFrames, mostFrames, leastFrames, fewBytes, manyBytes, noBytes, otherRate, otherChannels
    case otherSamples, again, back, equal, greatestPosition, leastPosition, zigzag, farAhead, noClock, invalidClock
    case infiniteClock, greatestClock, standingClock, slowClock, hourAgo, hourAhead, greatestReading, leastReading
    case notNumbers, infinite, loudest, filler

    var testDescription: String { "\(self)" }

    func change(_ chunk: inout HostileMicrophone.Chunk, _ number: Int) {
      let (position, time) = (chunk.position, chunk.clock?.time ?? .zero)
      func read(_ time: MediaTime) {
        chunk.clock = AudioClockReading(position: position + Int64(chunk.frameCount), time: time)
      }
      func fill(_ sample: Float) {
        let bytes = withUnsafeBytes(of: sample) { Array($0) }
        chunk.bytes = (0..<chunk.bytes.count).map { bytes[$0 % 4] }
      }
      switch self {
      case .noFrames: (chunk.frameCount, chunk.bytes) = (0, [])
      case .negativeFrames: chunk.frameCount = -1
      case .mostFrames: chunk.frameCount = .max
      case .leastFrames: chunk.frameCount = .min
      case .fewBytes: chunk.bytes.removeLast()
      case .manyBytes: chunk.bytes += [UInt8](repeating: 0x7f, count: 1 << 16)
      case .noBytes: chunk.bytes = []
      case .otherRate: chunk.format = AudioFormat(sampleRate: 0, channelCount: 1, sampleFormat: .float)
      case .otherChannels: chunk.format = AudioFormat(sampleRate: 48_000, channelCount: 0, sampleFormat: .float)
      case .otherSamples: chunk.format = AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .s16)
      case .again: chunk.position = Int64(number * chunk.frameCount)
      case .back: chunk.position = -Int64(number * chunk.frameCount)
      case .equal: chunk.position = 77
      case .greatestPosition: chunk.position = .max
      case .leastPosition: chunk.position = .min
      case .zigzag: chunk.position = number.isMultiple(of: 2) ? .max - position : .min + position
      case .farAhead: chunk.position = position + Int64(number) * 1_000_000_000
      case .noClock: chunk.clock = nil
      case .invalidClock: read(number.isMultiple(of: 2) ? .invalid : .indefinite)
      case .infiniteClock: read(number.isMultiple(of: 2) ? .positiveInfinity : .negativeInfinity)
      case .greatestClock: read(MediaTime(nanoseconds: number.isMultiple(of: 2) ? .max : .min))
      case .standingClock: read(MediaTime(value: 1004, timescale: 1))
      case .slowClock: read(MediaTime(nanoseconds: time.nanoseconds - Int64(number) * 20_000_000))
      case .hourAgo: read(time - MediaTime(value: 3600, timescale: 1))
      case .hourAhead: read(time + MediaTime(value: 3600, timescale: 1))
      case .greatestReading: chunk.clock = AudioClockReading(position: .max, time: time)
      case .leastReading: chunk.clock = AudioClockReading(position: .min, time: time)
      case .notNumbers: fill(.nan)
      case .infinite: fill(number.isMultiple(of: 2) ? .infinity : -.infinity)
      case .loudest: fill(.greatestFiniteMagnitude)
      case .filler: chunk.isFiller = true
      }
    }
  }

  @Test("lies", arguments: Lie.allCases)
  func lies(_ lie: Lie) async throws {
    try await HostileBench(HostileCamera(), HostileMicrophone()).endure(chunks: { number, good in
      var chunk = good
      lie.change(&chunk, number)
      return [chunk]
    })
  }

  @Test("lies from the first chunk on", arguments: Lie.allCases)
  func liesAtFirst(_ lie: Lie) async throws {
    let bench = try await HostileBench(HostileCamera(), HostileMicrophone())
    try await bench.session.startRunning()
    func hostile(_ number: Int, _ good: HostileMicrophone.Chunk) -> [HostileMicrophone.Chunk] {
      var chunk = good
      lie.change(&chunk, number)
      return [chunk]
    }
    await bench.run(4, chunks: hostile)
    for isLive in [true, false] { await bench.press(isLive: isLive) }
    await bench.run(20, chunks: { hostile($0 + 120, $1) })
    bench.expectAllEnded(atLeast: 2)
  }

  @Test(
    "samples that are none take no movie along, are told of once and counted",
    arguments: [Lie.notNumbers, .infinite, .loudest])
  func invalidSamples(_ lie: Lie) async throws {
    let bench = try await HostileBench(HostileCamera(), HostileMicrophone())
    let log = StreamLog(bench.session.events)
    try await bench.session.startRunning()
    await bench.run(1)
    await bench.press(isLive: true)
    await bench.run(
      6,
      chunks: { number, good in
        var chunk = good
        lie.change(&chunk, number)
        return [chunk]
      })
    bench.expectAllEnded(atLeast: 1)
    #expect(bench.log.calls.allSatisfy { $0.error == nil }, "\(bench.log)")
    #expect(await bench.session.statistics.audio?.invalid == 6 * 48_000)
    try await bench.session.stopRunning()
    let told = await log.finish().count { if case .audioSamplesAreInvalid = $0 { true } else { false } }
    #expect(told == 1)
  }

  @Test("losses of any count", arguments: [Int.max, .min, -1, 0])
  func losses(_ count: Int) async throws {
    let microphone = HostileMicrophone()
    try await HostileBench(HostileCamera(), microphone).endure(chunks: { _, good in
      microphone.lose(count)
      return [good]
    })
  }

  @Test("no sound, and the same over and over", arguments: [0, 40])
  func counts(_ count: Int) async throws {
    try await HostileBench(HostileCamera(), HostileMicrophone()).endure(chunks: { _, good in
      Array(repeating: good, count: count)
    })
  }
}
