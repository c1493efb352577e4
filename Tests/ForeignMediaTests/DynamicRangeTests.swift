import ForeignMedia
import MediaCore
import Testing
import VideoCoding

/// Pictures of high dynamic range that are mapped to plain range.
@Suite struct DynamicRangeTests {
  /// A picture whose colours change from row to row.
  private func picture(height: Int) throws -> I420Picture {
    let picture = try I420Picture(width: 48, height: height, range: .full)
    picture.fill(x: 0, y: 0, width: 48, height: height, luma: 110)
    for row in stride(from: 0, to: height, by: 2) {
      let step = UInt8(row / 2 % 8 * 12)
      picture.fill(x: 0, y: row, width: 48, height: 2, luma: 110, cb: 88 + step, cr: 170 - step)
    }
    return picture
  }

  @Test("rows of a high picture are mapped as they are in a low one: no band shows", arguments: [1200, 1201])
  func bands(height: Int) throws {
    let whole = try picture(height: height)
    let mapped = try whole.mappedToPlainRange(primaries: 9, transfer: 16)
    for (start, rows) in [(416, 192), (928, 192)] {
      let part = try whole.cropped(x: 0, y: start, width: 48, height: rows)
        .mappedToPlainRange(primaries: 9, transfer: 16)
      // What lies at the edges of the part is seen otherwise there.
      func middle(_ picture: I420Picture, _ y: Int) throws -> [UInt8] {
        try picture.cropped(x: 0, y: y, width: 48, height: rows - 64).rgb()
      }
      let differences = zip(try middle(mapped, start + 32), try middle(part, 32)).map { abs(Int($0) - Int($1)) }
      #expect(differences.max() == 0, "\(start)")
    }
  }
}
