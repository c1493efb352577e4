import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles

@Suite struct MotionEstimatorTests {
  private let scene = DrawnScene(seed: 7)
  private let width = 240
  private let height = 180

  private func expect(_ found: PictureMotion, _ true: PictureMotion, within limit: Double, _ note: Comment) {
    // At the corner a turn moves most.
    let corner = (x: Double(width) / 2, y: Double(height) / 2)
    let (here, there) = (found.moved(x: corner.x, y: corner.y), `true`.moved(x: corner.x, y: corner.y))
    #expect(abs(here.x - there.x) < limit && abs(here.y - there.y) < limit, "\(note): \(found) for \(`true`)")
  }

  @Test(arguments: [
    PictureMotion(x: 0.3, y: -0.7, angle: 0), PictureMotion(x: 13.4, y: 8.25, angle: 0),
    PictureMotion(x: -41, y: 30.5, angle: 0), PictureMotion(x: 3.2, y: -5.9, angle: 0.03),
    PictureMotion(x: -11.6, y: 4.1, angle: -0.06),
  ])
  func findsKnownMotions(motion: PictureMotion) throws {
    let estimator = try MotionEstimator(reference: scene.picture(width: width, height: height))
    let moved = try scene.picture(width: width, height: height, motion: motion)
    try expect(estimator.motion(of: moved), motion, within: 0.2, "plain")
    let changed = try scene.picture(width: width, height: height, motion: motion, brighter: 12, noise: 8)
    try expect(estimator.motion(of: changed), motion, within: 0.4, "brighter and noisy")
  }

  @Test func reducedCopiesFindTheMotionOfTheWholePicture() throws {
    // A side that the reduction does not divide: the copies' middles are not the picture's.
    let motion = PictureMotion(x: 9.3, y: -4.6, angle: 0.02)
    let estimator = try MotionEstimator(reference: scene.picture(width: 242, height: 182), side: 64)
    let found = try estimator.motion(of: scene.picture(width: 242, height: 182, motion: motion))
    expect(found, motion, within: 0.5, "reduced to 60 samples")
  }

  @Test func whatMovesByItselfIsNotFollowed() throws {
    let motion = PictureMotion(x: 4.5, y: 2.5, angle: 0)
    let moved = try scene.picture(width: width, height: height, motion: motion)
    let reference = try scene.picture(width: width, height: height)
    for number in 0..<5 {
      reference.fill(x: 20 + 8 * number, y: 30, width: 6, height: 90, luma: number % 2 == 0 ? 20 : 230)
      moved.fill(x: 60 + 8 * number, y: 45, width: 6, height: 90, luma: number % 2 == 0 ? 20 : 230)
    }
    try expect(MotionEstimator(reference: reference).motion(of: moved), motion, within: 0.5, "with a walker")
  }

  @Test func nothingToSeeIsNoMotion() throws {
    let flat = try I420Picture(width: 64, height: 48, range: .full)
    flat.fill(x: 0, y: 0, width: 64, height: 48, luma: 90)
    #expect(try MotionEstimator(reference: flat).motion(of: flat) == .none)
    let tiny = try I420Picture(width: 2, height: 2, range: .full)
    tiny.fill(x: 0, y: 0, width: 2, height: 2, luma: 90)
    #expect(try MotionEstimator(reference: tiny).motion(of: tiny) == .none)
    #expect(try MotionEstimator(reference: flat).motion(of: tiny) == .none, "another size")
    let long = try I420Picture(width: 2000, height: 2, range: .full)
    long.fill(x: 0, y: 0, width: 2000, height: 2, luma: 90)
    #expect(try MotionEstimator(reference: long).motion(of: long) == .none)
  }
}
