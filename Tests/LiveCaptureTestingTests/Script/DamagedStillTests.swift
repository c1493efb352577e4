import Foundation
import LiveCaptureTesting
import ScriptFiles
import TestSupport
import Testing

/// Stills whose frames are damaged or lost, with everything that a still can be made as.
@Suite struct DamagedStillTests {
  private static let camera =
    "cameras: [{name: camera, format: MJPG, size: 320x240}]\nsession: {maximumQuality: quality}\n"

  private func run(_ steps: String, _ rest: String) async throws -> ScriptRun {
    let script = try CaptureScript("version: 1\n\(rest)\nsteps: [\(steps)]", file: "s.yaml")
    return try await ScriptRunner().run(script)
  }

  /// What is told of a capture's photo: its distance from the shutter in milliseconds, and whether there is an error.
  private func photo(_ run: ScriptRun) throws -> (milliseconds: Double?, failed: Bool) {
    for entry in run.entries {
      let line = try #require(try JSONSerialization.jsonObject(with: Data(entry.json.utf8)) as? [String: Any])
      guard line["step"] as? String == "P", line["event"] as? String == "call" else { continue }
      return ((line["shutterError"] as? Double).map { ($0 * 1000).rounded() }, entry.error != nil)
    }
    throw CocoaError(.featureUnsupported)
  }

  static let kinds = ["", "codec: heic", "pixels: NV12", "quality: quality", "pixels: AR24", "quality: speed"]

  @Test(
    "a damaged frame gives way to the nearest intact one, whatever is made of it", arguments: kinds, ["still", "live"])
  func givesWay(to kind: String, of capture: String) async throws {
    let run = try await run(
      "{at: 3, damage: 2}, {press: {kind: \(capture), \(kind)}}",
      Self.camera + "expect: {captures: {1: {errors: {}\(capture == "live" ? ", droppedFrames: 2" : "")}}}")
    let photo = try photo(run)
    #expect(photo.milliseconds == -33 && !photo.failed, "\(run.violations)")
    #expect(run.holds, "\(run.verdicts.filter { !$0.holds }) \(run.violations)")
  }

  @Test("where no frame within half a second is intact the camera's JPEG is kept as it came, and nothing else is made")
  func nothingIntact() async throws {
    let damage = "{at: 1, damage: 300}, {at: 3, press: {kind: still"
    let kept = try photo(try await run(damage + "}}", Self.camera))
    #expect(kept.milliseconds == 0 && !kept.failed)
    #expect(try photo(try await run(damage + ", codec: heic}}", Self.camera)).failed)
    // 0.4 s to the last intact one, and 0.6.
    let far = "{at: 2.6, damage: 300}, {at: 3, press: still}"
    #expect(try photo(try await run(far, Self.camera)).milliseconds == -433)
    let farther = "{at: 2.4, damage: 300}, {at: 3, press: still}"
    #expect(try photo(try await run(farther, Self.camera)).milliseconds == 0)
  }

  @Test("the frame before the shutter is the still, however long no other comes", arguments: [20, 74, 75, 100, 110])
  func lost(count: Int) async throws {
    for kind in ["still", "live"] {
      let run = try await run("{at: 3, press: \(kind)}, {drop: \(count)}", "encoder: null")
      #expect(try photo(run).milliseconds == -33)
      #expect(run.violations.isEmpty)
    }
  }

  @Test("lost frames are counted up to the movie's end and no further", arguments: [1, 20, 29, 30, 31, 60])
  func lostAtTheEnd(count: Int) async throws {
    // Of 90 frames 60 are there at 3.5.
    let run = try await run(
      "{at: 3, press: live}, {at: 3.5, drop: \(count)}",
      "encoder: null\nexpect: {captures: {1: {droppedFrames: \(min(count, 30)), frames: \(90 - min(count, 30))}}}")
    #expect(run.holds, "\(run.verdicts.filter { !$0.holds }) \(run.violations)")
  }

  @Test("without a pre-roll the mark is in the first picture, however long that is shown", arguments: [0, 20])
  func noPreRoll(lost: Int) async throws {
    let drop = lost > 0 ? ", {drop: \(lost)}" : ""
    let run = try await run(
      "{at: 3, press: live}" + drop,
      "session: {preRoll: 0}\nexpect: {captures: {1: {photoDisplayTime: 0.01, pair: true}}}")
    #expect(run.holds, "\(run.verdicts.filter { !$0.holds }) \(run.violations)")
  }
}
