import CaptureDevices
import MediaCore

/// Compares what a sink has recorded of a camera with the camera's contract.
struct VideoJudge {
  let source: any VideoSource
  let start: MediaTime
  let sink: VideoSinkLog

  var violations: [ConformanceViolation] {
    frameShapes() + order() + times() + sink.violations(of: source)
  }

  /// One violation for each kind of fault, for the first frame that has it.
  private func frameShapes() -> [ConformanceViolation] {
    var found: [ConformanceViolation] = []
    let format = source.mode.format
    if let frame = sink.frames.first(where: { $0.format != format }) {
      found.append(.init(.format, "frame \(frame.sequence) is \(frame.format), the mode is \(format)"))
    }
    for frame in sink.frames {
      if let fault = frame.storage.withBytes({ fault(of: $0) }) {
        found.append(.init(.byteCount, "frame \(frame.sequence) \(fault)"))
        break
      }
    }
    return found
  }

  private func fault(of bytes: UnsafeRawBufferPointer) -> String? {
    let format = source.mode.format
    guard format.pixelFormat.isCompressed else {
      // Drivers may hand over padding behind the last row, up to a row or a page.
      let slack = max(4096, format.planes.last?.strideBytes ?? 0)
      let range = format.frameBytes...format.frameBytes + slack
      return range.contains(bytes.count) ? nil : "has \(bytes.count) bytes, \(format) takes \(format.frameBytes)"
    }
    guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8 else { return "does not begin as a JPEG does" }
    // Padding with zeros behind the end of the picture is common.
    var end = bytes.count
    while end > 2, bytes[end - 1] == 0 { end -= 1 }
    return bytes[end - 2] == 0xff && bytes[end - 1] == 0xd9 ? nil : "does not end as a JPEG does"
  }

  private func order() -> [ConformanceViolation] {
    var found: [ConformanceViolation] = []
    var previous: UInt64?
    var skipped: UInt64 = 0
    for event in sink.events {
      switch event {
      case .skip(let count, _): skipped += UInt64(max(0, count))
      case .failure: break
      case .frame(let frame, _):
        defer {
          previous = frame.sequence
          skipped = 0
        }
        guard let previous else { continue }
        guard frame.sequence > previous else {
          found.append(.init(.sequenceIncreases, "frame \(frame.sequence) follows frame \(previous)"))
          continue
        }
        let gap = frame.sequence - previous - 1
        if skipped < gap {
          found.append(
            .init(
              .gapsReported,
              "\(gap) frames are missing between \(previous) and \(frame.sequence), \(skipped) were reported"))
        }
      }
    }
    return found
  }

  private func times() -> [ConformanceViolation] {
    var found: [ConformanceViolation] = []
    let frames = sink.frames
    let interval = source.mode.frameInterval
    for (previous, next) in zip(frames, frames.dropFirst()) where next.time <= previous.time {
      found.append(.init(.timesIncrease, "the frame of \(next.time) follows the one of \(previous.time)"))
      break
    }
    // Some drivers reckon the end of a frame ahead, so that the frame arrives before the instant it bears.
    for case .frame(let frame, let arrival?) in sink.events
    where frame.time < start - interval || frame.time > arrival + interval
      || arrival - frame.time > MediaTime(value: 2, timescale: 1)
    {
      found.append(
        .init(.timesMatchClock, "a frame of \(frame.time) arrived at \(arrival), the start was at \(start)"))
      break
    }
    // Half to four times the nominal interval: cameras slow down in the dark.
    if let first = frames.first, let last = frames.last, last.sequence > first.sequence, interval.seconds > 0 {
      let mean = (last.time - first.time).seconds / Double(last.sequence - first.sequence)
      if !(0.5...4).contains(mean / interval.seconds) {
        found.append(.init(.rate, "frames are \(mean) s apart, the mode says \(interval)"))
      }
    }
    return found
  }
}
