import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles
@testable import StillCoding

@Suite struct EditPartsTests {
  @Test func namesFollowThePhones() {
    #expect(FileNames.edited("IMG_0001") == "IMG_E0001")
    #expect(FileNames.edited("DSC_77") == "DSC_E77")
    #expect(FileNames.edited("IMG_E0001") == "IMG_E0001_edited")
    #expect(FileNames.edited("holiday") == "holiday_edited")
    #expect(FileNames.edited("img_0001") == "img_0001_edited")
    #expect(FileNames.edited("_1") == "_1_edited")
    #expect(FileNames.exported("IMG_0001", effect: .loop, format: .gif) == "IMG_0001_loop")
    #expect(FileNames.exported("IMG_0001", effect: nil, format: .sheet) == "IMG_0001_sheet")
    #expect(FileNames.exported("IMG_0001", effect: nil, format: .webp) == "IMG_0001")
  }

  @Test func trimsAreRead() {
    #expect(
      EditTrim("0.5..2")
        == EditTrim(start: MediaTime(value: 1, timescale: 2), end: MediaTime(value: 2, timescale: 1)))
    #expect(EditTrim("..2.25") == EditTrim(end: MediaTime(value: 9, timescale: 4)))
    #expect(EditTrim("1..") == EditTrim(start: MediaTime(value: 1, timescale: 1)))
    for text in ["", "..", "1", "1.2", "a..b", "-1..2", "1..2..3", "inf..", "nan..1", "1e9.."] {
      #expect(EditTrim(text) == nil, "\(text)")
    }
  }

  @Test func identifiersDependOnOriginalAndEditAlone() {
    let first = EditIdentifier.derived(from: "A", edit: "mute")
    #expect(first == EditIdentifier.derived(from: "a", edit: "mute"))
    let others = [("A", "turn 90"), ("B", "mute"), ("A\nm", "ute"), ("", "")].map {
      EditIdentifier.derived(from: $0.0, edit: $0.1)
    }
    #expect(Set(others + [first]).count == 5)
  }

  @Test(arguments: ExifOrientation.allCases, QuarterTurn.allCases)
  func turnsAddUp(orientation: ExifOrientation, turn: QuarterTurn) throws {
    // Judged by turning pixels: first as the orientation says, then further.
    let stored = try I420Picture(width: 8, height: 4, range: .full)
    stored.fill(x: 0, y: 0, width: 8, height: 4, luma: 20)
    stored.fill(x: 2, y: 0, width: 4, height: 2, luma: 200)
    stored.fill(x: 0, y: 2, width: 2, height: 2, luma: 90)
    let further: ExifOrientation =
      switch turn {
      case .none: .up
      case .right: .right
      case .half: .down
      case .left: .left
      }
    let seen = try stored.turned(for: orientation).turned(for: further)
    let direct = try stored.turned(for: orientation.turned(quarters: turn.rawValue / 90))
    #expect(direct.width == seen.width && direct.lumaRows == seen.lumaRows)
  }
}

extension I420Picture {
  /// The picture as it is to be seen, when it is stored with that orientation.
  fileprivate func turned(for orientation: ExifOrientation) throws -> I420Picture {
    let turn = HEICTurn(orientation)
    return try turned(clockwiseQuarters: turn.quarters, mirrored: turn.isMirrored)
  }
}
