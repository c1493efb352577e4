import Foundation
import FuzzedReaders
import TestSupport
import Testing

/// Seeds of phones' files must still be what their reader reads, and have no picture or sound in them.
@Suite(.foreignPrograms) struct FuzzSeedsTests {
  private static let tests = Project.url("Tests")

  /// What the script makes for a reader of the files that livecam has shot.
  private func seeds(for reader: FuzzedReader) throws -> [String: [UInt8]] {
    let (fixtures, made) = (try TemporaryFolder(), try TemporaryFolder())
    for path in ["movie/shot.mov", "jpeg/shot.jpg", "heic/shot.heic", "zip/stored.zip"] {
      let file = Self.tests.appending(path: "Fuzz/Seeds/\(path)")
      try fixtures.write(Array(try Data(contentsOf: file)), as: file.lastPathComponent)
    }
    let script = Self.tests.appending(path: "Tools/fuzz_seeds.py").path
    try ForeignTool.python.run([script, reader.rawValue, fixtures.path, made.path])
    let names = try FileManager.default.contentsOfDirectory(atPath: made.path)
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, Array(try made.read($0))) })
  }

  @Test(
    "a reader is given the files of its kind, and reads them",
    arguments: [
      (FuzzedReader.movie, ["shot.mov"]), (.jpeg, ["shot.jpg"]), (.heic, ["shot.heic"]),
      (.exif, ["shot.heic", "shot.jpg"]), (.png, []), (.zip, []),
    ])
  func kinds(reader: FuzzedReader, names: [String]) throws {
    let seeds = try seeds(for: reader)
    #expect(seeds.keys.sorted() == names)
    for (name, bytes) in seeds {
      let said = reader.run(bytes).lines
      #expect(said.first?.hasPrefix("read: ") == true, "\(name): \(said)")
    }
  }

  @Test("of a movie's samples no more than 4096 bytes are left, and its description is whole")
  func samples() throws {
    let seed = try #require(try seeds(for: .movie)["shot.mov"])
    let whole = try Data(contentsOf: Self.tests.appending(path: "Fuzz/Seeds/movie/shot.mov"))
    #expect(seed.count < whole.count && seed.count > 4096)
    #expect(FuzzedReader.movie.run(seed).lines.first == FuzzedReader.movie.run(Array(whole)).lines.first)
  }

  @Test("Exif is taken out of what is around it")
  func exif() throws {
    for (name, bytes) in try seeds(for: .exif) {
      #expect(bytes.starts(with: Array("MM\0*".utf8)) || bytes.starts(with: Array("II*\0".utf8)), "\(name)")
    }
  }
}
