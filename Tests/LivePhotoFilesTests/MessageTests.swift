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

  @Test("of a movie whose pictures are switched off, the command that switches them on is told, and does")
  func switchedOff() async throws {
    var bytes = try SamplePair.good.get().movie
    let header = try #require(bytes.firstRange(of: Array("tkhd".utf8)))
    bytes[header.upperBound + 3] &= 0xfe
    let path = try folder.write(bytes, as: "A.MOV")
    let line = try await Survey([path], files).lines(about: path)
    #expect(line.contains("(track 1) are switched off") && !line.contains("Get another copy"), "\(line)")
    let words = try #require(line.split(separator: "'").first { $0.hasPrefix("ffmpeg ") }).split(separator: " ")
    let arguments = words.dropFirst().map { ["OLD": path, "NEW.MOV": folder.path("B.MOV")][$0] ?? String($0) }
    try ForeignTool.ffmpeg.run(["-v", "error"] + arguments)
    #expect(try await Survey([folder.path("B.MOV")], files).paths(.movie) == [folder.path("B.MOV")])
  }

  @Test("of an encrypted archive is said once that it is, and what to do")
  func encryptedArchive() async throws {
    let path = folder.path("S.livp")
    let still = try folder.write(try SamplePair.good.get().still, as: "A.JPG")
    let movie = try folder.write(try SamplePair.good.get().movie, as: "A.MOV")
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as archive:
          for path in sys.argv[2:]: archive.write(path, path.split("/")[-1])
      data = bytearray(open(sys.argv[1], "rb").read())
      for mark, offset in (b"PK\\1\\2", 8), (b"PK\\3\\4", 6):
          place = data.find(mark)
          while place >= 0:
              data[place + offset] |= 1
              place = data.find(mark, place + 1)
      open(sys.argv[1], "wb").write(data)
      """
    try ForeignTool.python.run(["-c", script, path, still, movie])
    let advice = "A.JPG is encrypted; unpack it with another program"
    let line = try await Survey([path], files).lines(about: path)
    #expect(line.hasPrefix("skipped ") && !line.contains("Cause:") && !line.contains("copy"), "\(line)")
    #expect(line.contains(": The archive cannot be read: \(advice)"), "\(line)")
    for work in [
      { _ = try await files.inspect(path) },
      { _ = try await files.disassemble(DisassembleRequest(path, output: folder.path("out"))) },
    ] {
      let error = await #expect(throws: LivePhotoError.self) { try await work() }
      #expect("\(try #require(error))".components(separatedBy: "archive cannot be").count == 2)
    }
  }
}
