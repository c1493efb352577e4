import ByteCoding
import MediaCore

extension JPEGFile {
  /// Returns patches that turn the pictures of the multi-picture index by as much as the main one is turned; see
  /// ``turning(_:)``. A picture that cannot be read is left alone: no program can show it.
  func previewPatches(_ turn: HEICTurn) throws(CodingError) -> [BytePatch] {
    let pictures = (multiPicture?.pictures ?? []).compactMap { picture in
      picture.start.map { (start: $0, size: picture.size) }
    }
    var patches: [BytePatch] = []
    var position = dataStart
    for picture in pictures.sorted(by: { ($0.start, $0.size) < ($1.start, $1.size) }) {
      // Pictures that lie in each other are nobody's.
      guard picture.start >= position, picture.size > 0, picture.size <= source.count - picture.start else { continue }
      let range = picture.start..<picture.start + picture.size
      guard let file = try? JPEGFile(source.piece(range, of: "preview")) else { continue }  // none that turns
      patches += try file.turning(turn).map {
        BytePatch(
          range: $0.range.lowerBound + range.lowerBound..<$0.range.upperBound + range.lowerBound, bytes: $0.bytes)
      }
      position = range.upperBound
    }
    return patches
  }

  /// A picture that lies in another file, turned as ``turning(_:)`` does.
  static func turned(embedded bytes: [UInt8], name: String, by turn: HEICTurn) throws(CodingError) -> [UInt8] {
    let source = ArrayBytes(bytes, name: name)
    return try ByteRope(source, JPEGFile(source).turning(turn)).file(name)
  }

  /// Returns patches that turn the picture by its own Exif, which is added if it is missing.
  ///
  /// Programs show a preview by its own orientation or by the main picture's, and both are turned by the same. Gain
  /// maps and depth maps are laid over the main picture before it is turned, and stay.
  private func turning(_ turn: HEICTurn) throws(CodingError) -> [BytePatch] {
    guard !isMap else { return [] }
    var edits = StillEdits()
    edits.orientation = HEICTurn(exif?.orientation ?? .up).then(turn).orientation
    return try patches(change(edits, orientation: .up, video: nil))
  }

  /// Indicates whether the picture is a map of the brightness or the distance of the main picture's points.
  private var isMap: Bool {
    let words = ["hdrgm", "HDRGainMap", "apdi:", "/depthmap/"].map { Array($0.utf8) }
    if let xmp, words.contains(where: { xmp.firstRange(of: $0) != nil }) { return true }
    return segments.contains { $0.content == .gainMap }
  }
}
