import ISOBoxes
public import MediaCore

/// A way to turn a picture: mirrored left to right or not, and then turned clockwise by quarter turns.
struct HEICTurn: Hashable, Sendable {
  var quarters: Int
  var isMirrored: Bool

  init(quarters: Int, isMirrored: Bool) {
    self.quarters = quarters & 3
    self.isMirrored = isMirrored
  }

  /// Creates the turn by which a picture of an orientation is seen upright.
  init(_ orientation: ExifOrientation) {
    // In the order of Exif's numbers, from 1.
    let quarters = [0, 0, 2, 2, 3, 1, 1, 3][Int(orientation.rawValue) - 1]
    self.init(
      quarters: quarters, isMirrored: [.upMirrored, .downMirrored, .leftMirrored, .rightMirrored].contains(orientation))
  }

  /// Creates the turn that the properties of an item make together, in their order.
  init(_ properties: [any Box]) {
    self.init(quarters: 0, isMirrored: false)
    for property in properties {
      guard let change = property as? HEIFTransformBox else { continue }
      self = then(
        change.type == "irot"
          ? HEICTurn(quarters: -Int(change.value & 3), isMirrored: false)
          : HEICTurn(quarters: change.value & 1 == 0 ? 2 : 0, isMirrored: true))
    }
  }

  func then(_ next: HEICTurn) -> HEICTurn {
    HEICTurn(
      quarters: next.quarters + (next.isMirrored ? -quarters : quarters), isMirrored: isMirrored != next.isMirrored)
  }

  var inverse: HEICTurn { isMirrored ? self : HEICTurn(quarters: -quarters, isMirrored: false) }

  /// The Exif orientation that stands for the turn.
  var orientation: ExifOrientation {
    ExifOrientation.allCases.first { HEICTurn($0) == self } ?? .up
  }

  /// The item properties that stand for the turn, the rotation first, as ISO/IEC 23000-22 (MIAF), 7.3.6.7, orders them.
  var boxes: [HEIFTransformBox] {
    isMirrored
      ? [HEIFTransformBox("irot", UInt8(quarters)), HEIFTransformBox("imir", 1)]
      : [HEIFTransformBox("irot", UInt8((4 - quarters) & 3))]
  }
}

extension ExifOrientation {
  /// Returns the orientation by which the stored picture is seen turned further, clockwise.
  public func turned(quarters: Int) -> ExifOrientation {
    HEICTurn(self).then(HEICTurn(quarters: quarters, isMirrored: false)).orientation
  }
}
