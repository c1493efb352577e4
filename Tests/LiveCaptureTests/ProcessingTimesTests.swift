import MediaCore
import Testing

@testable import LiveCapture

/// How long stills have taken.
@Suite struct ProcessingTimesTests {
  @Test("the range holds every time that was noted, for stills of the kind alone")
  func ranges() {
    var times = ProcessingTimes()
    var heic = PhotoSettings(format: .heic)
    #expect(times.range(for: heic, isDeferred: false) == .zero)
    for milliseconds in [30, 10, 20, -5] {
      times.note(MediaTime(value: Int64(milliseconds), timescale: 1000), of: heic, isDeferred: false)
    }
    times.note(.invalid, of: heic, isDeferred: false)
    let range = times.range(for: PhotoSettings(from: heic), isDeferred: false)
    #expect(range.start == MediaTime(value: 10, timescale: 1000) && range.end == MediaTime(value: 30, timescale: 1000))
    #expect(times.range(for: heic, isDeferred: true) == .zero)
    #expect(times.range(for: PhotoSettings(), isDeferred: false) == .zero)
    heic.photoQualityPrioritization = .quality
    #expect(times.range(for: heic, isDeferred: false) == .zero)
  }
}
