import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles

@Suite struct ExportPartsTests {
  @Test func shapesKeepProportions() throws {
    #expect(ExportShape(storedWidth: 1440, storedHeight: 1080, turn: .none, width: nil).width == 1440)
    let tall = ExportShape(storedWidth: 1440, storedHeight: 1080, turn: .right, width: 540)
    #expect((tall.width, tall.height) == (540, 720))
    let odd = ExportShape(storedWidth: 1440, storedHeight: 1080, turn: .none, width: 101)
    #expect((odd.width, odd.height) == (102, 76))
    let larger = ExportShape(storedWidth: 64, storedHeight: 48, turn: .none, width: 500)
    #expect((larger.width, larger.height) == (64, 48))
  }

  @Test func picturesAreTurnedAsSeen() throws {
    let picture = try I420Picture(width: 64, height: 32, range: .video)
    picture.fill(x: 0, y: 0, width: 64, height: 32, luma: 50)
    picture.fill(x: 0, y: 0, width: 16, height: 16, luma: 200)
    for (turn, corner) in [(QuarterTurn.none, (0, 0)), (.right, (15, 0)), (.half, (31, 15)), (.left, (0, 31))] {
      let shape = ExportShape(storedWidth: 64, storedHeight: 32, turn: turn, width: turn.swapsSides ? 16 : 32)
      let shaped = try shape.apply(to: picture)
      #expect((shaped.width, shaped.height) == (turn.swapsSides ? (16, 32) : (32, 16)))
      #expect(shaped.luma(corner.0, corner.1) > 190, "\(turn)")
      #expect(shaped.luma(shaped.width - 1 - corner.0, shaped.height - 1 - corner.1) < 60, "\(turn)")
      #expect(shaped.range == .video)
    }
  }

  private func limited(_ durations: [Int64], rate: Double?) throws -> [(Int, MediaTime)] {
    var shown: [(Int, MediaTime)] = []
    var limit = FrameRateLimit(rate: rate) { shown.append(($0.luma(0, 0), $1)) }
    for (index, duration) in durations.enumerated() {
      let picture = try I420Picture(width: 2, height: 2, range: .full)
      picture.fill(x: 0, y: 0, width: 2, height: 2, luma: UInt8(index))
      try limit.add(picture, MediaTime(value: duration, timescale: 600))
    }
    try limit.finish()
    return shown
  }

  @Test func theRateIsHalved() throws {
    let shown = try limited(Array(repeating: 20, count: 10), rate: 15)
    #expect(shown.map(\.0) == [0, 2, 4, 6, 8])
    #expect(shown.allSatisfy { $0.1 == MediaTime(value: 40, timescale: 600) })
  }

  @Test(arguments: [Double?.none, 10, 12.5, 24, 29.97, 60])
  func theWholeLastsAsLong(rate: Double?) throws {
    let durations: [Int64] = (0..<60).map { $0 < 40 ? 20 : 40 } + [519]
    let shown = try limited(durations, rate: rate)
    let total = shown.reduce(MediaTime.zero) { $0 + $1.1 }
    #expect(total == MediaTime(value: durations.reduce(0, +), timescale: 600))
    let seconds = Double(durations.dropLast().reduce(0, +)) / 600
    if let rate { #expect(Double(shown.count) <= seconds * rate + 3) }
    if rate == nil || rate == 60 { #expect(shown.count == 61) }
  }

  @Test func aPauseIsNotMadeUpFor() throws {
    let shown = try limited([600, 10, 10, 10, 10, 10, 10], rate: 30)
    #expect(shown.map(\.0) == [0, 1, 3, 5])
  }
}
