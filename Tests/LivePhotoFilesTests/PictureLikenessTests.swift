import MediaCore
import StillCoding
import Testing
import VideoCoding

@testable import LivePhotoFiles

@Suite struct PictureLikenessTests {
  private func grid(scene: UInt64 = 7, frame: Int = 0, width: Int = 320, height: Int = 240) throws -> LumaGrid {
    let recipe = SamplePair.Recipe(scene: scene, width: width, height: height)
    return LumaGrid(try DriftingBlocks.picture(recipe, frame: frame))
  }

  @Test("a picture is like itself and unlike other scenes")
  func scenes() throws {
    let still = PictureLikeness(still: try grid(), width: 64, height: 48)
    #expect(try #require(still.likeness(of: try grid())) > 0.99)
    for scene in 20..<40 {
      #expect(try #require(still.likeness(of: try grid(scene: UInt64(scene)))) < PictureLikeness.other)
    }
  }

  @Test(
    "a picture on its side is like itself, and other scenes are not", arguments: [ExifOrientation.right, .down, .left])
  func onItsSide(_ orientation: ExifOrientation) throws {
    let still = try grid()
    let size = still.turned(orientation)
    let measure = PictureLikeness(still: still, width: size.width, height: size.height)
    #expect(try #require(measure.uprightLikeness(of: size)) < PictureLikeness.same)
    #expect(try #require(measure.likeness(of: size)) > 0.99)
    for scene in 20..<40 {
      let other = try grid(scene: UInt64(scene)).turned(orientation)
      #expect(try #require(measure.likeness(of: other)) < PictureLikeness.same)
    }
  }

  @Test("of a scene's pictures the still's own is the most like it")
  func bestFrame() throws {
    let still = PictureLikeness(still: try grid(frame: 12), width: 64, height: 48)
    let scores = try (0..<24).map { try #require(still.uprightLikeness(of: try grid(frame: $0), isCoarse: true)) }
    #expect(scores.indices.max { scores[$0] < scores[$1] } == 12)
  }

  @Test("a picture is recognised where the movie shows only its middle")
  func cropped() throws {
    let recipe = SamplePair.Recipe(width: 400, height: 300)
    let whole = try DriftingBlocks.picture(recipe, frame: 3)
    let middle = try I420Picture(width: 350, height: 262, range: .full)
    whole.withPlanes { from in
      middle.withPlanes { to in
        for row in 0..<262 {
          for column in 0..<350 {
            to.luma[row * to.lumaStride + column] = from.luma[(row + 19) * from.lumaStride + column + 25]
          }
        }
      }
    }
    #expect(
      try #require(PictureLikeness(still: LumaGrid(whole), width: 64, height: 48).likeness(of: LumaGrid(middle))) > 0.7)
  }

  @Test("nothing can be told of a picture that shows nothing")
  func flat() throws {
    let picture = try I420Picture(width: 320, height: 240, range: .full)
    picture.fill(x: 0, y: 0, width: 320, height: 240, luma: 16)
    #expect(PictureLikeness(still: try grid(), width: 64, height: 48).likeness(of: LumaGrid(picture)) == nil)
    #expect(PictureLikeness(still: LumaGrid(picture), width: 64, height: 48).likeness(of: try grid()) == nil)
  }

  @Test("turned by an orientation and back, a grid is the same", arguments: ExifOrientation.allCases)
  func turned(_ orientation: ExifOrientation) throws {
    let original = try grid()
    let back: ExifOrientation = orientation == .right ? .left : orientation == .left ? .right : orientation
    let turned = original.turned(orientation)
    #expect(turned.width == (orientation.rawValue >= 5 ? original.height : original.width))
    #expect(turned.turned(back).values == original.values)
    if orientation == .right { #expect(turned.values[turned.width - 1] == original.values[0]) }
  }
}
