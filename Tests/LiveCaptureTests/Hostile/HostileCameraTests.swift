import CaptureDevices
import MediaCore
import Testing

@testable import LiveCapture

/// Frames whose times, numbers and bytes are at their extremes: none is a trap, and no capture waits for them for good.
@Suite struct HostileCameraTests {
  /// What times frames have in place of their own.
  enum Times: CaseIterable, CustomTestStringConvertible {
    case back, equal, invalid, indefinite, later, earlier, greatest, least, greatestSeconds, leastSeconds, otherEpoch
    case noTimescale, flags, oddTimescale, zigzag, slow, fast, hourAgo, hourAhead, ages, everFartherBack, random

    var testDescription: String { "\(self)" }

    func time(_ number: Int, _ good: MediaTime) -> MediaTime {
      let (count, now) = (Int64(number), good.nanoseconds)
      switch self {
      case .back: return MediaTime(nanoseconds: now - count * 66_000_000)
      case .equal: return MediaTime(value: 1000, timescale: 1)
      case .invalid: return .invalid
      case .indefinite: return .indefinite
      case .later: return .positiveInfinity
      case .earlier: return .negativeInfinity
      case .greatest: return MediaTime(nanoseconds: .max)
      case .least: return MediaTime(nanoseconds: .min)
      case .greatestSeconds: return MediaTime(value: .max, timescale: 1)
      case .leastSeconds: return MediaTime(value: .min, timescale: 1)
      case .otherEpoch: return MediaTime(value: now, timescale: 1_000_000_000, epoch: .max)
      case .noTimescale: return MediaTime(value: now, timescale: 0, flags: .valid, epoch: 0)
      case .flags:
        return MediaTime(
          value: now, timescale: 1_000_000_000, flags: MediaTime.Flags(rawValue: UInt32(number % 64)), epoch: -count % 3
        )
      case .oddTimescale: return good.converted(toTimescale: 7)
      case .zigzag: return MediaTime(nanoseconds: number.isMultiple(of: 2) ? now : .max - now)
      case .slow: return MediaTime(nanoseconds: now - count * 16_000_000)
      case .fast: return MediaTime(nanoseconds: now + count * 33_000_000)
      case .hourAgo: return good - MediaTime(value: 3600, timescale: 1)
      case .hourAhead: return good + MediaTime(value: 3600, timescale: 1)
      case .ages: return MediaTime(value: (number / 8).isMultiple(of: 2) ? 3_000_000_000 : -3_000_000_000, timescale: 1)
      case .everFartherBack: return MediaTime(value: -900_000_000 * (count / 8), timescale: 1)
      case .random:
        return MediaTime(nanoseconds: Int64(bitPattern: (UInt64(number) + 1) &* 0x9e37_79b9_7f4a_7c15))
      }
    }
  }

  @Test("times", arguments: Times.allCases)
  func times(_ times: Times) async throws {
    try await HostileBench().endure(frames: { number, good in
      var frame = good
      frame.time = times.time(number, good.time)
      return [frame]
    })
  }

  @Test("times from the first frame on", arguments: Times.allCases)
  func timesAtFirst(_ times: Times) async throws {
    let bench = try await HostileBench()
    try await bench.session.startRunning()
    func hostile(_ number: Int, _ good: HostileCamera.Frame) -> [HostileCamera.Frame] {
      var frame = good
      frame.time = times.time(number, good.time)
      return [frame]
    }
    await bench.run(4, frames: hostile)
    for isLive in [true, false] { await bench.press(isLive: isLive) }
    await bench.run(20, frames: { hostile($0 + 120, $1) })
    bench.expectAllEnded(atLeast: 2)
  }

  /// How frames are numbered in place of how they should be.
  enum Numbers: CaseIterable, CustomTestStringConvertible {
    case again, greatest, equal, back, zigzag, halves

    var testDescription: String { "\(self)" }

    func sequence(_ number: Int) -> UInt64 {
      switch self {
      case .again: UInt64(number)
      case .greatest: .max - UInt64(700 - min(number, 700))
      case .equal: 5
      case .back: .max - UInt64(number)
      case .zigzag: number.isMultiple(of: 2) ? 0 : .max
      case .halves: number.isMultiple(of: 3) ? 0 : UInt64(number) << 52
      }
    }
  }

  @Test("numbers", arguments: Numbers.allCases)
  func numbers(_ numbers: Numbers) async throws {
    try await HostileBench().endure(frames: { number, good in
      var frame = good
      frame.sequence = numbers.sequence(number)
      return [frame]
    })
  }

  @Test("frames count as missing where numbers leave some out, and not where a camera begins to count anew")
  func gaps() {
    func missing(_ from: UInt64, _ to: UInt64, seconds: Int64 = 1) -> Int {
      FrameGap.missing(
        from: (MediaTime(value: 5, timescale: 1), from), to: (MediaTime(value: 5 + seconds, timescale: 1), to))
    }
    #expect(missing(7, 8) == 0 && missing(7, 10) == 2)
    #expect(missing(7, 7) == 0 && missing(7, 0) == 0 && missing(.max, 0) == 0)
    // No camera takes more than a thousand in a second.
    #expect(missing(0, .max) == 1000 && missing(0, .max, seconds: 0) == 0 && missing(0, .max, seconds: -1) == 0)
  }

  /// What is in frames in place of pictures.
  enum Payload: CaseIterable, CustomTestStringConvertible {
    case none, oneByte, short, long, noise, cut, otherSize, otherCoding, otherPlanes

    var testDescription: String { "\(self)" }

    func change(_ frame: inout HostileCamera.Frame) {
      let format = frame.format
      switch self {
      case .none: frame.bytes = []
      case .oneByte: frame.bytes = [0xff]
      case .short: frame.bytes.removeLast()
      case .long: frame.bytes += [UInt8](repeating: 7, count: 1 << 20)
      case .noise:
        frame.bytes = frame.bytes.indices.map { UInt8(truncatingIfNeeded: $0 &* 0x9e37_79b9 >> 7) }
      case .cut: frame.bytes.removeLast(frame.bytes.count / 2)
      case .otherSize: frame.format = VideoFormat(pixelFormat: format.pixelFormat, width: 4096, height: 2160)
      case .otherCoding:
        frame.format = VideoFormat(
          pixelFormat: format.pixelFormat == .yu12 ? .mjpeg : .yu12, width: format.width, height: format.height)
      case .otherPlanes:
        frame.format = VideoFormat(
          pixelFormat: format.pixelFormat, width: format.width, height: format.height,
          planes: [
            PlaneLayout(offset: .max, strideBytes: .max, rows: .max, rowBytes: .max),
            PlaneLayout(offset: .min, strideBytes: -1, rows: -1, rowBytes: -1),
          ], range: .video)
      }
    }
  }

  @Test("payloads", arguments: Payload.allCases, [PixelFormat.yu12, .yuyv, .mjpeg])
  func payloads(_ payload: Payload, _ format: PixelFormat) async throws {
    try await HostileBench(HostileCamera(mode: HostileCamera.mode(format))).endure(frames: { _, good in
      var frame = good
      payload.change(&frame)
      return [frame]
    })
  }

  @Test("frames that are none are counted by what is wrong with them")
  func counted() async throws {
    let bench = try await HostileBench()
    try await bench.session.startRunning()
    for payload in [Payload.short, .otherPlanes, .none] {
      await bench.run(
        1,
        frames: { _, good in
          var frame = good
          payload.change(&frame)
          return [good, frame]
        })
    }
    let video = await bench.session.statistics.video
    #expect(video?.received == 90 && video?.skipped == [.truncated: 60, .flaggedError: 30])
  }

  @Test("skips of any count and reason", arguments: SkipReason.allCases, [Int.max, .min, -1, 0])
  func skips(_ reason: SkipReason, _ count: Int) async throws {
    let bench = try await HostileBench()
    try await bench.endure(frames: { _, good in
      bench.camera.skip(count, reason)
      return [good]
    })
  }

  @Test("no frames, many at once, and the same one over and over", arguments: [0, 40])
  func counts(_ count: Int) async throws {
    try await HostileBench().endure(frames: { _, good in Array(repeating: good, count: count) })
  }
}
