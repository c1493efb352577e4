import ByteCoding
import MediaCore

/// A check of what a JPEG holds beside its picture.
struct JPEGCheck {
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
    guard try SamsungTrailer(source) == nil else { return [] }
    guard !listed, !hasItems, video == nil else { return try behindAll(from: end, video: video, hasItems: hasItems) }
    guard start < source.count else { return Self.padding(source.count - end, behind: "its picture") }
    if try source.prefix(at: start, 3, of: "the end") == [0xff, 0xd8, 0xff] {
      return ["\(source.count - start) bytes behind its picture are another JPEG, of which nothing in the file tells."]
    }
    return [Self.strangers(source.count - start, behind: "its picture")]
  }

  /// Returns a sentence on what lies behind the last picture or video that the file tells of, if anything does.
  private func behindAll(from end: Int, video: Range<Int>?, hasItems: Bool) throws(CodingError) -> [String] {
    let pictures = (file.multiPicture?.pictures ?? []).compactMap { picture in picture.start.map { $0 + picture.size } }
    let ends = pictures + (video.map { [$0.upperBound] } ?? [])
    // Only their lengths are told of the others, back from the file's end.
    guard let last = ends.max(), last >= end, last < source.count, !(hasItems && pictures.isEmpty) else { return [] }
    var pages = BytePages(source)
    let start = try pages.end(of: 0, from: last, before: source.count)
    let place = "all that it tells of"
    return start < source.count
      ? [Self.strangers(source.count - start, behind: place)] : Self.padding(source.count - last, behind: place)
  }

  /// Cameras fill their files up to a block of the card, with zeros; what is far longer has another reason.
  private static func padding(_ count: Int, behind what: String) -> [String] {
    guard count >= mostPadding else { return [] }
    return ["\(count) zeros lie behind \(what): a copy or a disk has added them. Compare it with another copy."]
  }
  private static let mostPadding = 1 << 20

  private static func strangers(_ count: Int, behind what: String) -> String {
    "\(count) bytes lie behind \(what), of which nothing in the file tells: a program put them there, or a copy went "
      + "wrong. Compare it with another copy."
  }

  /// Indicates whether the file's last bytes are a picture's end, or there are known to be others behind the first.
  var endsPlainly: Bool {
    get throws(CodingError) {
      if file.multiPicture != nil || XMPMotionPhoto(packet: file.xmp) != nil { return true }
      return try source.prefix(at: max(0, source.count - 2), 2, of: "the end") == [0xff, 0xd9]
    }
  }
}
