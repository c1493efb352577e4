/// A transform that turns and moves a picture for display: the matrix of three by three numbers of QuickTime File
/// Format, “Matrices”, and ISO/IEC 14496-12, 6.2.2, row after row.
///
/// A point (x, y) of the picture is shown at (a·x + c·y + x′, b·x + d·y + y′), with y counted downwards.
package struct TransformMatrix: Hashable, Sendable {
  /// The nine numbers as stored: a b u, c d v, x′ y′ w; u, v and w have 30 bits after the point, the others 16.
  package var elements: [Int32]

  package init(elements: [Int32]) {
    precondition(elements.count == 9, "a matrix has nine elements")
    self.elements = elements
  }

  /// Creates a matrix from whole numbers; its third column is 0 0 1.
  package init(a: Int, b: Int, c: Int, d: Int, x: Int = 0, y: Int = 0) {
    func fixed(_ value: Int) -> Int32 { Fixed16(value).rawValue }
    elements = [fixed(a), fixed(b), 0, fixed(c), fixed(d), 0, fixed(x), fixed(y), 0x4000_0000]
  }

  /// The matrix that leaves everything where it is.
  package static let unity = TransformMatrix(a: 1, b: 0, c: 0, d: 1)

  /// The matrix that shows a picture as this one shows its mirror image, left to right; its shift is of no use.
  package var mirrored: TransformMatrix {
    var result = self
    for index in 0..<2 { result.elements[index] = 0 &- elements[index] }
    return result
  }

  /// The angle by which the picture is turned clockwise for display: 0, 90, 180 or 270 degrees; `nil` for any other
  /// matrix.
  ///
  /// Only the turning part is looked at: programs disagree about the shift.
  package var clockwiseDegrees: Int? {
    let one = Fixed16(1).rawValue
    switch (elements[0], elements[1], elements[3], elements[4]) {
    case (one, 0, 0, one): return 0
    case (0, one, -one, 0): return 90
    case (-one, 0, 0, -one): return 180
    case (0, -one, one, 0): return 270
    default: return nil
    }
  }
}

extension FieldCoder {
  package mutating func matrix(_ name: StaticString, _ value: inout TransformMatrix) {
    numbers(name, &value.elements, count: 9, style: .hexadecimal)
    // After a failed read the list is cut short; the invariant of nine holds all the same.
    if value.elements.count != 9 { value = .unity }
  }
}
