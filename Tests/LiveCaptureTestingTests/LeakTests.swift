import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

/// What is left over: files and objects.
@Suite struct LeakTests {
  @Test("files that come, go, change, or stay away are told apart")
  func files() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], as: "kept")
    try folder.write([1, 2], as: "sub/gone")
    try folder.write([1, 2, 3], as: "changed")
    let before = try FolderSnapshot(folder.path)
    #expect(before.names == ["changed", "kept", "sub", "sub/gone"])
    #expect(try before.changes().passes)
    try FileManager.default.removeItem(atPath: folder.path("sub/gone"))
    try folder.write([1, 2, 3, 4], as: "changed")
    try folder.write([], as: "wanted")
    try folder.write([], as: "sub/.temporary")
    let changes = try before.changes(allowing: ["wanted", "missed"])
    #expect(changes.added == ["sub/.temporary", "wanted"] && changes.removed == ["sub/gone"])
    #expect(
      changes.problems == [
        "sub/.temporary was left over", "missed is not there", "sub/gone has gone", "changed has changed",
      ])
    #expect(throws: ExpectationFailure.self) { try changes.check() }
    #expect(throws: (any Error).self) { try FolderSnapshot(folder.path("nothing")) }
  }

  private final class Thing: Sendable {}

  @Test("objects that somebody holds are named, the others are gone")
  func objects() {
    let leaks = LeakWatch()
    var held: Thing? = leaks.watch(Thing(), "held")
    leaks.watch(Thing())
    #expect(leaks.survivors == ["held"])
    #expect(leaks.report.description == "2 watched objects: 1 problem\n  - held is still held by somebody")
    #expect(held != nil)
    held = nil
    #expect(leaks.report.passes && leaks.report.description == "2 watched objects: as expected")
  }

  @Test("a session with everything that belongs to it goes when its captures are over")
  func session() async throws {
    let leaks = LeakWatch()
    do {
      let bench = leaks.watch(try await CaptureBench(), "bench")
      leaks.watch(bench.session, "session")
      leaks.watch(bench.output, "output")
      leaks.watch(bench.camera, "camera")
      leaks.watch(bench.delegate, "delegate")
      try await bench.run("60v v* 89v v! 29v |")
    }
    let report = await leaks.settled()
    #expect(report.passes)
  }
}
