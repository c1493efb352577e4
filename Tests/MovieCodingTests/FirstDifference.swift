/// Where two runs of bytes first differ, or `nil`. A failed comparison of long arrays would list every difference,
/// which takes hours.
func firstDifference(_ left: [UInt8], _ right: [UInt8]) -> Int? {
  if left == right { return nil }
  return zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(left.count, right.count)
}
