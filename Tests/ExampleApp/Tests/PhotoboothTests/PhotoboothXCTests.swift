import LiveCapture
import LiveCaptureTesting
import LivePhotoTesting
import MediaCore
import XCTest

/// The same with XCTest.
final class PhotoboothXCTests: XCTestCase {
  func testLivePhoto() async throws {
    let bench = try await PhotoboothBench()
    try await bench.controller.start()
    await bench.wait(.seconds(2))
    try await bench.shoot()
    await bench.wait(.seconds(3))
    let pair = expectLivePhoto(
      still: bench.folder + "/IMG_0001.JPG", movie: bench.folder + "/IMG_0001.MOV", stillTime: .seconds(1.5),
      within: .seconds(0.04))
    XCTAssertTrue(pair.passes, "\(pair)")
    // Or, where the test may end here:
    try pair.check()
    let events = try await bench.finish().events
    try CaptureLaws.check(events).check()
  }

  func testTimeline() async throws {
    let report = try await CaptureTimeline("45va va* 60va |").run(expecting: "B W C P R M F")
    XCTAssertTrue(report.passes, "\(report)")
  }
}
