import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles

@Suite struct ContactSheetTests {
  private func plain(_ luma: UInt8) throws -> I420Picture {
    let picture = try I420Picture(width: 64, height: 48, range: .full)
    picture.fill(x: 0, y: 0, width: 64, height: 48, luma: luma, cb: 100, cr: 150)
    return picture
  }

  @Test func picturesLieInTheirOrder() throws {
    let layout = ContactSheetLayout(
      count: 5, columns: 3, width: 80, height: 60)
    #expect(layout.rows == 2 && layout.cell == (80, 60))
    let sheet = try ContactSheet(layout)
    for index in 0..<5 {
      try sheet.add(
        plain(UInt8(50 + 40 * index)), at: index, time: MediaTime(value: Int64(index), timescale: 4), isKey: index == 2)
    }
    for index in 0..<5 {
      let (x, y) = layout.corner(index)
      #expect(sheet.picture.luma(x, y) == 50 + 40 * index)
      #expect(sheet.picture.luma(x + 79, y + 59) == 50 + 40 * index)
      #expect(sheet.picture.luma(x + 40, y - 2) == (index == 2 ? 255 : 24), "the frame of the key photo")
      let below = (0..<80).map { column in
        (0..<layout.label).contains { sheet.picture.luma(x + column, y + 60 + layout.gap + $0 - 2) == 255 }
      }
      #expect(below.contains(true), "a time below")
    }
  }

  @Test func labelsAreHundredths() {
    #expect(ContactSheet.label(MediaTime(value: 905, timescale: 600)) == "1.51s")
    #expect(ContactSheet.label(.zero) == "0.00s")
    #expect(ContactSheet.label(MediaTime(value: 5999, timescale: 600)) == "10.00s")
  }

  @Test func figuresDiffer() throws {
    var drawn: Set<[UInt8]> = []
    for character in "0123456789.s" {
      let picture = try I420Picture(width: 6, height: 8, range: .full)
      picture.fill(x: 0, y: 0, width: 6, height: 8, luma: 0)
      DigitFont.draw(String(character), into: picture, x: 0, y: 0, dot: 1, luma: 255)
      drawn.insert(picture.lumaRows)
    }
    #expect(drawn.count == 12)
  }

  @Test func theKeyPhotoIsAmongTheChosen() {
    #expect(ContactSheet.choice(of: 90, places: 12, key: 40).contains(40))
    #expect(ContactSheet.choice(of: 90, places: 4, key: nil) == [0, 29, 59, 89])
    #expect(ContactSheet.choice(of: 3, places: 12, key: 1) == [0, 1, 2])
    #expect(ContactSheet.choice(of: 9, places: 1, key: nil) == [4])
    #expect(ContactSheet.choice(of: 0, places: 4, key: nil) == [])
    let chosen = ContactSheet.choice(of: 90, places: 12, key: 41)
    #expect(chosen == chosen.sorted() && Set(chosen).count == 12)
  }
}
