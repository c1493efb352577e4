import ByteCoding
import ISOBoxes
public import MediaCore

extension StillFile {
  /// Returns the problems and peculiarities of all that is not the picture, a sentence each: metadata that cannot be
  /// read, references to nothing, descriptions of a video that contradict themselves, and unannounced bytes at the
  /// file's end.
  ///
  /// `reading` all of a JPEG's bytes, all that lies behind its picture is looked at, too; otherwise only what does not
  /// end as a JPEG does, where nothing tells of more than one picture.
  /// - Throws: ``MediaCore/CodingError`` when the file can no longer be read.
  public func oddities(reading: Bool) throws(CodingError) -> [String] {
    let motion = XMPMotionPhoto(packet: xmp)
    var found = motionPhoto == nil ? [] : motion?.contradictions ?? []
    found += exif?.oddities ?? []
    if let exif, let document = xmp.flatMap({ XMPDocument($0) }) {
      found += XMPExifCheck(xmp: document, exif: exif, shown: orientation).oddities
    }
    if let size = sizeOddity { found.append(size) }
    switch container {
    case let heic as HEICFile:
      let isAnnounced = motion.map { $0.isMotionPhoto || $0.isMicroVideo } ?? false
      // Samsung tells of it in a box of its own.
      if motionPhoto != nil, !isAnnounced, heic.layout.first("sefd") == nil {
        found.append("It holds a video, and its XMP does not say that it is a Motion Photo.")
      }
      if let turn = turnOddity { found.append(turn) }
      found += try HEICItemCheck(file: heic).oddities()
    case let jpeg as JPEGFile:
      let check = JPEGCheck(file: jpeg)
      found += try check.oddities + GainMap.problems(of: jpeg)
      if let missing = try JPEGScanCheck(jpeg).missingTable { found.append(missing) }
      if let strange = try JPEGQuantization(jpeg).oddity { found.append(strange) }
      let looksBehind = reading ? true : try !check.endsPlainly
      if looksBehind { found += try check.endOddities(motion, video: motionPhoto?.videoRange, lacksVideo: lacksVideo) }
    case let png as PNGFile: found += try png.checksumOddities()
    case let webp as WebPFile where webp.end < webp.source.count:
      found.append(
        "\(webp.source.count - webp.end) bytes lie behind the end that its header tells: the file was changed or joined "
          + "with another. Get another copy.")
    default: break
    }
    return found
  }
}

extension StillFile {
  /// A sentence on a picture that is far smaller than its Exif says, `nil` for other pictures. Programs that make a
  /// copy for the web often leave the size in Exif as it was, and reduce the picture to a half at most.
  private var sizeOddity: String? {
    guard let exif, let told = exif.pictureSize, 2 * max(width, height) < max(told.width, told.height) else {
      return nil
    }
    return
      "Its picture is \(width)x\(height), and its Exif says \(told.width)x\(told.height): a thumbnail in its place?"
  }

  /// A sentence on Exif that turns a HEIC's picture otherwise than its own properties do; `nil` if both agree. Many
  /// programs that turn the pixels write 1 there, or leave the turning to the properties.
  private var turnOddity: String? {
    guard let told = exif?.orientation, told != .up, told != orientation else { return nil }
    return "Its Exif has the orientation \(told.rawValue), and its picture is turned as by \(orientation.rawValue) "
      + "('irot', 'imir'): programs show it in different ways."
  }

  /// The colour profile of a JPEG; `nil` for one without, or whose profile is damaged, and for other files.
  package func jpegColorProfile() throws(CodingError) -> ColorProfile? {
    guard let jpeg = container as? JPEGFile, case .success(let bytes)? = JPEGCheck(file: jpeg).profile else {
      return nil
    }
    return ColorProfile(bytes)
  }
}
