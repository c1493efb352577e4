import MediaCore
import Testing

@testable import LivePhotoFiles

/// Where a still falls in a movie by the dates of both.
@Suite struct MovieMomentTests {
  private static let day = 1_795_255_800.0
  private let phone = MovieMoment(
    begin: CaptureMoment(seconds: day, offset: 7200, isUTC: true), durationSeconds: 3)
  private let header = MovieMoment(
    begin: CaptureMoment(seconds: day, isUTC: true, isOfHeader: true), durationSeconds: 3)

  @Test("with zones on both sides they are compared in UTC")
  func zones() {
    #expect(
      phone.relation(of: CaptureMoment(seconds: Self.day + 1.25, offset: -3600, isUTC: true))
        == .inside(1.25, zone: nil))
    // Cut to whole seconds, it seems to be a little early.
    #expect(
      phone.relation(of: CaptureMoment(seconds: Self.day - 1, offset: 7200, isUTC: true)) == .inside(0, zone: nil))
    #expect(phone.relation(of: CaptureMoment(seconds: Self.day + 20, offset: 0, isUTC: true)) == .near(15.5))
    #expect(phone.relation(of: CaptureMoment(seconds: Self.day + 3600, offset: 0, isUTC: true)) == .apart(3595.5))
  }

  @Test("a clock on the wall has the zone of the movie that tells one")
  func wallClock() {
    #expect(phone.relation(of: CaptureMoment(seconds: Self.day + 7201, isUTC: false)) == .inside(1, zone: nil))
    #expect(phone.relation(of: CaptureMoment(seconds: Self.day + 1, isUTC: false)) == .apart(7197.5))
  }

  @Test("where neither tells the zone, any of whole quarter hours will do", arguments: [-48, -13, 23, 56])
  func quarterHours(quarters: Int) {
    let zone = quarters * 900
    let still = CaptureMoment(seconds: Self.day + 1.5 + Double(zone), isUTC: false)
    #expect(header.relation(of: still) == .inside(1.5, zone: zone))
    let off = CaptureMoment(seconds: Self.day + 300 + Double(zone), isUTC: false)
    guard case .apart = header.relation(of: off) else {
      Issue.record("five minutes are no zone")
      return
    }
  }

  @Test("JSON in UTC tells how far a clock on the wall is ahead, if that is a zone")
  func sidecars() {
    let wall = CaptureMoment(seconds: Self.day + 5400, isUTC: false)
    #expect(wall.inZone(of: Int64(Self.day)) == CaptureMoment(seconds: Self.day, offset: 5400, isUTC: true))
    #expect(wall.inZone(of: Int64(Self.day) - 100) == wall)
    let known = CaptureMoment(seconds: Self.day, offset: 3600, isUTC: true)
    #expect(known.inZone(of: 0) == known)
  }

  @Test("dates beyond every calendar are apart, and nothing worse", arguments: [-1e300, 1e300, .infinity, -.infinity])
  func extremes(seconds: Double) {
    for isUTC in [true, false] {
      guard case .apart = header.relation(of: CaptureMoment(seconds: seconds, isUTC: isUTC)) else {
        Issue.record("\(seconds)")
        return
      }
      _ = CaptureMoment(seconds: seconds, isUTC: isUTC).inZone(of: 0)
    }
  }
}
