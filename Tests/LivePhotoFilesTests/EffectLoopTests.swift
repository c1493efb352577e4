import Glibc
import MediaCore
import TestSupport
import Testing

@testable import LivePhotoFiles

@Suite struct EffectLoopTests {
  private func times(_ count: Int, rate: Int64 = 30) -> [TimeRange] {
    (0..<count).map {
      TimeRange(
        start: MediaTime(value: Int64($0) * 600 / rate, timescale: 600),
        duration: MediaTime(value: 600 / rate, timescale: 600))
    }
  }

  @Test func aSceneThatRepeatsLoopsOverWholePeriods() throws {
    // Comes back to itself every 37 frames.
    func state(_ index: Int) -> (Double, Double) {
      let phase = 2 * Double.pi * Double(index) / 37
      return (60 * cos(phase), 60 * sin(phase))
    }
    let loop = try #require(
      EffectLoopSearch(times: times(90)).best {
        let (left, right) = (state($0), state($1))
        return ((left.0 - right.0) * (left.0 - right.0) + (left.1 - right.1) * (left.1 - right.1)).squareRoot()
      })
    #expect(loop.frames.count % 37 == 0 && loop.frames.count > 0, "\(loop.frames.count) frames")
    #expect(loop.difference < 0.01)
    #expect(loop.range.lowerBound >= 12, "the fade needs 0.4 s before the loop")
  }

  @Test func aStillSceneGivesTheLongestLoop() throws {
    let loop = try #require(EffectLoopSearch(times: times(90)).best { _, _ in 0 })
    #expect(loop.range == 12..<90)
  }

  @Test func theFadeGrowsEvenlyAndEndsBeforeTheFirstFrame() throws {
    let loop = try #require(EffectLoopSearch(times: times(60)).best { Double(abs($0 - $1)) })
    let mixed = loop.frames.filter { $0.partner != nil }
    #expect(mixed.count == 12)
    #expect(mixed.map(\.index) == Array((loop.range.upperBound - 12)..<loop.range.upperBound))
    #expect(mixed.compactMap(\.partner) == Array((loop.range.lowerBound - 12)..<loop.range.lowerBound))
    for (place, frame) in mixed.enumerated() {
      #expect(abs(frame.share - (Double(place) + 0.5) / 12) < 0.001)
    }
    #expect(loop.frames.prefix(loop.frames.count - 12).allSatisfy { $0.partner == nil && $0.share == 0 })
  }

  @Test func aVariableRateFadesByTimeNotByNumber() throws {
    // 30 frames a second, then 15: partners of the slow frames are two apart.
    var frames: [TimeRange] = []
    var tick: Int64 = 0
    for index in 0..<75 {
      let duration: Int64 = index < 45 ? 20 : 40
      frames.append(
        TimeRange(
          start: MediaTime(value: tick, timescale: 600), duration: MediaTime(value: duration, timescale: 600)))
      tick += duration
    }
    let loop = try #require(EffectLoopSearch(times: frames).best { _, _ in 0 })
    let mixed = loop.frames.filter { $0.partner != nil }
    #expect(loop.range.upperBound == 75 && mixed.count == 6)
    let partners = mixed.compactMap(\.partner)
    #expect(zip(partners, partners.dropFirst()).allSatisfy { $1 - $0 == 2 }, "\(partners)")
  }

  @Test func shortMovies() {
    #expect(EffectLoopSearch(times: times(3)).best { _, _ in 0 } == nil)
    let loop = EffectLoopSearch(times: times(4)).best { _, _ in 0 }
    #expect(loop.map { $0.frames.count >= 2 && $0.range.upperBound == 4 } == true)
    #expect(EffectLoopSearch(times: times(2000)).best { _, _ in 0 }?.range.upperBound == EffectLoopSearch.frameLimit)
  }

  @Test func theWayBackShowsEveryFrameOnce() {
    #expect(EffectRenderer.backwardRuns(of: 1..<4, longest: 2) == [2..<4, 1..<2])
    for (frames, longest) in [(1..<4, 2), (7..<89, 16), (1..<2, 16), (0..<4, 4), (3..<3, 1), (1..<40, 1)] {
      let runs = EffectRenderer.backwardRuns(of: frames, longest: longest)
      #expect(runs.flatMap { $0.reversed() } == frames.reversed() && runs.allSatisfy { $0.count <= longest })
    }
  }
}
