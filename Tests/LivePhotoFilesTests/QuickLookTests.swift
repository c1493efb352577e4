import ByteCoding
import Foundation
import ISOBoxes
import MovieCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// What shows of damage in movies without a picture that is decoded.
@Suite struct QuickLookTests {
  private let folder: TemporaryFolder
  private let pair: SamplePair

  init() throws {
    folder = try TemporaryFolder()
    pair = try SamplePair.good.get()
  }

  /// The line about a pair with another movie, and about that movie alone.
  private func lines(_ movie: [UInt8]) async throws -> [String] {
    try folder.write(pair.still, as: "a/A.JPG")
    for name in ["a/A.MOV", "b/A.MOV"] { try folder.write(movie, as: name) }
    var lines: [String] = []
    for name in ["a", "b"] {
      let survey = try await Survey([folder.path(name)], effort: .none)
      lines += survey.findings.map(\.line)
    }
    return lines
  }

  @Test("a movie that is right is told to be so")
  func right() async throws {
    let lines = try await lines(pair.movie)
    #expect(lines.count == 2 && lines[0].hasPrefix("ok ") && !lines[1].contains("warning: "), "\(lines)")
  }

  @Test("a size that is half of what it was is damage, of any picture", arguments: [0, 5, -1])
  func halvedSize(place: Int) async throws {
    let movie = try Tampering.movie(pair.movie) { movie in
      try movie.change(SampleSizeBox.self, at: ["mdia", "minf", "stbl"], track: 0) { box in
        var sizes = box.sizes
        let index = place < 0 ? sizes.count + place : place
        sizes[index] /= 2
        box = SampleSizeBox(sizes: sizes)
      }
    }
    let lines = try await lines(movie)
    #expect(
      lines.count == 2 && lines.allSatisfy { $0.hasPrefix("broken ") && $0.contains("do not fill its") }, "\(lines)")
  }

  @Test("a picture that is built on others, and that stss names, is damage")
  func noSyncSample() async throws {
    let movie = try Tampering.movie(pair.movie) { movie in
      try movie.change(SyncSampleBox.self, at: ["mdia", "minf", "stbl"], track: 0) { box in
        box.sampleNumbers = Array(Set(box.sampleNumbers + [2])).sorted()
      }
    }
    let lines = try await lines(movie)
    #expect(
      lines.allSatisfy { $0.hasPrefix("broken ") && $0.contains("sample 2 of track 1 is built on others") }, "\(lines)")
  }

  @Test("timed metadata whose sample is of zeros is damage")
  func zeroedMetadata() async throws {
    let file = try MovieReader().read(pair.movie)
    let sample = try #require(try file.stillImageTimeTrack?.samples().first)
    var movie = pair.movie
    for index in Int(sample.offset)..<Int(sample.offset) + sample.size { movie[index] = 0 }
    let lines = try await lines(movie)
    #expect(lines.allSatisfy { $0.hasPrefix("broken ") && $0.contains("timedMetadata: ") }, "\(lines)")
  }
}
