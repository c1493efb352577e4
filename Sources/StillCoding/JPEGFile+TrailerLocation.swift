import ByteCoding
import MediaCore

extension JPEGFile {
  /// Returns patches that remove places from everything behind the picture's end: from previews, gain maps and other
  /// JPEGs, which stay as long as they are unless they must be turned, and from Samsung's blocks, of which only those
  /// that ``SamsungTrailer/places`` names are removed. Bytes that are none of these are removed, or become zeros in
  /// place.
  /// - Throws: ``CodingError`` with `.malformed` or `.unsupported` for what is listed and cannot be read.
  func trailerRemoval(isInPlace: Bool, video: Range<Int>?, turn: HEICTurn?, depth: Int) throws(CodingError)
    -> [BytePatch]
  {
    guard let end = try endOfImage() else {
      guard multiPicture == nil || multiPicture?.pictures.allSatisfy({ $0.start == nil }) == true, video == nil else {
        throw unclean("What follows the picture, which breaks off,")
      }
      return []
    }
    let samsung = try SamsungTrailer(source)
    if isInPlace, samsung?.places.isEmpty == false { throw unclean("Samsung's trailer of a picture inside of it") }
    var parts = parts(samsung, video)[...]
    var patches: [BytePatch] = []
    for block in samsung?.blocks ?? []
    where try source.prefix(at: block.data.lowerBound, 3, of: block.name) == [0xff, 0xd8, 0xff] {
      patches += try embedded(block.data, depth: depth)
    }
    var pages = BytePages(source)
    var position = end
    while position < source.count {
      if let part = parts.first, part.range.lowerBound <= position {
        parts.removeFirst()
        if part.isPicture {
          // One that lies inside of another, or of the picture itself, is none.
          guard part.range.lowerBound == position else {
            throw unclean("The MPF picture at byte \(part.range.lowerBound)")
          }
          patches += try embedded(part.range, turn: turn, depth: depth)
        }
        position = max(position, part.range.upperBound)
      } else if try pages.byte(at: position) == 0 {
        position = try pages.end(of: 0, from: position, before: parts.first?.range.lowerBound ?? source.count)
      } else {
        let limit = parts.first?.range.lowerBound ?? source.count
        if let range = try unlisted(from: position, before: limit) {
          patches += try embedded(range, depth: depth)
          position = range.upperBound
        } else {
          // Debugging data of camera apps, and metadata of programs. A list would point into the void.
          guard !isListing else { throw unclean("What follows the picture at byte \(position)") }
          let range = position..<limit
          patches.append(BytePatch(range: range, bytes: isInPlace ? [UInt8](repeating: 0, count: range.count) : []))
          position = limit
        }
      }
    }
    return patches
  }

  /// Returns the parts that are listed somewhere, in the order of the file: pictures, blocks and directory of Samsung's
  /// trailer, which are dealt with on their own, and a Motion Photo's video, with which the caller deals.
  private func parts(_ samsung: SamsungTrailer?, _ video: Range<Int>?) -> [(isPicture: Bool, range: Range<Int>)] {
    var parts: [(isPicture: Bool, range: Range<Int>)] = []
    if let video { parts.append((false, video)) }
    if let samsung {
      parts.append((false, samsung.directory))
      parts += samsung.blocks.map { (false, $0.range) }
    }
    var seen: Set<Int> = []
    for picture in multiPicture?.pictures ?? [] {
      // Of a file that was cut off, a picture may be missing; nobody can read it.
      guard let start = picture.start, start < source.count, picture.size > 0, seen.insert(start).inserted else {
        continue
      }
      parts.append((true, start..<min(source.count, start + picture.size)))
    }
    return parts.sorted { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
  }

  private func embedded(_ range: Range<Int>, turn: HEICTurn? = nil, depth: Int) throws(CodingError) -> [BytePatch] {
    let name = "\(source.name), the picture at byte \(range.lowerBound)"
    let bytes = try source.part(range, of: name)
    do throws(CodingError) {
      var clean = try Self.withoutLocation(embedded: bytes, name: name, depth: depth + 1)
      if let turn { clean = try Self.turned(embedded: clean, name: name, by: turn) }
      return clean == bytes ? [] : [BytePatch(range: range, bytes: clean)]
    } catch {
      throw unclean("The picture inside of it at byte \(range.lowerBound)", error)
    }
  }

  /// Indicates whether XMP lists by their lengths parts that follow the picture, besides a video.
  private var isListing: Bool {
    let items = XMPMotionPhoto(packet: xmp)?.items ?? []
    return items.contains { $0.semantic != "Primary" && $0.semantic != "MotionPhoto" && $0.length ?? 0 > 0 }
  }

  /// A JPEG that no list names, such as the items of Google's containers; `nil` for anything else.
  private func unlisted(from position: Int, before end: Int) throws(CodingError) -> Range<Int>? {
    let all = try source.piece(position..<end, of: "trailer")
    // What cannot be read is none, and goes.
    guard try all.prefix(at: 0, 3, of: "trailer") == [0xff, 0xd8, 0xff], let file = try? JPEGFile(all),
      let last = try file.endOfImage()
    else { return nil }
    return position..<position + last
  }

  func unclean(_ what: String, _ cause: CodingError? = nil) -> CodingError {
    error(
      .unsupported,
      "\(what) may say where the still was taken, and livecam cannot clean it. Remove what follows the picture "
        + "first: exiftool -trailer:all= FILE.", cause)
  }
}
