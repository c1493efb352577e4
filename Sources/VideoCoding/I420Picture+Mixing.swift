public import MediaCore

// All of these but the comparison write, so they are for a picture's sole owner.
extension I420Picture {
  /// Makes this picture a mixture of two others of the same size and range: `share` of the second, 0 to 1, the rest
  /// of the first.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` when sizes or ranges differ.
  public func mix(_ first: I420Picture, _ second: I420Picture, share: Double) throws(CodingError) {
    for other in [first, second] where other.width != width || other.height != height || other.range != first.range {
      throw refusal(
        "A picture of \(other.width)x\(other.height), \(other.range) range, does not mix with it. Convert it "
          + "first.")
    }
    // The library takes 0 to 255 parts of 256, so that only the second's whole needs another way.
    let parts = Int((max(0, min(1, share)) * 256).rounded())
    guard parts < 256 else { return try copy(second) }
    for (plane, (other, target)) in zip(first.planes.planes, zip(second.planes.planes, planes.planes)) {
      plane.mix(with: other, share: parts, to: target)
    }
    range = first.range
  }

  /// Returns the mean of the squared differences of luma to a picture of the same size.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` when the sizes differ.
  public func lumaMeanSquare(to other: I420Picture) throws(CodingError) -> Double {
    guard other.width == width, other.height == height else {
      throw refusal("A picture of \(other.width)x\(other.height) cannot be compared with it. Scale it first.")
    }
    return Double(planes.luma.squaredError(to: other.planes.luma)) / Double(width * height)
  }

  /// Copies a whole picture of the same range to a place inside this one, which must be even and have room for it.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for another place or range.
  public func place(_ other: I420Picture, x: Int, y: Int) throws(CodingError) {
    guard x >= 0, y >= 0, x % 2 == 0, y % 2 == 0, x <= width - other.width, y <= height - other.height,
      range == other.range
    else {
      throw CodingError(
        .invalidSetting, context: "picture \(width)x\(height), \(range) range",
        message: "A picture of \(other.width)x\(other.height), \(other.range) range, does not fit at \(x), \(y). "
          + "Choose an even place with room.")
    }
    other.planes.copy(to: planes.part(x: x, y: y, width: other.width, height: other.height))
  }
}
