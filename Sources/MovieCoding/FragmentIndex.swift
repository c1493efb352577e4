import ISOBoxes
import MediaCore

/// The samples that a movie's fragments hold, track by track.
struct FragmentIndex {
  struct Run {
    let offset: UInt64
    let descriptionIndex: UInt32
    let samples: [MovieSample]
  }

  /// The most samples believed in: a run need not say anything of each, so only the file's size bounds them.
  private let sampleLimit: Int
  private let defaults: [UInt32: TrackExtendsBox]
  private(set) var runs: [UInt32: [Run]] = [:]
  private var nextTime: [UInt32: Int64] = [:]
  private var sampleCount = 0
  private(set) var isUsed = false

  init(defaults: [TrackExtendsBox], fileSize: Int) {
    sampleLimit = min(MovieTrack.sampleLimit, fileSize)
    self.defaults = Dictionary(defaults.map { ($0.trackID, $0) }) { first, _ in first }
  }

  /// Adds what a `moof` holds, which begins at `offset` in the file.
  mutating func add(_ boxes: [any Box], at offset: UInt64, name: String) throws(MovieError) {
    isUsed = true
    // Where the data of one track end, those of the next begin, if it says nothing else.
    var end = offset
    for fragment in boxes.containers("traf") {
      guard let header = fragment.first(TrackFragmentHeaderBox.self) else {
        throw MovieError(.malformed, context: "\(name): moof at byte \(offset)", message: "A traf has no tfhd.")
      }
      let base = header.has(1) ? header.baseOffset : header.has(0x20000) ? offset : end
      if let time = fragment.first(TrackFragmentTimeBox.self)?.baseDecodeTime {
        nextTime[header.trackID] = Int64(clamping: time)
      }
      end = base
      for run in fragment.children.all(TrackRunBox.self) {
        end = try add(run, header, base: base, after: end, context: "\(name): moof at byte \(offset)")
      }
    }
  }

  private mutating func add(
    _ run: TrackRunBox, _ header: TrackFragmentHeaderBox, base: UInt64, after end: UInt64, context: String
  ) throws(MovieError) -> UInt64 {
    let defaults = defaults[header.trackID]
    let count = Int(run.sampleCount)
    guard run.entries.isEmpty || run.entries.count == count, count <= sampleLimit - sampleCount else {
      throw MovieError(.tooLarge, context: context, message: "Its runs announce more than \(sampleLimit) samples.")
    }
    sampleCount += count
    let (start, overflow) = run.has(1) ? Self.moved(base, by: run.dataOffset) : (end, false)
    var (offset, time, isBroken) = (start, nextTime[header.trackID] ?? 0, overflow)
    var samples: [MovieSample] = []
    samples.reserveCapacity(count)
    for index in 0..<count {
      let entry = run.entries.isEmpty ? TrackRunBox.Entry() : run.entries[index]
      let size = run.has(0x200) ? entry.size : header.has(16) ? header.size : defaults?.size ?? 0
      let duration = Int64(run.has(0x100) ? entry.duration : header.has(8) ? header.duration : defaults?.duration ?? 0)
      let flags =
        index == 0 && run.has(4)
        ? run.firstSampleFlags
        : run.has(0x400) ? entry.flags : header.has(32) ? header.sampleFlags : defaults?.flags ?? 0
      samples.append(
        MovieSample(
          offset: offset, size: Int(size), decodeTime: time,
          presentationTime: Self.sum(time, Int64(entry.compositionOffset)), duration: duration,
          isSync: flags & 0x10000 == 0))
      let (next, tooFar) = offset.addingReportingOverflow(UInt64(size))
      (offset, isBroken) = (next, isBroken || tooFar)
      time = Self.sum(time, duration)
    }
    guard !isBroken else {
      throw MovieError(.malformed, context: context, message: "A run reaches outside of every possible file.")
    }
    nextTime[header.trackID] = time
    let description = header.has(2) ? header.descriptionIndex : defaults?.descriptionIndex ?? 1
    runs[header.trackID, default: []].append(Run(offset: start, descriptionIndex: description, samples: samples))
    return offset
  }

  private static func moved(_ base: UInt64, by distance: Int32) -> (UInt64, Bool) {
    distance < 0
      ? base.subtractingReportingOverflow(UInt64(distance.magnitude)) : base.addingReportingOverflow(UInt64(distance))
  }

  private static func sum(_ time: Ticks, _ duration: Ticks) -> Ticks {
    let (sum, overflow) = time.addingReportingOverflow(duration)
    return overflow ? .max : sum
  }
}
