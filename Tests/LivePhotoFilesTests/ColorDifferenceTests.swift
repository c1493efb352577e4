import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles
@testable import StillCoding

/// What colours and brightness tell of a still and a movie whose shapes are alike.
@Suite struct ColorDifferenceTests {
  private let still: I420Picture

  /// A scene with contrast, and with colours that differ from place to place.
  init() throws {
    still = try DrawnScene(seed: 3, stretch: 3).picture(width: 256, height: 192)
    still.withPlanes { planes in
      for row in 0..<192 {
        for column in 0..<256 where column > 100 { planes.luma[row * planes.lumaStride + column] /= 2 }
      }
      for row in 0..<96 {
        for column in 0..<128 {
          planes.cb[row * planes.chromaStride + column] = UInt8(100 + column / 2)
          planes.cr[row * planes.chromaStride + column] = UInt8(110 + row / 4)
        }
      }
    }
  }

  /// What is said of a movie that is the still but for changes to its samples.
  private func problem(
    _ change: (_ row: Double, _ luma: inout Double, _ blue: inout Double, _ red: inout Double) -> Void
  ) throws -> String? {
    let movie = try I420Picture(width: 256, height: 192, range: .full)
    try movie.place(still, x: 0, y: 0)
    func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
    movie.withPlanes { planes in
      for row in 0..<192 {
        for column in 0..<256 {
          let (place, small) = (row * planes.lumaStride + column, row / 2 * planes.chromaStride + column / 2)
          let isFirst = row % 2 == 0 && column % 2 == 0
          var (luma, blue, red) = (
            Double(planes.luma[place]), Double(planes.cb[small]) - 128, Double(planes.cr[small]) - 128
          )
          change(Double(row) / 192, &luma, &blue, &red)
          planes.luma[place] = byte(luma)
          // Each sample of colour is changed once, by the last of its four of brightness.
          if !isFirst, row % 2 == 1, column % 2 == 1 {
            (planes.cb[small], planes.cr[small]) = (byte(blue + 128), byte(red + 128))
          }
        }
      }
    }
    let (one, other) = (LumaGrid(still), LumaGrid(movie))
    // All of these are alike by their shapes.
    return ColorDifference(still: one, movie: other)?.problem
  }

  @Test("what exposure, white balance, grading and cropping make is no difference")
  func usual() throws {
    #expect(try problem { _, _, _, _ in } == nil)
    #expect(try problem { _, luma, _, _ in luma = luma * 0.5 + 20 } == nil)
    #expect(try problem { _, luma, _, _ in luma = luma * 1.6 - 30 } == nil)
    #expect(try problem { _, _, blue, red in (blue, red) = (1.4 * blue, 1.4 * red) } == nil)
    #expect(try problem { _, _, blue, red in (blue, red) = (0.6 * blue, 0.6 * red) } == nil)
    #expect(try problem { _, _, blue, red in (blue, red) = (blue - 8, red + 10) } == nil)
    let part = LumaGrid(try still.cropped(x: 20, y: 10, width: 220, height: 160))
    #expect(ColorDifference(still: LumaGrid(still), movie: part)?.problem == nil)
    #expect(ColorDifference(still: part, movie: LumaGrid(still))?.problem == nil)
  }

  @Test("colours that are lost, exchanged, opposite, or shifted in a part are told, and so are black halves and shades")
  func others() throws {
    let cases: [(String?, String)] = [
      (try problem { _, _, blue, red in (blue, red) = (0, 0) }, "the movie is grey"),
      (try problem { _, _, blue, red in (blue, red) = (red, blue) }, "blue and red are exchanged"),
      (try problem { _, _, blue, red in (blue, red) = (-blue, -red) }, "the opposite"),
      (try problem { row, _, blue, _ in blue += row > 0.5 ? 40 : 0 }, "shifted below a line"),
      (try problem { row, _, _, red in red -= row > 0.7 ? 40 : 0 }, "shifted below a line"),
      (
        try problem { row, luma, blue, red in if row >= 0.5 { (luma, blue, red) = (16, 0, 0) } },
        "the lower half of the movie is all of one colour"
      ),
      (try problem { _, luma, _, _ in luma /= 6 }, "times the contrast"),
    ]
    for (found, expected) in cases { #expect(found?.contains(expected) == true, "\(found ?? "nothing"), \(expected)") }
  }

  @Test("of a grid that is turned, colours are, too")
  func turned() throws {
    let grid = LumaGrid(still)
    let back = grid.turned(.right).turned(.left)
    #expect(back.values == grid.values && back.colors?.values == grid.colors?.values)
    #expect(ColorDifference(still: grid, movie: grid.turned(.down).turned(.down))?.problem == nil)
  }

  @Test("a part of a thumbnail in other colours is told, and a tile that shows something else than the thumbnail")
  func parts() throws {
    let grid = LumaGrid(still)
    let colors = try #require(grid.colors)
    var copy = grid
    copy.colors = ColorGrid(
      width: colors.width, height: colors.height,
      values: colors.values.enumerated().map { $0 < 4 ? $1 + SIMD3<Float>(0, 40, -10) : $1 })
    #expect(LocalDifference(grid, grid).problem == nil)
    #expect(LocalDifference(grid, copy).problem?.contains("4 of 192 parts of the picture in other colours") == true)
    // Twelve tiles, of which the sixth is noise.
    let part = HEICPart(
      tiles: Array(repeating: [], count: 12), columns: 4, tileSize: (64, 64), configuration: [], coverage: (1, 1),
      name: "whole")
    var random = SeededRandom(seed: 2)
    var values = grid.values
    for row in 16..<32 {
      for column in 16..<32 { values[row * 64 + column] = Float.random(in: 0...255, using: &random) }
    }
    let damaged = LumaGrid(width: grid.width, height: grid.height, values: values)
    func tiles(_ picture: LumaGrid) -> [Int] {
      SmallCopy(picture: picture, copy: grid, orientation: .up).damagedTiles(of: part, width: 256, height: 192)
    }
    #expect(tiles(grid) == [])
    #expect(tiles(damaged) == [6])
  }
}
