import Glibc
import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles

@Suite struct PictureAverageTests {
  private let scene = DrawnScene(seed: 3)
  private let width = 96
  private let height = 72

  private func deviation(_ picture: I420Picture, from truth: I420Picture) throws -> Double {
    try picture.lumaMeanSquare(to: truth).squareRoot()
  }

  @Test func noiseFallsWithTheRootOfTheNumber() throws {
    let truth = try scene.picture(width: width, height: height)
    let noisy = try (0..<64).map { try scene.picture(width: width, height: height, noise: 30, seed: UInt64($0)) }
    let one = try deviation(noisy[0], from: truth)
    for count in [4, 16, 64] {
      var average = PictureAverage(width: width, height: height, range: .full)
      for picture in noisy.prefix(count) { average.add(picture, .none) }
      let left = try deviation(average.picture(), from: truth)
      let expected = one / Double(count).squareRoot()
      #expect(left < 1.15 * expected + 0.3 && left > 0.8 * expected, "\(count): \(left), expected \(expected)")
    }
  }

  @Test func movedPicturesArePutBack() throws {
    let truth = try scene.picture(width: width, height: height)
    var (aligned, blind) = (
      PictureAverage(width: width, height: height, range: .full),
      PictureAverage(width: width, height: height, range: .full)
    )
    for number in 0..<8 {
      let motion = PictureMotion(
        x: 5 * sin(Double(number)), y: 4 * cos(2 * Double(number)), angle: 0.02 * sin(3 * Double(number)))
      let picture = try scene.picture(width: width, height: height, motion: motion)
      aligned.add(picture, motion)
      blind.add(picture, .none)
    }
    let (sharp, blurred) = (try deviation(aligned.picture(), from: truth), try deviation(blind.picture(), from: truth))
    #expect(sharp < 2, "\(sharp)")
    #expect(blurred > 4 * sharp, "\(blurred)")
  }

  @Test func edgesThatOnlySomeShowAreTheMeanOfThose() throws {
    let (dark, bright) = (
      try I420Picture(width: 16, height: 8, range: .video), try I420Picture(width: 16, height: 8, range: .video)
    )
    dark.fill(x: 0, y: 0, width: 16, height: 8, luma: 50, cb: 90, cr: 200)
    bright.fill(x: 0, y: 0, width: 16, height: 8, luma: 150, cb: 110, cr: 100)
    var average = PictureAverage(width: 16, height: 8, range: .video)
    average.add(dark, .none)
    average.add(bright, PictureMotion(x: 4, y: 0, angle: 0))
    let picture = try average.picture()
    // Columns 12 to 15 of the reference would be columns 16 to 19 of the second picture.
    #expect(Array(picture.lumaRows.prefix(16)) == Array(repeating: 100, count: 12) + Array(repeating: 50, count: 4))
    picture.withPlanes { planes in
      #expect(Array(planes.cb.prefix(8)) == [100, 100, 100, 100, 100, 100, 90, 90])
      #expect(Array(planes.cr.prefix(8)) == [150, 150, 150, 150, 150, 150, 200, 200])
    }
  }

  @Test func manyWhitePicturesDoNotOverflow() throws {
    let white = try I420Picture(width: 2, height: 2, range: .full)
    white.fill(x: 0, y: 0, width: 2, height: 2, luma: 255, cb: 255, cr: 255)
    var average = PictureAverage(width: 2, height: 2, range: .full)
    for _ in 0..<65_540 { average.add(white, .none) }
    #expect(average.count == 65_535)
    #expect(try average.picture().lumaRows == [255, 255, 255, 255])
  }

  @Test func nothingIsBlackAndStrangersAreLeftOut() throws {
    var average = PictureAverage(width: 2, height: 2, range: .video)
    average.add(try I420Picture(width: 4, height: 2, range: .video), .none)
    average.add(try I420Picture(width: 2, height: 2, range: .full), .none)
    #expect(average.count == 0)
    #expect(try average.picture().lumaRows == [16, 16, 16, 16])
  }
}
