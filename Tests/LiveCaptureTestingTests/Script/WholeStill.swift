import Foundation

/// A still's file looked through from the first byte to the last, by nothing of livecam's own: what is half is found.
enum WholeStill {
  /// - Throws: ``WholeMovie/Half`` for the first thing that is not whole.
  static func check(_ bytes: [UInt8], name: String) throws {
    switch name.split(separator: ".").last {
    case "JPG": try checkJPEG(bytes)
    case "HEIC": try checkHEIC(bytes)
    case "DNG": try checkTIFF(bytes)
    default: throw half("\(name) is of no kind that stills have")
    }
  }

  private static func half(_ message: String) -> WholeMovie.Half { WholeMovie.Half(description: message) }

  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int, isLittle: Bool = false) throws -> Int {
    guard place >= 0, size <= 4, place + size <= bytes.count else { throw half("bytes end at \(place)") }
    let piece = bytes[place..<place + size]
    return isLittle ? piece.reversed().reduce(0) { $0 << 8 | Int($1) } : piece.reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: JPEG

  /// Segments up to the picture, its frame's size, entropy-coded bytes with no marker but restarts, and its end as the
  /// last two bytes.
  private static func checkJPEG(_ bytes: [UInt8]) throws {
    guard bytes.starts(with: [0xff, 0xd8]) else { throw half("no JPEG") }
    var (place, hasFrame, scans) = (2, false, 0)
    while place + 2 <= bytes.count {
      guard bytes[place] == 0xff else { throw half("no marker at \(place)") }
      let marker = bytes[place + 1]
      if marker == 0xd9 {
        guard hasFrame, scans > 0, place + 2 == bytes.count else {
          throw half("its end at \(place) of \(bytes.count), after \(scans) scans")
        }
        return
      }
      let size = try number(bytes, place + 2, 2)
      guard size >= 2, place + 2 + size <= bytes.count else { throw half("a segment of \(size) bytes at \(place)") }
      if [0xc0, 0xc1, 0xc2].contains(marker) {
        hasFrame = try number(bytes, place + 5, 2) > 0 && number(bytes, place + 7, 2) > 0
      }
      place += 2 + size
      guard marker == 0xda else { continue }
      scans += 1
      while place + 1 < bytes.count,
        bytes[place] != 0xff || bytes[place + 1] == 0 || (0xd0...0xd7).contains(bytes[place + 1])
      {
        place += bytes[place] == 0xff ? 2 : 1
      }
    }
    throw half("a JPEG without its end")
  }

  // MARK: HEIC

  /// Boxes that fill the file, and every item's bytes within one of them.
  private static func checkHEIC(_ bytes: [UInt8]) throws {
    let top = try boxes(bytes, 0..<bytes.count)
    guard top.first?.type == "ftyp", let meta = top.first(where: { $0.type == "meta" })?.payload else {
      throw half("no HEIC: \(top.map(\.type))")
    }
    let parts = try boxes(bytes, meta.lowerBound + 4..<meta.upperBound)
    guard let place = parts.first(where: { $0.type == "iloc" })?.payload.lowerBound else { throw half("no iloc") }
    let data = (top + parts).filter { $0.type == "mdat" || $0.type == "idat" }.map(\.payload)
    let version = try number(bytes, place, 1)
    let sizes = try number(bytes, place + 4, 2)
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12 & 15, sizes >> 8 & 15, sizes >> 4 & 15)
    let wide = version < 2 ? 2 : 4
    var next = place + 6 + wide
    let count = try number(bytes, place + 6, wide)
    guard count > 0 else { throw half("no item") }
    for _ in 0..<count {
      let construction = version == 0 ? 0 : try number(bytes, next + wide, 2) & 15
      next += wide + (version == 0 ? 0 : 2) + 2
      let base = try number(bytes, next, baseSize)
      let extents = try number(bytes, next + baseSize, 2)
      next += baseSize + 2
      for _ in 0..<extents {
        let start = base + (try number(bytes, next, offsetSize))
        let end = start + (try number(bytes, next + offsetSize, lengthSize))
        next += offsetSize + lengthSize
        guard construction == 1 || data.contains(where: { $0.lowerBound <= start && end <= $0.upperBound }), start < end
        else { throw half("an item's bytes \(start) to \(end) lie in no mdat") }
      }
    }
  }

  private static func boxes(_ bytes: [UInt8], _ range: Range<Int>) throws -> [(type: String, payload: Range<Int>)] {
    var boxes: [(type: String, payload: Range<Int>)] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let size = try number(bytes, place, 4)
      guard size >= 8, size <= range.upperBound - place else { throw half("a box of \(size) bytes at \(place)") }
      boxes.append((String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), place + 8..<place + size))
      place += size
    }
    return boxes
  }

  // MARK: DNG

  /// Directories whose values lie in the file, and a picture all of whose strips do.
  private static func checkTIFF(_ bytes: [UInt8]) throws {
    let isLittle = bytes.starts(with: [0x49, 0x49])
    guard isLittle || bytes.starts(with: [0x4d, 0x4d]), try number(bytes, 2, 2, isLittle: isLittle) == 42 else {
      throw half("no TIFF")
    }
    var waiting = [try number(bytes, 4, 4, isLittle: isLittle)]
    var (seen, strips) = (0, 0)
    while let place = waiting.popLast() {
      seen += 1
      guard seen < 64 else { throw half("directories without end") }
      let count = try number(bytes, place, 2, isLittle: isLittle)
      var values: [Int: [Int]] = [:]
      for index in 0..<count {
        let (tag, list) = try entry(bytes, place + 2 + 12 * index, isLittle)
        values[tag] = list
      }
      let next = try number(bytes, place + 2 + 12 * count, 4, isLittle: isLittle)
      if next != 0 { waiting.append(next) }
      waiting += values[330] ?? []
      guard let offsets = values[273], let lengths = values[279] else { continue }
      guard offsets.count == lengths.count, !offsets.isEmpty else { throw half("strips \(offsets) of \(lengths)") }
      for (offset, length) in zip(offsets, lengths) where length == 0 || offset + length > bytes.count {
        throw half("a strip at \(offset) of \(length) bytes in a file of \(bytes.count)")
      }
      if let width = values[256]?.first, let height = values[257]?.first, values[259]?.first ?? 1 == 1 {
        let bits = (values[258] ?? [1]).reduce(0, +)
        guard lengths.reduce(0, +) == (width * bits + 7) / 8 * height else {
          throw half("strips of \(lengths) bytes for \(width)x\(height) of \(bits) bits")
        }
      }
      strips += offsets.count
    }
    guard strips > 0 else { throw half("a DNG without a picture") }
  }

  private static func entry(_ bytes: [UInt8], _ place: Int, _ isLittle: Bool) throws -> (tag: Int, values: [Int]) {
    let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
    let kind = try number(bytes, place + 2, 2, isLittle: isLittle)
    let count = try number(bytes, place + 4, 4, isLittle: isLittle)
    guard sizes.indices.contains(kind), kind > 0 else { throw half("a value of kind \(kind)") }
    let size = sizes[kind] * count
    let start = size <= 4 ? place + 8 : try number(bytes, place + 8, 4, isLittle: isLittle)
    guard start + size <= bytes.count else { throw half("a value of \(size) bytes at \(start)") }
    let tag = try number(bytes, place, 2, isLittle: isLittle)
    guard [3, 4, 13].contains(kind), count <= 100_000 else { return (tag, []) }
    return (tag, try (0..<count).map { try number(bytes, start + sizes[kind] * $0, sizes[kind], isLittle: isLittle) })
  }
}
