import ByteCoding
import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles
@testable import StillCoding

/// What a step of brightness across a still tells, beside a movie without it.
@Suite struct ToneStepTests {
  private func picture(
    _ seed: UInt64, motion: PictureMotion = .none, brighter: Double = 0,
    _ change: (_ x: Int, _ y: Int, _ luma: inout Double) -> Void = { _, _, _ in }
  ) throws -> I420Picture {
    let picture = try DrawnScene(seed: seed, stretch: 2).picture(
      width: 256, height: 192, motion: motion, brighter: brighter)
    picture.withPlanes { planes in
      for row in 0..<192 {
        for column in 0..<256 {
          var luma = Double(planes.luma[row * planes.lumaStride + column])
          change(column, row, &luma)
          planes.luma[row * planes.lumaStride + column] = UInt8(max(0, min(255, luma.rounded())))
        }
      }
    }
    return picture
  }

  private func problem(_ still: I420Picture, _ movie: I420Picture) -> String? {
    ToneStep(still: LumaGrid(still), movie: LumaGrid(movie)).problem
  }

  @Test(
    "a part of a still that is brighter or darker than the rest is told in most scenes, and never as another",
    arguments: [30, -30])
  func step(size: Double) throws {
    var (below, beside) = (0, 0)
    for seed in 1...6 as ClosedRange<UInt64> {
      let movie = try picture(seed, motion: PictureMotion(x: 3, y: -4))
      func told(_ name: String, _ isBehind: (Int, Int) -> Bool) throws -> Int {
        let found = problem(try picture(seed) { if isBehind($0, $1) { $2 += size } }, movie)
        let kind = size > 0 ? "brighter" : "darker"
        #expect(found?.contains("\(kind) \(name) a line at") ?? true, "\(seed): \(found ?? "")")
        return found == nil ? 0 : 1
      }
      below += try told("below") { $1 >= 100 }
      // As it is in a picture that was stored lying on its side; the first row of blocks is changed in part.
      beside += try told("beside") { $0 >= 132 || $0 >= 124 && $1 > 90 }
    }
    #expect(below >= 4 && beside >= 4, "\(below), \(beside)")
  }

  @Test("exposure, moves, a horizon, things that pass, and bars at the edges are no step")
  func usual() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let still = try picture(seed)
      #expect(problem(still, still) == nil, "\(seed)")
      #expect(try problem(still, picture(seed, motion: PictureMotion(x: 9, y: -9), brighter: 30)) == nil, "\(seed)")
      #expect(try problem(still, picture(seed) { $2 = 128 + ($2 - 128) * 1.8 }) == nil, "\(seed)")
      // Both have a horizon, and the still's sky is exposed by itself.
      let sky = try picture(seed) { if $1 < 90 { $2 += 25 } }
      #expect(try problem(sky, picture(seed, motion: PictureMotion(x: 0, y: 8)) { if $1 < 98 { $2 += 60 } }) == nil)
      let line = try picture(seed) { if (100..<106).contains($1) { $2 += 60 } }
      #expect(problem(line, still) == nil, "\(seed)")
      let half = try picture(seed) { if $1 > 100, $0 > 64 { $2 += 60 } }
      #expect(problem(half, still) == nil, "\(seed)")
      let bars = try picture(seed) { if !(20..<172).contains($1) { $2 = 0 } }
      #expect(problem(bars, still) == nil, "\(seed)")
    }
  }

  @Test("a JPEG that is brighter below a line is warned of beside its movie, wherever pictures are looked at")
  func pair() throws {
    let good = try SamplePair.good.get()
    let picture = try PictureDecoder().decode(ArrayBytes(good.still, name: "A.JPG"))
    picture.withPlanes { planes in
      for place in planes.luma.indices.dropFirst(planes.lumaStride * 128) {
        planes.luma[place] = UInt8(min(255, Int(planes.luma[place]) + 40))
      }
    }
    let file = try StillFile.read(ArrayBytes(good.still, name: "A.JPG"))
    let identifier = try #require(file.contentIdentifier.flatMap { PairIdentifier(uuidString: $0) })
    let metadata = StillMetadata(
      date: SamplePair.Recipe().begins.advanced(by: good.stillTime), make: "Linux", model: "Blocks",
      software: "livecam", orientation: .up, contentIdentifier: identifier)
    let changed = try JPEGStill.encoding(metadata, from: picture, quality: 92)
    for (still, status) in [(good.still, RuleResult.Status.pass), (changed, .warning)] {
      let halves = try [("A.JPG", still), ("A.MOV", good.movie)].map { name, bytes in
        try InputFile(name, ArrayBytes(bytes, name: name), modified: 0)
      }
      let evidence = try PairEvidence(halves[0], halves[1])
      for isThorough in [false, true] {
        let look = try KeyLook(evidence, isThorough: isThorough)
        let result = try #require(evidence.verdict(look: look.look, stillGrid: look.stillGrid)[.likeness])
        #expect(result.status == status, "\(result)")
        #expect(result.found.contains("brighter below a line") == (status == .warning), "\(result)")
      }
    }
  }
}
