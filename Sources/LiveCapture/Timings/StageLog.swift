import Diagnostics
import MediaCore

/// The work done for the samples of a stretch, kept by their times until no window can ask for it any more.
///
/// A plain value: whoever owns it guards it. It keeps no more entries than it has room for; the oldest go first.
struct StageLog {
  struct Work: Sendable {
    var all = StageProfile()
    /// The part of it that an earlier window had taken already, and that was not done again.
    var reused = StageProfile()
  }

  private struct Entry {
    let time: MediaTime
    let stage: CaptureStage
    let totals: StageTotals
    var isTaken = false
  }

  private let capacity: Int
  private var entries: [Entry] = []

  /// Creates a log with room for so many entries, one for each stage of a sample.
  init(capacity: Int) { self.capacity = capacity }

  var count: Int { entries.count }

  mutating func add(_ totals: StageTotals, to stage: CaptureStage, at time: MediaTime) {
    if entries.count == capacity { entries.remove(at: 0) }
    entries.append(Entry(time: time, stage: stage, totals: totals))
  }

  mutating func add(_ span: StageSpan, to stage: CaptureStage, at time: MediaTime) {
    add(StageTotals(span), to: stage, at: time)
  }

  mutating func add(_ profile: StageProfile, at time: MediaTime) {
    for stage in profile.stages { add(profile[stage], to: stage, at: time) }
  }

  /// Returns the work done for the samples from one time to another, both included. The next window that holds them
  /// reuses it.
  mutating func take(from first: MediaTime, through last: MediaTime) -> Work {
    var work = Work()
    for (index, entry) in entries.enumerated() where entry.time >= first && entry.time <= last {
      work.all.add(entry.totals, to: entry.stage)
      if entry.isTaken { work.reused.add(entry.totals, to: entry.stage) }
      entries[index].isTaken = true
    }
    return work
  }

  /// Drops what no window that starts at or after `time` can ask for.
  mutating func forget(before time: MediaTime) { entries.removeAll { $0.time < time } }
}
