import Glibc
import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles

@Suite struct CameraPathTests {
  /// A hand that shakes, turns a little and goes nearer, from where it was at `reference` on.
  private static func hand(_ frame: Int, strength: Double = 1) -> PictureMotion {
    let time = Double(frame) - 12
    return PictureMotion(
      x: strength * (8 * sin(time / 6) + 1.3 * sin(2.1 * time)), y: strength * 6 * sin(time / 4),
      angle: strength * 0.006 * sin(time / 7), scale: 1 + strength * 0.004 * sin(time / 9))
  }

  private func path(_ stream: DrawnStream, reference: Int = 12) throws -> CameraPath {
    let renderer = EffectRenderer(stream: stream, range: stream.times.indices, file: "drawn") { _ in }
    return try renderer.cameraPath(
      in: stream.times.indices, reference: reference, still: stream.picture(of: reference, file: "drawn"))
  }

  @Test(
    "what stands still is followed, not the water that fills more than half of the picture",
    arguments: [
      (FilmedWater(camera: { hand($0) }), 0.15), (FilmedWater(camera: { hand($0, strength: 0.15) }), 0.15),
      (FilmedWater(camera: { hand($0) }, isRippled: true), 0.15),
      (FilmedWater(camera: { hand($0) }, isPoor: true), 0.5),
      (FilmedWater(camera: { hand($0) }, noise: 25), 0.3), (FilmedWater(camera: { hand($0, strength: 4) }), 0.3),
    ])
  func water(_ scene: FilmedWater, limit: Double) throws {
    let path = try path(scene.stream(25))
    for (frame, motion) in path.motions.enumerated() {
      let error = FilmedWater.error(try #require(motion, "frame \(frame)"), scene.camera(frame))
      #expect(error < limit, "frame \(frame): \(error) pixels")
    }
  }

  @Test("a camera that stands still moves nothing", arguments: [false, true], [false, true])
  func tripod(isRippled: Bool, isPoor: Bool) throws {
    let path = try path(FilmedWater(isRippled: isRippled, isPoor: isPoor).stream(25))
    #expect(path.motions == Array(repeating: PictureMotion.none, count: 25))
  }

  @Test("a knock against a tripod moves the frames that it shook, and no others")
  func knock() throws {
    let scene = FilmedWater(camera: { (4...6).contains($0) ? PictureMotion(x: 5, y: -3, angle: 0) : .none })
    for (frame, motion) in try path(scene.stream(25)).motions.enumerated() {
      let motion = try #require(motion)
      if (4...6).contains(frame) {
        #expect(FilmedWater.error(motion, scene.camera(frame)) < 0.15)
      } else {
        #expect(motion == .none, "frame \(frame)")
      }
    }
  }

  @Test("a frame that shows something else is left out")
  func otherScene() throws {
    let scene = FilmedWater(camera: { Self.hand($0) })
    let other = DrawnScene(seed: 5)
    let stream = DrawnStream(count: 25) {
      $0 == 7
        ? try other.picture(width: FilmedWater.width, height: FilmedWater.height) : try scene.picture($0)
    }
    let motions = try path(stream).motions
    #expect(motions.indices.filter { motions[$0] == nil } == [7])
  }

  @Test("large pictures are compared in small copies, and moved in their own pixels")
  func largePictures() throws {
    // Sides that the reduction does not divide.
    let motion = PictureMotion(x: 14.3, y: -9.6, angle: 0.01)
    let scene = DrawnScene(seed: 7, stretch: 4)
    let stream = DrawnStream(count: 2) {
      try scene.picture(width: 1442, height: 1082, motion: $0 == 0 ? .none : motion)
    }
    let found = try #require(try path(stream, reference: 0).motions[1])
    let (here, there) = (found.moved(x: 700, y: 500), motion.moved(x: 700, y: 500))
    #expect(abs(here.x - there.x) < 0.3 && abs(here.y - there.y) < 0.3, "\(found)")
  }

  @Test("pictures without anything to follow stay where they are", arguments: [(2, 2), (64, 48), (2000, 2), (16, 480)])
  func nothingToSee(width: Int, height: Int) throws {
    let stream = DrawnStream(count: 5) { index in
      let picture = try I420Picture(width: width, height: height, range: .full)
      picture.fill(x: 0, y: 0, width: width, height: height, luma: UInt8(90 + index))
      return picture
    }
    #expect(try path(stream, reference: 2).motions == Array(repeating: PictureMotion.none, count: 5))
  }

  @Test("a picture of another size is refused")
  func anotherSize() throws {
    let scene = DrawnScene(seed: 7)
    let reference = try scene.picture(width: 64, height: 48)
    let tracker = try PictureTracker(reference, cell: 8, perCell: 1)
    #expect(!tracker.points.isEmpty)
    #expect(throws: CodingError.self) {
      _ = try tracker.follow(scene.picture(width: 48, height: 64), guesses: tracker.points)
    }
  }
}
