import Foundation
import LiveCaptureTesting
import MediaCore
import TestSupport
import Testing

@testable import CaptureScripts

/// What a process still has when scripts of shots and faults have run in it.
@Suite struct ScriptLeakTests {
  struct Leak: Error, CustomStringConvertible {
    let description: String
  }

  /// What a process has open.
  private struct Holdings {
    let descriptors: Set<String>
    let threadCount: Int

    init() throws {
      // The listing's own descriptor is among them, and closed again when its target is asked for.
      let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      descriptors = Set(
        links.compactMap { number in
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
          return target.map { "\(number): \($0)" }
        })
      threadCount = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    }

    func check(against before: Holdings) throws {
      let left = descriptors.subtracting(before.descriptors)
      guard left.isEmpty else { throw Leak(description: "left open: \(left.sorted())") }
      guard threadCount <= before.threadCount + ScriptLeakTests.poolThreads else {
        throw Leak(description: "\(before.threadCount) threads before, \(threadCount) after")
      }
    }
  }

  /// Pools grow and shrink by a few, and may have grown to a thread for each processor; a thread that a script leaves
  /// behind counts once for each script.
  private static let poolThreads = 8 + ProcessInfo.processInfo.activeProcessorCount

  /// How many scripts are run, as ``RandomScriptTests``.
  private static let seeds = ProcessInfo.processInfo.environment["LIVECAM_SEEDS"].flatMap(Int.init) ?? 1000

  @Test("a batch of scripts leaves no descriptor, no thread and no frame behind", .sweep, .timeLimit(.minutes(60)))
  func batch() async {
    await #expect(processExitsWith: .success) {
      // What the first runs make, such as the pools of threads, is there for good.
      try await Self.run(1...20)
      let before = try Holdings()
      let count = max(2 * Self.poolThreads, min(120, Self.seeds / 8))
      try await Self.run(21...UInt64(20 + count))
      let after = try Holdings()
      try after.check(against: before)
    }
  }

  @Test("a descriptor, threads and a frame that are left behind are found")
  func teeth() async {
    await #expect(processExitsWith: .failure) {
      let before = try Holdings()
      _ = open("/dev/null", O_RDONLY)
      try Holdings().check(against: before)
    }
    await #expect(processExitsWith: .failure) {
      let before = try Holdings()
      for _ in 0..<2 * Self.poolThreads { Thread.detachNewThread { _ = pause() } }
      try Holdings().check(against: before)
    }
    await #expect(processExitsWith: .failure) {
      let frame = FrameStorage(capacity: 1)
      defer { withExtendedLifetime(frame) {} }
      try Self.checkFrames(of: 1)
    }
  }

  /// Runs scripts into real folders; each leaves no object, and no frame's memory.
  private static func run(_ seeds: ClosedRange<UInt64>) async throws {
    for seed in seeds {
      var generator = RandomScript(seed: seed)
      let leaks = try await {
        let run = try await RandomScriptTests.run(generator.make(), in: try TemporaryFolder())
        return await run.leaks() + (run.isAtRest ? [] : ["something that is to be done later"])
      }()
      guard leaks.isEmpty else { throw Leak(description: "seed \(seed): \(leaks)") }
      await LeakWatch.wait { FrameStorage.outstandingCount == 0 }
      try checkFrames(of: seed)
    }
  }

  private static func checkFrames(of seed: UInt64) throws {
    guard FrameStorage.outstandingCount == 0 else {
      throw Leak(description: "seed \(seed): \(FrameStorage.outstandingCount) frames are still held")
    }
  }
}
