import MediaCore
import Testing

@testable import LivePhotoFiles

@Suite struct StillPlacementTests {
  /// Ten pictures a tenth of a second apart.
  private static let times = (0..<10).map { MediaTime(value: Int64($0) * 60, timescale: 600) }
  private static let end = MediaTime(value: 600, timescale: 600)

  private func place(
    told: Int64? = nil, announced: Int64? = nil, wish: AssembleRequest.StillPlace? = nil,
    times: [MediaTime] = times
  ) throws -> StillPlacement {
    try StillPlacement(
      times: times, end: Self.end, told: told.map { MediaTime(value: $0, timescale: 600) },
      announced: announced.map { MediaTime(value: $0, timescale: 1_000_000) }, wish: wish, timescale: 600, movie: "m")
  }

  private func tick(_ placement: StillPlacement) -> Int64 { placement.time.converted(toTimescale: 600).value }

  @Test("without a wish it is where the movie says, to the tick, else the middle")
  func defaults() throws {
    #expect(try tick(place()) == 300)
    let told = try place(told: 309)
    #expect(tick(told) == 309 && told.isKept && told.note == nil)
  }

  @Test("a wish is moved to the nearest picture, and that is said when it is far")
  func wishes() throws {
    let near = try place(wish: .time(MediaTime(value: 445, timescale: 1000)))
    #expect(tick(near) == 240 && near.note == nil)
    #expect(try tick(place(told: 309, wish: .fraction(0.8))) == 480)
    let far = try place(wish: .time(MediaTime(value: 9, timescale: 10)), times: [.zero] + [Self.times[2]])
    #expect(tick(far) == 120 && far.note?.contains("0.900 s") == true)
  }

  @Test("the first picture is taken only when there is no other")
  func first() throws {
    for placement in [try place(told: 0), try place(announced: 0), try place(wish: .fraction(0))] {
      #expect(tick(placement) == 60)
      #expect(placement.note?.contains("first picture") == true)
    }
    #expect(try tick(place(times: [.zero])) == 0)
    #expect(throws: LivePhotoError.self) { try place(times: []) }
  }

  @Test("a time told in microseconds comes back to the tick, and to the picture's own time where that was meant")
  func announced() throws {
    for tick in Int64(31)..<570 where abs(tick % 60 - 30) > 0 {
      let microseconds = MediaTime(value: tick, timescale: 600).converted(toTimescale: 1_000_000).value
      #expect(try self.tick(place(announced: microseconds)) == tick)
    }
    let thirtieths = (0..<30).map { MediaTime(value: Int64($0) * 1001, timescale: 30_000) }
    for time in thirtieths.dropFirst() {
      let microseconds = time.converted(toTimescale: 1_000_000)
      let placement = try StillPlacement(
        times: thirtieths, end: MediaTime(value: 1, timescale: 1), told: nil, announced: microseconds, wish: nil,
        timescale: 1000, movie: "m")
      #expect(placement.time == time)
      // Written in the movie's units it must not fall into the picture before.
      #expect(placement.writtenTime >= time && placement.writtenTime.timescale == 1000)
    }
  }
}
