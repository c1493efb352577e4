import ByteCoding
import MediaCore

/// The objects of a binary property list, each with its place among the bytes.
///
/// Objects stay a table and name one another by number, as in the file: what is named a million times is there once.
/// Stands for version `00` of the format, as CoreFoundation's `CFBinaryPList.c` describes it.
struct BinaryPropertyList {
  /// An object, by where it lies.
  struct Object {
    enum Kind { case scalar, data, text, wideText, list, dictionary }

    let kind: Kind
    /// The whole object, from its marker on.
    let range: Range<Int>
    /// The place where the contents begin, behind marker and count.
    let start: Int
    /// Bytes of data, units of a text, entries of a list or a dictionary.
    let count: Int
  }

  static let magic = Array("bplist00".utf8)
  // Far above any real list: the largest ones of phones have 60 KB and some hundred objects.
  static let mostBytes = 4 << 20
  private static let mostObjects = 250_000
  private static let deepest = 64

  private(set) var bytes: [UInt8]
  let objects: [Object]
  let top: Int
  private let trailer: Trailer

  /// Reads a list. All of its objects count, also those that nothing names.
  /// - Throws: ``CodingError`` with `.malformed` for a list whose numbers contradict each other, whose objects overlap,
  ///   or hold themselves; with `.unsupported` above the limits and for kinds of objects that no list has.
  init(_ bytes: [UInt8], name: String) throws(CodingError) {
    let trailer = try Trailer(bytes, name: name)
    self.bytes = bytes
    self.trailer = trailer
    top = trailer.top
    var table = ByteReader(bytes[trailer.table...], base: trailer.table)
    var objects: [Object] = []
    objects.reserveCapacity(trailer.count)
    for index in 0..<trailer.count {
      let place = Int(clamping: table.unsigned(trailer.offsetBytes))
      guard (Self.magic.count..<trailer.table).contains(place),
        let object = Self.object(at: place, in: bytes[..<trailer.table], trailer.referenceBytes)
      else { throw Self.damage(name, "Its object \(index) at byte \(place) is none, or reaches outside of it") }
      objects.append(object)
    }
    self.objects = objects
    try check(name: name)
  }

  private static func object(at place: Int, in bytes: ArraySlice<UInt8>, _ referenceBytes: Int) -> Object? {
    var reader = ByteReader(bytes[place...], base: place)
    let marker = reader.u8()
    var count = Int(marker & 0xf)
    if marker >> 4 > 3, marker >> 4 != 8, count == 15 {
      let width = reader.u8()
      guard width >> 4 == 1, width & 0xf <= 3 else { return nil }
      count = Int(clamping: reader.unsigned(1 << Int(width & 0xf)))
    }
    let start = reader.position
    let (kind, unit): (Object.Kind, Int)
    switch marker >> 4 {
    case 0 where [0x00, 0x08, 0x09, 0x0f].contains(marker): (kind, unit, count) = (.scalar, 0, 0)
    case 1 where count <= 4, 2 where (2...3).contains(count): (kind, unit, count) = (.scalar, 1, 1 << count)
    case 3 where count == 3: (kind, unit, count) = (.scalar, 1, 8)
    case 4: (kind, unit) = (.data, 1)
    case 5: (kind, unit) = (.text, 1)
    case 6: (kind, unit) = (.wideText, 2)
    case 8: (kind, unit, count) = (.scalar, 1, count + 1)
    case 0xa, 0xc: (kind, unit) = (.list, referenceBytes)
    case 0xd: (kind, unit) = (.dictionary, 2 * referenceBytes)
    default: return nil
    }
    // A count that was cut off reads as 0, and the reader knows.
    guard reader.error == nil, unit == 0 || count <= reader.remaining / unit else { return nil }
    return Object(kind: kind, range: place..<start + count * unit, start: start, count: count)
  }

  /// Holds that no two objects share a byte, so that together they are no more than the file, and that none holds
  /// itself.
  private func check(name: String) throws(CodingError) {
    var end = 0
    for object in objects.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard object.range.lowerBound >= end else {
        throw Self.damage(name, "Two of its objects overlap at byte \(object.range.lowerBound)")
      }
      end = object.range.upperBound
    }
    // 0 for an object that was not reached yet, -1 for one that is being looked into.
    var heights = [Int](repeating: 0, count: objects.count)
    for root in objects.indices where heights[root] == 0 {
      var path = [(object: root, next: 0, height: 1)]
      heights[root] = -1
      while let (object, next, height) = path.last {
        guard height + path.count - 1 <= Self.deepest else {
          throw CodingError(
            .unsupported, context: name, message: "Its objects are nested deeper than \(Self.deepest) levels.")
        }
        guard next < referenceCount(objects[object]) else {
          heights[object] = height
          path.removeLast()
          if let parent = path.indices.last { path[parent].height = max(path[parent].height, height + 1) }
          continue
        }
        path[path.count - 1].next += 1
        let child = reference(next, of: objects[object])
        guard objects.indices.contains(child), heights[child] >= 0 else {
          let isThere = objects.indices.contains(child)
          throw Self.damage(
            name, "Its object \(object) names object \(child), which \(isThere ? "holds it" : "is not there")")
        }
        if heights[child] == 0 {
          heights[child] = -1
          path.append((child, 0, 1))
        } else {
          path[path.count - 1].height = max(path[path.count - 1].height, heights[child] + 1)
        }
      }
    }
    for object in objects where object.kind == .dictionary {
      for index in 0..<object.count where !isText(reference(index, of: object)) {
        throw Self.damage(name, "The dictionary at byte \(object.range.lowerBound) has a key that is no text")
      }
    }
  }

  private func isText(_ index: Int) -> Bool { objects[index].kind == .text || objects[index].kind == .wideText }

  /// Returns the number of objects that an object names: for a dictionary all its keys, then all its values.
  func referenceCount(_ object: Object) -> Int {
    switch object.kind {
    case .list: object.count
    case .dictionary: 2 * object.count
    default: 0
    }
  }

  /// The number of one of the objects that an object names.
  func reference(_ index: Int, of object: Object) -> Int {
    let place = object.start + index * trailer.referenceBytes
    return Int(clamping: bytes[place..<place + trailer.referenceBytes].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The text of an object, `nil` if it is none.
  func text(_ object: Object) -> String? {
    let payload = bytes[object.start..<object.range.upperBound]
    switch object.kind {
    case .text: return String(decoding: payload, as: UTF8.self)
    case .wideText:
      let units = stride(from: payload.startIndex, to: payload.endIndex, by: 2)
      return String(decoding: units.map { UInt16(payload[$0]) << 8 | UInt16(payload[$0 + 1]) }, as: UTF16.self)
    default: return nil
    }
  }

  /// Returns for each object whether it is the topmost one, or named by that directly or through others.
  func reachable() -> [Bool] {
    var isReached = [Bool](repeating: false, count: objects.count)
    var open = [top]
    isReached[top] = true
    while let object = open.popLast().map({ objects[$0] }) {
      for index in 0..<referenceCount(object) {
        let child = reference(index, of: object)
        guard !isReached[child] else { continue }
        isReached[child] = true
        open.append(child)
      }
    }
    return isReached
  }

  /// Writes over the contents of an object that is data, and leaves it as long as it is.
  mutating func overwrite(_ object: Object, with contents: [UInt8]) {
    bytes.replaceSubrange(object.start..<object.range.upperBound, with: contents)
  }

  /// Makes a text one of as many blanks.
  mutating func blank(_ object: Object) {
    for place in object.start..<object.range.upperBound {
      bytes[place] = object.kind == .wideText && (place - object.start) % 2 == 0 ? 0 : 0x20
    }
  }

  /// Leaves a dictionary's entries with these places, and zeros behind them.
  ///
  /// ``objects`` still counts the entries as they were read.
  mutating func keep(_ entries: [Int], of object: Object) {
    let kept = entries + entries.map { $0 + object.count }
    let references = kept.flatMap { index in
      let place = object.start + index * trailer.referenceBytes
      return bytes[place..<place + trailer.referenceBytes]
    }
    let room = object.range.upperBound - object.start
    overwrite(object, with: references + [UInt8](repeating: 0, count: room - references.count))
    var count = entries.count
    if object.start == object.range.lowerBound + 1 {
      bytes[object.range.lowerBound] = 0xd0 | UInt8(count)
    } else {
      // As wide as before, behind the marker and its own width.
      for place in (object.range.lowerBound + 2..<object.start).reversed() {
        bytes[place] = UInt8(truncatingIfNeeded: count)
        count >>= 8
      }
    }
  }

  /// Zeroes an object, which makes it null.
  mutating func erase(_ object: Object) { for place in object.range { bytes[place] = 0 } }

  /// Zeroes what lies between the objects, their table and the trailer's numbers, and belongs to none of them.
  mutating func eraseGaps() {
    let table = trailer.table..<trailer.table + trailer.count * trailer.offsetBytes
    // The last number ahead of the trailer's is a version that some readers may look at.
    let used = objects.map(\.range).sorted { $0.lowerBound < $1.lowerBound } + [table, bytes.count - 27..<bytes.count]
    var end = Self.magic.count
    for range in used {
      for place in end..<range.lowerBound { bytes[place] = 0 }
      end = range.upperBound
    }
  }

  static func damage(_ name: String, _ message: String) -> CodingError {
    CodingError(.malformed, context: name, message: message + ".")
  }

  /// The fields of the last 32 bytes.
  private struct Trailer {
    let offsetBytes: Int
    let referenceBytes: Int
    let count: Int
    let top: Int
    /// The place where the table of offsets begins.
    let table: Int

    init(_ bytes: [UInt8], name: String) throws(CodingError) {
      guard bytes.count <= BinaryPropertyList.mostBytes else {
        throw CodingError(
          .unsupported, context: name,
          message: "Its \(bytes.count) bytes are more than the \(BinaryPropertyList.mostBytes) that are read.")
      }
      guard bytes.starts(with: BinaryPropertyList.magic) else {
        let version = String(decoding: bytes.prefix(8).dropFirst(6), as: UTF8.self)
        throw CodingError(
          .unsupported, context: name, message: "It is of the version '\(version)', and only '00' is read.")
      }
      guard bytes.count >= BinaryPropertyList.magic.count + 32 else {
        throw BinaryPropertyList.damage(name, "It has no end that says where its objects lie")
      }
      var reader = ByteReader(bytes[(bytes.count - 26)...])
      (offsetBytes, referenceBytes) = (Int(reader.u8()), Int(reader.u8()))
      let numbers = [reader.u64(), reader.u64(), reader.u64()].map { Int(clamping: $0) }
      (count, top, table) = (numbers[0], numbers[1], numbers[2])
      guard (1...8).contains(offsetBytes), (1...8).contains(referenceBytes) else {
        throw BinaryPropertyList.damage(
          name, "Its offsets have \(offsetBytes) bytes and its references \(referenceBytes); both have 1 to 8")
      }
      guard count <= BinaryPropertyList.mostObjects else {
        throw CodingError(
          .unsupported, context: name,
          message: "It announces \(count) objects; up to \(BinaryPropertyList.mostObjects) are read.")
      }
      let end = bytes.count - 32
      guard top < count, (BinaryPropertyList.magic.count...end).contains(table),
        count <= (end - table) / offsetBytes
      else { throw BinaryPropertyList.damage(name, "Its table of \(count) objects lies outside of it") }
    }
  }
}

extension ByteReader {
  /// Reads a number of so many bytes, up to 8.
  fileprivate mutating func unsigned(_ count: Int) -> UInt64 { bytes(count).reduce(0) { $0 << 8 | UInt64($1) } }
}
