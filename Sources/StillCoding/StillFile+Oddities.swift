import ByteCoding
import ISOBoxes
public import MediaCore

extension StillFile {
  /// What is wrong or unusual with all that is not the picture, a sentence each: metadata that cannot be read,
  /// references to nothing, words of a video that contradict themselves, and what lies behind it all unannounced.
  ///
  /// `reading` all of a JPEG's bytes, what lies behind its picture is looked at, too.
  /// - Throws: ``MediaCore/CodingError`` when the file can no longer be read.
  public func oddities(reading: Bool) throws(CodingError) -> [String] {
    let motion = XMPMotionPhoto(packet: xmp)
    var found = motionPhoto == nil ? [] : motion?.contradictions ?? []
    found += exif?.oddities ?? []
    switch container {
    case let heic as HEICFile:
      let isAnnounced = motion.map { $0.isMotionPhoto || $0.isMicroVideo } ?? false
      // Samsung tells of it in a box of its own.
      if motionPhoto != nil, !isAnnounced, heic.layout.first("sefd") == nil {
        found.append("It holds a video, and its XMP does not say that it is a Motion Photo.")
      }
      found += try HEICItemCheck(file: heic).oddities()
    case let jpeg as JPEGFile:
      let check = JPEGCheck(file: jpeg)
      found += check.oddities
      if reading { found += try check.endOddities(motion, video: motionPhoto?.videoRange, lacksVideo: lacksVideo) }
    default: break
    }
    return found
  }
}

/// What a JPEG holds beside its picture.
private struct JPEGCheck {
  let file: JPEGFile
  private var source: any ByteSource { file.source }

  var oddities: [String] {
    var packet = file.xmp ?? []
    // Some writers fill up with zeros.
    while packet.last == 0 { packet.removeLast() }
    let isUnreadable = !packet.isEmpty && XMPDocument(packet) == nil
    let broken = file.exif == nil && file.metadata.exifPlace != nil ? ["Its Exif cannot be read."] : []
    return isUnreadable ? broken + ["Its XMP cannot be read."] : broken
  }

  /// What lies behind the picture, and nothing in the file tells of: a movie, or another photo.
  func endOddities(
    _ motion: XMPMotionPhoto?, video: Range<Int>?, lacksVideo: Bool
  ) throws(CodingError) -> [String] {
    guard let end = try file.endOfImage(), end < source.count else { return [] }
    let videoStart = video?.lowerBound ?? source.count
    if !lacksVideo, let start = try source.firstMovie(from: end), start < videoStart {
      let size = videoStart - start
      return [
        "\(size) bytes behind its picture look like \(video == nil ? "a" : "another") movie ('ftyp'), and nothing in the "
          + "file tells of it."
      ]
    }
    var pages = BytePages(source)
    let start = try pages.end(of: 0, from: end, before: source.count)
    let listed = (file.multiPicture?.pictures ?? []).contains { $0.start != nil }
    let hasItems = motion?.items.contains { $0.semantic != "Primary" && $0.semantic != "MotionPhoto" } ?? false
    guard !listed, !hasItems, try SamsungTrailer(source) == nil,
      try source.prefix(at: start, 3, of: "the end") == [0xff, 0xd8, 0xff]
    else { return [] }
    return ["\(source.count - start) bytes behind its picture are another JPEG, of which nothing in the file tells."]
  }
}
