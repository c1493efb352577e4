import ByteCoding
import MovieCoding
import VideoCoding

extension CodedTrackCheck {
  /// Of longer recordings the beginning is looked at: a quick look has no time for more.
  private static let mostOutlined = 2000
  /// No picture of a real movie is in more units.
  private static let mostUnits = 256
  /// The bytes of a unit by which its kind is told.
  private static let headLength = 16

  /// Returns what makes no sense in the lengths of the pictures' units and in the kinds of those that `stss` names;
  /// `nil` if no problem is found. Of each unit the first bytes are read.
  func outlineProblem(in source: any ByteSource) -> String? {
    for (number, sample) in samples.prefix(Self.mostOutlined).enumerated() {
      // What cannot be read, or lies outside of the file, is told by the rule about tables.
      guard let start = Int(exactly: sample.offset), start <= source.count, sample.size <= source.count - start else {
        return nil
      }
      let name = "sample \(number + 1) of track \(track.id)"
      var (position, picture, units) = (start, nil as CodedPicture?, 0)
      let end = start + sample.size
      while position < end, units < Self.mostUnits {
        let range = position..<min(end, position + lengthBytes + Self.headLength)
        guard let head = try? source.bytes(range) else { return nil }  // told by the rule about tables, too
        let length = head.prefix(lengthBytes).reduce(0) { $0 << 8 | Int($1) }
        // What is filled up behind the last unit is nobody's concern.
        if length == 0, position > start { break }
        guard head.count > lengthBytes, length > 0, length <= end - position - lengthBytes else {
          return "the units of \(name) do not fill its \(sample.size) bytes (stsz, stco): get another copy"
        }
        if picture == nil { picture = kind(of: head, length: length) }
        position += lengthBytes + length
        units += 1
      }
      if sample.isSync, let picture, picture != .sync {
        return "\(name) is built on others, and stss says that decoding can begin there"
      }
    }
    return nil
  }

  /// Returns the kind of the picture that a unit with these first bytes is of; `nil` for one that is of none.
  private func kind(of head: [UInt8], length: Int) -> CodedPicture? {
    var head = head
    let rest = min(length, head.count - lengthBytes)
    for index in 0..<lengthBytes { head[index] = 0 }
    head[lengthBytes - 1] = UInt8(rest)
    return head.prefix(lengthBytes + rest).withUnsafeBytes { CodedPicture($0, lengthBytes: lengthBytes, codec: codec) }
  }
}
