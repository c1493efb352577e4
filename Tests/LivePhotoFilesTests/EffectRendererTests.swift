import Glibc
import MediaCore
import Synchronization
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles

@Suite struct EffectRendererTests {
  private let scene = DrawnScene(seed: 11)

  private func plain(_ index: Int) throws -> I420Picture {
    let picture = try I420Picture(width: 16, height: 16, range: .full)
    picture.fill(x: 0, y: 0, width: 16, height: 16, luma: UInt8(index), cb: 100, cr: 150)
    return picture
  }

  /// A renderer and the shares of work it tells.
  private func renderer(
    _ stream: any FrameStream, range: Range<Int>? = nil, _ checkpoint: @escaping (Double) throws -> Void = { _ in }
  ) -> EffectRenderer {
    EffectRenderer(stream: stream, range: range ?? stream.times.indices, file: "drawn", checkpoint: checkpoint)
  }

  @Test func bounceShowsEveryPictureForthAndBack() throws {
    let stream = DrawnStream(count: 9, plain)
    var shown: [Int] = []
    var told: [Double] = []
    try renderer(stream, range: 2..<8) { told.append($0) }.bounce { picture, duration in
      shown.append(picture.luma(3, 3))
      #expect(duration == MediaTime(value: 20, timescale: 600))
    }
    #expect(shown == [2, 3, 4, 5, 6, 7, 6, 5, 4, 3])
    #expect(told == told.sorted() && told.first == 0 && told.allSatisfy { $0 < 1 })
  }

  @Test func plainShowsTheRange() throws {
    var shown: [Int] = []
    try renderer(DrawnStream(count: 9, plain), range: 4..<7).plain { picture, _ in shown.append(picture.luma(0, 0)) }
    #expect(shown == [4, 5, 6])
  }

  @Test func aLoopRunsIntoItsBeginning() throws {
    // The scene moves round a circle once in 40 frames, over a slow drift to the right that nothing can undo.
    let stream = DrawnStream(count: 80) { index in
      let phase = 2 * Double.pi * Double(index) / 40
      return try scene.picture(
        width: 96, height: 72,
        motion: PictureMotion(x: 12 * cos(phase) + 0.02 * Double(index), y: 12 * sin(phase), angle: 0))
    }
    var shown: [I420Picture] = []
    let loop = try renderer(stream).loop { picture, _ in shown.append(picture) }
    #expect(loop.frames.count == 40 && shown.count == 40)
    let steps = try zip(shown, shown.dropFirst()).map { try $0.lumaMeanSquare(to: $1).squareRoot() }
    let usual = steps.reduce(0, +) / Double(steps.count)
    let seam = try #require(shown.last).lumaMeanSquare(to: try #require(shown.first)).squareRoot()
    #expect(seam < 1.2 * usual, "the seam jumps by \(seam), frames by \(usual)")
    #expect(try #require(steps.max()) < 1.5 * usual, "a jump within the loop")
  }

  @Test func aLoopOfAnUnsteadySceneHasNoJump() throws {
    // It never comes back: only the fade joins the ends.
    let stream = DrawnStream(count: 60) { index in
      try scene.picture(width: 64, height: 48, motion: PictureMotion(x: Double(index) / 4, y: 0, angle: 0))
    }
    var shown: [I420Picture] = []
    _ = try renderer(stream).loop { picture, _ in shown.append(picture) }
    let seam = try #require(shown.last).lumaMeanSquare(to: try #require(shown.first)).squareRoot()
    let cut = try #require(shown.dropLast(12).last).lumaMeanSquare(to: try #require(shown.first)).squareRoot()
    #expect(seam < cut / 3, "the seam jumps by \(seam), a plain cut by \(cut)")
  }

  @Test func aLoopNeedsFourPictures() throws {
    #expect(throws: LivePhotoError.self) { _ = try renderer(DrawnStream(count: 3, plain)).loop { _, _ in } }
  }

  @Test func longExposureKeepsWhatStandsAndSmoothsWhatMoves() throws {
    func motion(_ index: Int) -> PictureMotion {
      let time = Double(index)
      return PictureMotion(x: 6 * sin(time / 5), y: 4 * sin(time / 3), angle: 0.01 * sin(time / 4))
    }
    let stream = DrawnStream(count: 24) { index in
      // A bright light passes; the hand shakes.
      let picture = try scene.picture(width: 160, height: 120, motion: motion(index), noise: 10, seed: UInt64(index))
      picture.fill(x: 6 * index, y: 50, width: 6, height: 6, luma: 250)
      return picture
    }
    let (exposed, count) = try renderer(stream).longExposure(reference: 12)
    #expect(count == 24)
    let truth = try scene.picture(width: 160, height: 120, motion: motion(12))
    let single = try scene.picture(width: 160, height: 120, motion: motion(12), noise: 10)
    func deviation(_ picture: I420Picture) -> Double {
      // Away from the light's path.
      var sum = 0.0
      for y in 70..<110 {
        for x in 20..<140 { sum += pow(Double(picture.luma(x, y) - truth.luma(x, y)), 2) }
      }
      return (sum / (40 * 120)).squareRoot()
    }
    #expect(deviation(exposed) < 0.45 * deviation(single), "\(deviation(exposed)) of \(deviation(single))")
    #expect(abs(exposed.luma(75, 53) - truth.luma(75, 53)) < 40, "the light is a trail")
  }

  @Test func anyPictureCanBeTheLast() throws {
    let stream = DrawnStream(count: 30, plain)
    for work in ["plain", "bounce", "loop", "long exposure"] {
      var count = 0
      let renderer = renderer(stream) { _ in
        count += 1
        if count > 5 { throw CancellationError() }
      }
      #expect(throws: CancellationError.self, "\(work)") {
        switch work {
        case "plain": try renderer.plain { _, _ in }
        case "bounce": try renderer.bounce { _, _ in }
        case "loop": _ = try renderer.loop { _, _ in }
        default: _ = try renderer.longExposure(reference: 3)
        }
      }
    }
  }

  @Test func framesAreFoundByTheirTimes() {
    let stream = DrawnStream(count: 10, plain)
    #expect(EditPlan.nearest(to: MediaTime(value: 31, timescale: 600), in: stream.times) == 2)
    #expect(EditPlan.nearest(to: MediaTime(value: 30, timescale: 600), in: stream.times) == 1)
  }
}
