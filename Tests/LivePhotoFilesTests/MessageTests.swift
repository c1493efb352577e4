import FileStorage
import Foundation
import TestSupport
import Testing

@testable import LivePhotoFiles

/// What is said of files fits files.
@Suite struct MessageTests {
  private let folder: TemporaryFolder
  private let files = LivePhotoFiles()

  init() throws { folder = try TemporaryFolder() }

  @Test("of a still that breaks off, another copy is asked for, and nobody's cable is checked")
  func truncatedStill() async throws {
    let pair = try SamplePair.good.get()
    let still = try folder.write(pair.still.dropLast(pair.still.count / 3), as: "A.JPG")
    let movie = try folder.write(pair.movie, as: "A.MOV")
    let found = try #require(try await files.verify(still, movie)[.stillDecodes]).found
    #expect(found.contains("Get another copy") && !found.contains("cable") && !found.contains("camera"), "\(found)")
  }

  @Test("a repair that can do nothing says so, and does not say that nothing is to be done")
  func unmendable() async throws {
    let pair = try SamplePair.good.get()
    let still = try folder.write(pair.still.dropLast(pair.still.count / 3), as: "A.JPG")
    let movie = try folder.write(pair.movie, as: "A.MOV")
    let broken = try await files.repair(RepairRequest(still, movie, output: folder.path("out"))).lines
    #expect(broken.contains { $0.hasPrefix("not mended: stillDecodes") } && !broken.contains("Nothing to mend."))
    #expect(broken.last?.hasSuffix("Nothing was written.") == true)
    let whole = try folder.write(pair.still, as: "A.JPG")
    let good = try await files.repair(RepairRequest(whole, movie, output: folder.path("out"))).lines
    #expect(good == ["Nothing to mend.", "This is a Live Photo."])
  }

  @Test("a sampling rate above 32767 is shown as it is", arguments: [44_100, 48_000])
  func samplingRate(rate: Int) async throws {
    let path = folder.path("a.mov")
    _ = try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:d=1", "-f", "lavfi", "-i", "sine=d=1:r=\(rate)", "-c:v",
      "mjpeg",
      "-c:a", "aac", path,
    ])
    let lines = try await files.inspect(path, includesStructure: true).structureLines
    #expect(lines.contains { $0.contains("sampleRate=\(rate).0") }, "\(lines.filter { $0.contains("sampleRate") })")
    #expect(!lines.contains { $0.contains("sampleRate=-") })
  }
}
