import CaptureCodecs
import CaptureDevices
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

/// Event logs as text, and texts compared with files.
@Suite struct GoldenTests {
  private func log(_ script: String, folder: String? = nil) async throws -> EventLogText {
    let bench = try await CaptureBench(
      folder.map { CaptureBench.Setup(folder: $0, media: .standard) } ?? CaptureBench.Setup(media: .standard))
    try await bench.run(script)
    return EventLogText(bench.delegate.calls, since: bench.scene.epoch)
  }

  @Test("the log of a Live Photo and a still is the one that is checked in")
  func checkedIn() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    let events = StreamLog(bench.output.events)
    let session = StreamLog(bench.session.events)
    try await bench.run("60v v* 29v v! 89v v* 29v {unplug: camera} |")
    let log = EventLogText(await events.finish(), session: await session.finish(), since: bench.scene.epoch)
    let comparison = try log.golden(named: "live-still-unplugged")
    #expect(comparison.passes)
    #expect(!comparison.isUpdated, "unset \(GoldenFolder.updateVariable)")
  }

  @Test("nothing of the process, the machine or the folder is in a log")
  func independence() async throws {
    let here = try TemporaryFolder()
    let there = try TemporaryFolder()
    _ = CaptureID.next()
    let log = try await log("60v v* 119v", folder: here.path)
    #expect(log == (try await self.log("60v v* 119v", folder: there.path)))
    #expect(log == (try await self.log("60v v* 119v")))
    #expect(!log.description.contains("/") && !log.description.contains(".mov"))
    #expect(log.lines.count == 7 && log.lines.allSatisfy { $0.hasPrefix("+") })
  }

  @Test("errors are told by code, by what the device says, and by Apple's number")
  func errors() async throws {
    let log = try await log("60v v* 14v {unplug: camera}")
    #expect(log.lines.last?.hasSuffix("didFinishCapture  error deviceFailed/disconnected (-11808)") == true, "\(log)")
    #expect(log.lines.first?.hasPrefix("+2.000000  1  willBeginCapture  photo 160x120, movie 160x120, 1 photo") == true)
  }

  @Test("settings that change on the way show")
  func otherSettings() {
    let id = CaptureID(rawValue: 77)
    let begin = ResolvedPhotoSettings.make(uniqueID: id)
    var end = begin
    end.isFlashEnabled = true
    let log = EventLogText(
      [.willBeginCapture(begin, at: .seconds(1000)), .didFinishCapture(end, error: nil, at: .seconds(999.5))],
      since: .seconds(1000))
    #expect(
      log.lines == [
        "+0.000000  1  willBeginCapture  photo 640x480, 1 photo expected",
        "-0.500000  1  didFinishCapture  with other settings: photo 640x480, flash, 1 photo expected",
      ])
  }

  @Test("a text that differs fails with its lines, one that is missing with advice, and an update writes both")
  func files() throws {
    let folder = try TemporaryFolder()
    let golden = GoldenFolder(path: folder.path + "/Golden", isUpdating: false)
    let missing = try golden.compare("a\nb\n", named: "one")
    #expect(!missing.passes && missing.description.contains("LIVECAM_UPDATE_GOLDEN=1"))
    #expect(!FileManager.default.fileExists(atPath: missing.file))
    let updating = GoldenFolder(path: golden.path, isUpdating: true)
    let written = try updating.compare("a\nb\n", named: "one")
    #expect(written.passes && written.isUpdated)
    #expect(try !updating.compare("a\nb\n", named: "one").isUpdated)
    #expect(try golden.compare("a\nb\n", named: "one").passes)
    let changed = try golden.compare("a\nc\n", named: "one")
    #expect(!changed.passes && changed.description.contains("-    2  b") && changed.description.contains("+    2  c"))
    #expect(try String(contentsOfFile: written.file, encoding: .utf8) == "a\nb\n", "comparing changes nothing")
    #expect(try updating.compare("a\nc\n", named: "one").isUpdated)
    #expect(try golden.compare("a\nc\n", named: "one").passes)
  }

  @Test(
    "names are names of files in the folder",
    arguments: ["", "../x", "a/b", ".hidden", "a\0b", String(repeating: "x", count: 300)])
  func names(name: String) throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: GoldenError.self) {
      try GoldenFolder(path: folder.path, isUpdating: true).compare("", named: name)
    }
    #expect(error?.code == .invalidName)
    #expect(try FolderSnapshot(folder.path).names.isEmpty)
  }

  @Test("a folder that cannot be written to, and a text that is none, are errors")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], as: "file")
    let error = #expect(throws: GoldenError.self) {
      try GoldenFolder(path: folder.path("file/Golden"), isUpdating: true).compare("", named: "x")
    }
    #expect(error?.code == .unwritable)
    try folder.write([0xff, 0xfe, 0xff], as: "binary.txt")
    let unreadable = #expect(throws: GoldenError.self) {
      try GoldenFolder(path: folder.path, isUpdating: false).compare("", named: "binary")
    }
    #expect(unreadable?.code == .unreadable)
  }

  @Test("differences stand between their neighbours, and far lines are left out")
  func lines() {
    let before = (1...40).map { "line \($0)" }
    var after = before
    after[19] = "another"
    after.insert("new", at: 30)
    after.removeLast()
    let difference = LineDifference(
      expected: before.joined(separator: "\n"), actual: after.joined(separator: "\n") + "\n", context: 1)
    #expect(difference.missingCount == 2 && difference.extraCount == 2)
    #expect(
      difference.description == """
              …
            19  line 19
        -   20  line 20
        +   20  another
            21  line 21
              …
            30  line 30
        +   31  new
            32  line 31
              …
            40  line 39
        -   40  line 40
        """)
    #expect(LineDifference(expected: "a\nb", actual: "a\nb\n").isEmpty)
    #expect(LineDifference(expected: "", actual: "").isEmpty)
    let long = LineDifference(expected: "", actual: before.joined(separator: "\n"), limit: 5)
    #expect(long.description.hasSuffix("… and 35 lines more") && long.extraCount == 40)
  }
}
