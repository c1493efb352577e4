import LiveCaptureTesting
import Testing

/// A course that is not as expected is seen, not read.
@Suite struct CoursePictureTests {
  @Test func pictureOfWhatFailed() async throws {
    let report = try await CaptureTimeline("45v v* 60v |").run(expecting: "B W C P R M F")
    if !report.passes { Attachment.record(report.svg, named: "course.svg") }
    #expect(report.passes)
  }
}
