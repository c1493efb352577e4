import CaptureDevices
import MediaCore

/// Compares what a sink has recorded of a microphone with the microphone's contract.
struct AudioJudge {
  let source: any AudioSource
  let start: MediaTime
  let sink: AudioSinkLog

  var violations: [ConformanceViolation] {
    shapes() + positions() + losses() + readings() + sink.violations(of: source)
  }

  private func shapes() -> [ConformanceViolation] {
    var found: [ConformanceViolation] = []
    if let chunk = sink.chunks.first(where: { $0.format != source.format }) {
      found.append(.init(.format, "the chunk at \(chunk.position) is \(chunk.format), the source \(source.format)"))
    }
    if let chunk = sink.chunks.first(where: {
      $0.frameCount <= 0 || $0.bytes.count != $0.frameCount * source.format.frameBytes
    }) {
      found.append(
        .init(
          .byteCount, "the chunk at \(chunk.position) has \(chunk.bytes.count) bytes for \(chunk.frameCount) frames"))
    }
    return found
  }

  private func positions() -> [ConformanceViolation] {
    var expected: Int64 = 0
    for chunk in sink.chunks {
      if chunk.position != expected {
        return [.init(.positionsContiguous, "a chunk begins at \(chunk.position), not \(expected)")]
      }
      expected += Int64(chunk.frameCount)
    }
    return []
  }

  /// Filler against what was reported as lost before it.
  private func losses() -> [ConformanceViolation] {
    var lost = 0
    for event in sink.events {
      switch event {
      case .loss(let frames): lost += frames
      case .failure: break
      case .chunk(let chunk) where chunk.isFiller:
        lost -= chunk.frameCount
        if lost < 0 {
          return [.init(.fillerMatchesLoss, "the filler at \(chunk.position) is longer than what was reported lost")]
        }
        if chunk.bytes.contains(where: { $0 != 0 }) {
          return [.init(.fillerMatchesLoss, "the filler at \(chunk.position) is not silent")]
        }
      case .chunk(let chunk):
        if lost > 0 {
          return [.init(.fillerMatchesLoss, "\(lost) lost frames were not made good before \(chunk.position)")]
        }
      }
    }
    return []
  }

  private func readings() -> [ConformanceViolation] {
    let readings = sink.chunks.compactMap(\.clock)
    guard let first = readings.first, let last = readings.last else {
      return sink.chunks.isEmpty ? [] : [.init(.clockReadings, "no chunk came with a reading of the clocks")]
    }
    var found: [ConformanceViolation] = []
    for (previous, next) in zip(readings, readings.dropFirst())
    where next.position < previous.position || next.time < previous.time
      || (next.position > previous.position && next.time == previous.time)
    {
      found.append(
        .init(.clockReadings, "\(next.position) at \(next.time) follows \(previous.position) at \(previous.time)"))
      break
    }
    // Few readings that may each be milliseconds late allow no finer judgement than a tenth.
    let seconds = (last.time - first.time).seconds
    if readings.count > 1, seconds <= 0 {
      found.append(.init(.clockReadings, "\(readings.count) readings span no time"))
    } else if seconds > 0 {
      let rate = Double(last.position - first.position) / seconds
      if !(0.9...1.1).contains(rate / Double(source.format.sampleRate)) {
        found.append(.init(.rate, "the readings tell \(rate) frames a second, the format \(source.format)"))
      }
    }
    for case .chunk(let chunk) in sink.events {
      guard let reading = chunk.clock, let arrival = chunk.arrival else { continue }
      let isInside = start <= reading.time && reading.time <= arrival
      if !isInside || arrival - reading.time > MediaTime(value: 2, timescale: 1) {
        found.append(
          .init(.timesMatchClock, "a reading of \(reading.time) arrived at \(arrival), the start was at \(start)"))
        break
      }
    }
    return found
  }
}
