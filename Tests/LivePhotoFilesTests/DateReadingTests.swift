import MediaCore
import Testing

@testable import LivePhotoFiles

@Suite struct DateReadingTests {
  @Test(
    "dates are read as phones and others write them",
    arguments: [
      ("2025-05-26T09:27:06-0500", 1_748_251_626, -18_000), ("2025-05-26T09:27:06-05:00", 1_748_251_626, -18_000),
      ("2025-05-26T14:27:06Z", 1_748_269_626, 0), ("2025-05-26 14:27:06.603+00:30", 1_748_269_626, 1800),
      ("2024:02:29 23:59:59+0900", 1_709_251_199, 32_400), ("1904-01-01T00:00:00Z", -2_082_844_800, 0),
    ])
  func read(_ text: String, localSeconds: Int, offset: Int) throws {
    let date = try #require(DateReading(text))
    #expect(date.localSeconds == localSeconds && date.offsetSeconds == offset)
  }

  @Test(
    "what is no date is none",
    arguments: [
      "", "2025", "2025-13-26T09:27:06Z", "2025-05-26T24:27:06Z", "2025-05-26T09:27:06+5", "x025-05-26T09:27:06",
    ])
  func refused(_ text: String) { #expect(DateReading(text) == nil) }

  @Test("clocks on the wall are compared where one date has no offset, instants where both have")
  func distance() throws {
    let local = try #require(DateReading("2019:12:29 19:01:15"))
    let west = try #require(DateReading("2019-12-29T19:01:14-0800"))
    let utc = try #require(DateReading("2019-12-30T03:01:15Z"))
    #expect(local.seconds(since: west) == 1)
    #expect(utc.seconds(since: west) == 1)
    #expect(local.text == "2019-12-29T19:01:15" && west.text == "2019-12-29T19:01:14-08:00")
    #expect(local.wallTime(defaultOffset: -28_800).secondsSince1970 == utc.wallTime(defaultOffset: 0).secondsSince1970)
  }
}
