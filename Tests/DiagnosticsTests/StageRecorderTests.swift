import Diagnostics
import MediaCore
import Synchronization
import Testing

/// Spans by a clock that reads what a test says.
@Suite struct StageRecorderTests {
  /// Reads the given instants one after the other, and counts how often it is read.
  private final class ListedClock: StageClock {
    private let readings: [StageReading]
    private let place = Atomic(0)

    /// Times in milliseconds, of which the thread has worked a tenth.
    init(_ milliseconds: [Int64]) {
      readings = milliseconds.map { StageReading(wallNanoseconds: $0 * 1_000_000, processorNanoseconds: $0 * 100_000) }
    }

    var count: Int { place.load(ordering: .relaxed) }
    var now: StageReading { readings[place.add(1, ordering: .relaxed).newValue - 1] }
  }

  private struct Refusal: Error, Equatable {}

  @Test("spans of known length add up, and the longest is known")
  func sums() {
    let clock = ListedClock([10, 13, 20, 27, 30, 31, 40, 45])
    let recorder: StageRecorder? = StageRecorder(clock: clock)
    #expect(recorder.measure(.decode) { 1 } == 1)
    #expect(recorder.measure(.decode) { 2 } == 2)
    recorder.measure(.decode) {}
    recorder.measure(.write) {}
    let profile = recorder?.profile ?? StageProfile()
    #expect(profile.stages == [.decode, .write])
    #expect(profile[.decode].count == 3)
    #expect(profile[.decode].wallNanoseconds == 11_000_000 && profile[.decode].processorNanoseconds == 1_100_000)
    #expect(profile[.decode].longestNanoseconds == 7_000_000)
    #expect(profile[.write] == StageTotals(StageSpan(wallNanoseconds: 5_000_000, processorNanoseconds: 500_000)))
    #expect(profile[.mux] == StageTotals())
    #expect(profile.wallNanoseconds == 16_000_000 && !profile.isEmpty)
    #expect(clock.count == 8)
  }

  @Test("work that throws is measured, and its error passed on")
  func failing() {
    let recorder: StageRecorder? = StageRecorder(clock: ListedClock([1, 4]))
    #expect(throws: Refusal()) { try recorder.measure(.write) { throw Refusal() } }
    #expect(recorder?.profile[.write].wallNanoseconds == 3_000_000)
  }

  @Test("without a recorder the work is done, and errors are passed on")
  func off() {
    let recorder: StageRecorder? = nil
    #expect(recorder.measure(.write) { 3 } == 3)
    #expect(throws: Refusal()) { try recorder.measure(.write) { throw Refusal() } }
  }

  @Test("spans that overlap each count in full; one inside another can be left out of it")
  func overlapping() {
    // One span from 10 to 40 with another from 15 to 25 inside, measured on their own: both in full.
    let recorder: StageRecorder? = StageRecorder(clock: ListedClock([10, 15, 25, 40]))
    recorder.measure(.encodeVideo) { recorder.measure(.encodeSound) {} }
    #expect(recorder?.profile[.encodeVideo].wallNanoseconds == 30_000_000)
    #expect(recorder?.profile[.encodeSound].wallNanoseconds == 10_000_000)

    let disjoint = StageRecorder(clock: ListedClock([10, 15, 25, 40]))
    let (start, before) = (disjoint.clock.now, disjoint.profile[.write])
    Optional(disjoint).measure(.write) {}
    disjoint.add(since: start, to: .delegate, without: .write, before: before)
    #expect(disjoint.profile[.write].wallNanoseconds == 10_000_000)
    #expect(disjoint.profile[.delegate].wallNanoseconds == 20_000_000)
    #expect(disjoint.profile[.delegate].processorNanoseconds == 2_000_000)
  }

  @Test("what is taken is forgotten, and profiles add up")
  func taking() {
    let recorder: StageRecorder? = StageRecorder(clock: ListedClock([0, 2, 5, 9]))
    recorder.measure(.copy) {}
    var sum = recorder?.take() ?? StageProfile()
    #expect(recorder?.profile.isEmpty == true)
    recorder.measure(.copy) {}
    recorder?.add(StageSpan(wallNanoseconds: 1), to: .scale)
    if let rest = recorder?.take() { sum.add(rest) }
    #expect(
      sum[.copy].count == 2 && sum[.copy].wallNanoseconds == 6_000_000 && sum[.copy].longestNanoseconds == 4_000_000)
    #expect(sum[.scale].count == 1)
  }

  @Test("spans of many threads at once are all counted")
  func threads() async {
    let recorder = StageRecorder(clock: ListedClock([]))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<1000 {
            recorder.add(StageSpan(wallNanoseconds: 3, processorNanoseconds: 2), to: number < 4 ? .decode : .write)
          }
        }
      }
    }
    for stage in [CaptureStage.decode, .write] {
      #expect(recorder.profile[stage].count == 4000)
      #expect(recorder.profile[stage].wallNanoseconds == 12_000 && recorder.profile[stage].processorNanoseconds == 8000)
    }
  }
}
