import MediaCore
import Testing
import VideoCoding

@testable import LivePhotoFiles

/// What tiles tell that do not go on in each other.
@Suite struct TileSeamsTests {
  private static let (columns, rows, side) = (5, 4, 64)

  /// Tiles of pictures, one for each place, of which each is taken from the place that `order` says.
  private func picture(_ order: [Int], _ luma: (_ tile: Int, _ x: Int, _ y: Int) -> Double) throws -> I420Picture {
    let (columns, side) = (Self.columns, Self.side)
    let picture = try I420Picture(width: columns * side, height: Self.rows * side, range: .full)
    picture.withPlanes { planes in
      for (place, tile) in order.enumerated() {
        for y in 0..<side {
          for x in 0..<side {
            let value = luma(tile, tile % columns * side + x, tile / columns * side + y)
            let at = (place / columns * side + y) * planes.lumaStride + place % columns * side + x
            planes.luma[at] = UInt8(min(255, max(0, value)))
          }
        }
      }
    }
    return picture
  }

  private func problem(_ order: [Int], _ luma: (_ tile: Int, _ x: Int, _ y: Int) -> Double) throws -> String? {
    try TileSeams(picture(order, luma), columns: Self.columns, rows: Self.rows).problem
  }

  private static let whole = Array(0..<columns * rows)

  /// All in their places, but for two.
  private func exchanged(_ one: Int, _ other: Int) -> [Int] {
    var order = Self.whole
    order.swapAt(one, other)
    return order
  }

  @Test(
    "two tiles that were exchanged are told, of the middle and of edges, and so are many",
    arguments: [1, 2, 3] as [UInt64])
  func exchanged(seed: UInt64) throws {
    let scene = DrawnScene(seed: seed)
    func luma(_: Int, _ x: Int, _ y: Int) -> Double { scene.luma(x: Double(x), y: Double(y)) }
    #expect(try problem(Self.whole, luma) == nil)
    for (one, other) in [(6, 13), (6, 7), (0, 12), (3, 16)] {
      let problem = try #require(try problem(exchanged(one, other), luma), "\(one) and \(other)")
      #expect(problem.hasPrefix("Its picture jumps at "))
    }
    #expect(try problem(Self.whole.reversed(), luma) != nil)
  }

  @Test("what is smooth, busy, repeated, cut at borders, or put together of squares is no picture of exchanged tiles")
  func plausible() throws {
    var random = SeededRandom(seed: 7)
    let noise = (0..<400 * 400).map { _ in Double.random(in: 0..<255, using: &random) }
    let scenes = Self.whole.map { DrawnScene(seed: UInt64($0 + 1)) }
    let pictures: [(String, (_ tile: Int, _ x: Int, _ y: Int) -> Double)] = [
      ("even", { _, _, _ in 90 }),
      ("smooth", { _, x, y in Double(x + y) / 3 }),
      ("noise", { _, x, y in noise[y * 400 + x] }),
      ("squares", { _, x, y in (x / 64 + y / 64) % 2 == 0 ? 220 : 30 }),
      ("small squares", { _, x, y in (x / 8 + y / 8) % 2 == 0 ? 220 : 30 }),
      ("stripes above a horizon", { _, x, y in y < 128 ? Double(x % 16 * 15) : Double(x % 11 * 5) }),
      ("collage", { tile, x, y in scenes[tile].luma(x: Double(x), y: Double(y)) }),
      ("repeated", { _, x, y in scenes[0].luma(x: Double(x % 64), y: Double(y % 64)) }),
      (
        "two by turns",
        { tile, x, y in
          scenes[(tile + tile / Self.columns) % 2].luma(x: Double(min(x % 64, 63 - x % 64)), y: Double(y % 64))
        }
      ),
    ]
    for (name, luma) in pictures {
      let problem = try problem(Self.whole, luma)
      #expect(problem == nil, "\(name): \(problem ?? "")")
    }
  }

  @Test("tiles of a few pixels are not looked at")
  func tiny() throws {
    let scene = DrawnScene(seed: 1)
    let picture = try picture(exchanged(6, 13)) { _, x, y in scene.luma(x: Double(x), y: Double(y)) }
    #expect(TileSeams(picture, columns: 21, rows: 4).problem == nil)
  }
}
