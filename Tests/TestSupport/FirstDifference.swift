/// Where two runs of bytes first differ, or `nil`.
///
/// `#expect(left == right)` lists every difference of two arrays when it fails, which takes hours for long ones.
public func firstDifference(_ left: [UInt8], _ right: [UInt8]) -> Int? {
  if left == right { return nil }
  return zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(left.count, right.count)
}
