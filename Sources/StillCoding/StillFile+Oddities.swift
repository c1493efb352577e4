import ByteCoding
import ISOBoxes
public import MediaCore

extension StillFile {
  /// Returns the problems and peculiarities of all that is not the picture, a sentence each: metadata that cannot be
  /// read, references to nothing, descriptions of a video that contradict themselves, and unannounced bytes at the
  /// file's end.
  ///
  /// `reading` all of a JPEG's bytes, what lies behind its picture is looked at, too.
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
      if reading { found += try check.endOddities(motion, video: motionPhoto?.videoRange, lacksVideo: lacksVideo) }
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

/// A check of what a JPEG holds beside its picture.
private struct JPEGCheck {
  let file: JPEGFile
  private var source: any ByteSource { file.source }

  var oddities: [String] {
    var found = (unnamedExif.map { [$0] } ?? []) + misplacedParts
    if file.segments.count(where: { $0.content == .exif }) > 1 {
      found.append("It has two Exif segments, of which readers take the one or the other.")
    }
    if let contradiction = colorContradiction { found.append(contradiction) }
    return found + (profileOddity.map { ["Its colour profile \($0)."] } ?? []) + metadataOddities
  }

  /// A sentence for the case that Adobe's marker has decoders take the picture for red, green and blue, and the rest of
  /// the file tells of brightness and colour (ITU-T T.872, 6.5.3); `nil` otherwise.
  private var colorContradiction: String? {
    guard let adobe = payload(of: .app14), adobe.count >= 12, adobe.starts(with: "Adobe".utf8), adobe[11] == 0,
      let frame = file.segments.first(where: { $0.marker.isStartOfFrame }).flatMap(payload), frame.count >= 15,
      frame[5] == 3
    else { return nil }
    let because: String
    if frame[7] != frame[10] {
      // Nobody halves green.
      because = "components have different sizes"
    } else if file.segments.contains(where: { $0.content == .jfif }) {
      because = "JFIF marker says otherwise"
    } else if [frame[6], frame[9], frame[12]] == [1, 2, 3], frame[8] != frame[11], frame[11] == frame[14] {
      // Red, green and blue have the letters' numbers, or else one table.
      because = "components are numbered and quantized as brightness and colour"
    } else {
      return nil
    }
    return "Adobe's marker says that its colours are red, green and blue, and its \(because): many programs show false "
      + "colours."
  }

  private func payload(of marker: JPEGMarker) -> [UInt8]? {
    file.segments.first { $0.marker == marker }.flatMap(payload)
  }

  private func payload(_ segment: JPEGFile.Segment) -> [UInt8]? {
    // What cannot be read any more is told elsewhere.
    try? source.part(
      segment.payload.lowerBound..<min(segment.payload.lowerBound + 64, segment.payload.upperBound), of: "marker")
  }

  /// A sentence on Exif whose segment has lost its name; `nil` if there is none.
  private var unnamedExif: String? {
    for segment in file.segments where segment.marker == .app1 && segment.content == .other {
      let start = segment.payload.lowerBound
      guard segment.payload.count > 14,
        let head = try? source.part(start..<start + 14, of: "APP1"),  // what cannot be read any more is told elsewhere
        TIFFReader(tiff: Array(head[6...])) != nil
      else { continue }
      return
        "The APP1 segment at byte \(segment.range.lowerBound) looks like Exif, and is not called so: nobody reads it."
    }
    return nil
  }

  /// Sentences on Exif, XMP and profiles behind markers that are none of theirs.
  private var misplacedParts: [String] {
    let parts: [(name: String, start: String, marker: JPEGMarker)] = [
      ("Exif", "Exif\0\0", .app1), ("XMP", "http://ns.adobe.com/xap/1.0/\0", .app1),
      ("colour profile", "ICC_PROFILE\0", .app2),
    ]
    return file.segments.compactMap { segment in
      guard let bytes = payload(segment),
        let part = parts.first(where: { bytes.starts(with: $0.start.utf8) && $0.marker != segment.marker })
      else { return nil }
      return
        "Its \(part.name) at byte \(segment.range.lowerBound) stands behind the marker \(segment.marker) in place of "
        + "\(part.marker): no program reads it. Get another copy."
    }
  }

  /// The reason why the profile is none, as the rest of a sentence; `nil` for a good profile or none.
  private var profileOddity: String? {
    switch profile {
    case nil: nil
    case .failure(let problem)?: problem.text
    case .success(let bytes)?: ColorProfile.problem(in: bytes)
    }
  }

  struct ProfileProblem: Error { let text: String }

  /// The colour profile, which lies in pieces, or why they are no whole; `nil` if there is none.
  var profile: Result<[UInt8], ProfileProblem>? {
    let pieces = file.segments.filter { $0.content == .icc }
    guard !pieces.isEmpty else { return nil }
    var profile: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      // What cannot be read any more is told elsewhere.
      guard let bytes = try? source.part(piece.payload, of: "APP2"), bytes.count >= 14 else {
        return .failure(ProfileProblem(text: "is cut off"))
      }
      guard Int(bytes[12]) == index + 1, Int(bytes[13]) == pieces.count else {
        let place = "piece \(bytes[12]) of \(bytes[13]) is the \(index + 1) of \(pieces.count) that are there"
        return .failure(ProfileProblem(text: "is not whole: " + place))
      }
      profile += bytes[14...]
    }
    return .success(profile)
  }

  private var metadataOddities: [String] {
    var packet = file.xmp ?? []
    // Some writers fill up with zeros.
    while packet.last == 0 { packet.removeLast() }
    let isUnreadable = !packet.isEmpty && XMPDocument(packet) == nil
    let broken = file.exif == nil && file.metadata.exifPlace != nil ? ["Its Exif cannot be read."] : []
    return isUnreadable ? broken + ["Its XMP cannot be read."] : broken
  }

  /// Returns sentences on data behind the picture that nothing in the file tells of: a movie, or another photo.
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
