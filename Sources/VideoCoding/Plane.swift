import CYuv

/// Rows of bytes in memory that someone else owns: one plane of a picture, or a packed picture.
///
/// Valid as long as its owner says. Whoever makes one has checked its size, so libyuv, which fails only for sizes that
/// make no sense, fails only by a bug here.
struct Plane {
  let start: UnsafeMutablePointer<UInt8>
  /// The distance from one row to the next, in bytes.
  let stride: Int
  /// Bytes in a row.
  let width: Int
  let height: Int

  /// The stride as libyuv takes it.
  var pitch: Int32 { Int32(stride) }

  /// The plane from another byte on, as large as said or to its own end.
  func part(x: Int = 0, y: Int = 0, width: Int? = nil, height: Int? = nil) -> Plane {
    Plane(
      start: start + y * stride + x, stride: stride, width: width ?? self.width - x, height: height ?? self.height - y)
  }

  /// The even rows from 0, or the odd ones from 1.
  func everySecondRow(from row: Int) -> Plane {
    Plane(start: start + row * stride, stride: 2 * stride, width: width, height: height / 2)
  }
}

// MARK: - libyuv's work on single planes

extension Plane {
  /// A function from one plane to one, such as `RAWToARGB`.
  typealias OneToOne = (UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<UInt8>?, Int32, Int32, Int32) -> Int32

  /// Converts pixels into those of `target`, which have four bytes.
  func convert(to target: Plane, by function: OneToOne) {
    Self.check(function(start, pitch, target.start, target.pitch, Int32(target.width / 4), Int32(target.height)))
  }

  /// Copies as much of the plane as `target` holds.
  func copy(to target: Plane) {
    CopyPlane(start, pitch, target.start, target.pitch, Int32(target.width), Int32(target.height))
  }

  func fill(_ value: UInt8) { SetPlane(start, pitch, Int32(width), Int32(height), UInt32(value)) }

  /// Scales the plane to the size of `target`: by default averaging where it shrinks, interpolating where it grows.
  func scale(to target: Plane, filter: FilterMode = kFilterBox) {
    ScalePlane(
      start, pitch, Int32(width), Int32(height), target.start, target.pitch, Int32(target.width), Int32(target.height),
      filter)
  }

  /// Mixes the plane with another one: `share` of 256 parts of the other, the rest of this one.
  func mix(with other: Plane, share: Int, to target: Plane) {
    Self.check(
      InterpolatePlane(
        start, pitch, other.start, other.pitch, target.start, target.pitch, Int32(target.width), Int32(target.height),
        Int32(share)))
  }

  func squaredError(to other: Plane) -> UInt64 {
    ComputeSumSquareErrorPlane(start, pitch, other.start, other.pitch, Int32(width), Int32(height))
  }

  /// Replaces every byte by its entry in a table, and up to three more at the end of rows.
  ///
  /// libyuv looks up the four channels of a pixel in tables of their own; here they are four neighbours. So the table
  /// has 256 groups of four entries.
  func map(by table: [UInt8]) {
    precondition(table.count == 1024, "a table of the wrong size")
    Self.check(ARGBColorTable(start, pitch, table, 0, 0, Int32((width + 3) / 4), Int32(height)))
  }

  /// Puts every other byte, from the first on, into `even` and the others into `odd`.
  func split(even: Plane, odd: Plane) {
    SplitUVPlane(
      start, pitch, even.start, even.pitch, odd.start, odd.pitch, Int32(width / 2), Int32(height))
  }

  /// Lays the bytes of this plane and of another one alternately side by side.
  func merge(odd: Plane, to target: Plane) {
    MergeUVPlane(
      start, pitch, odd.start, odd.pitch, target.start, target.pitch, Int32(target.width / 2), Int32(target.height))
  }

  static func check(_ status: Int32) { precondition(status == 0, "libyuv was given sizes that make no sense") }
}
