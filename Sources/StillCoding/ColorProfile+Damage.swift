import ByteCoding
import CLCMS

extension ColorProfile {
  /// A number of tags far above that of any profile.
  private static let mostTags = 1000

  /// Returns the reason why bytes are no profile, as the rest of a sentence; `nil` if they may be one. ISO 15076-1, 7.2
  /// and 7.3.
  ///
  /// Nothing is worked out: header and table of tags must fit, and a tag begins with the name of its kind.
  static func problem(in bytes: [UInt8]) -> String? {
    var reader = ByteReader(bytes)
    let size = Int(reader.u32())
    reader.skip(32)
    guard reader.ascii(4) == "acsp" else { return "is none: it lacks a profile's mark ('acsp')" }
    guard size >= 132, size <= bytes.count else {
      return "is said to have \(size) bytes, and there are \(bytes.count)"
    }
    reader.skip(88)
    let count = Int(reader.u32())
    guard count <= mostTags else { return "is said to have \(count) tags, which none has" }
    for _ in 0..<count {
      reader.skip(4)
      let (start, length) = (Int(reader.u32()), Int(reader.u32()))
      guard reader.error == nil, length >= 4, start <= size - length,
        bytes[start..<start + 4].allSatisfy({ (0x20...0x7e).contains($0) })
      else { return "holds a tag that cannot be read" }
    }
    return checksumProblem(Array(bytes.prefix(size)))
  }

  /// Returns the rest of a sentence for a profile whose bytes do not have the checksum that the profile carries, `nil`
  /// if they have it or there is none: ISO 15076-1, 7.2.18.
  private static func checksumProblem(_ bytes: [UInt8]) -> String? {
    let (flags, intent, identifier) = (44..<48, 64..<68, 84..<100)
    let told = Array(bytes[identifier])
    guard told.contains(where: { $0 != 0 }), let sum = cmsMD5alloc(nil) else { return nil }
    var plain = bytes
    for range in [flags, intent, identifier] {
      plain.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
    cmsMD5add(sum, plain, cmsUInt32Number(plain.count))
    var found = cmsProfileID()
    cmsMD5finish(&found, sum)
    return withUnsafeBytes(of: found) { $0.elementsEqual(told) }
      ? nil : "is damaged: its bytes are not those of its checksum"
  }
}
