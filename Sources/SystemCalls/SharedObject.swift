import ByteCoding
import Glibc

/// The loader's information in a shared object's file: what it needs besides itself, and where to look for that.
///
/// ELF of 64 bits in little-endian order, which is what Linux has on all machines that livecam is built for.
struct SharedObject {
  /// The names of the objects that it needs.
  private(set) var needed: [String] = []
  /// The folders in which those are looked for first.
  private(set) var folders: [String] = []

  // What is in these is short; a file that claims more is none.
  private static let largestPart: UInt64 = 1 << 22

  /// Reads a file; `nil` for one that is no shared object, is cut off or may not be read.
  init?(path: String) {
    // Why it cannot be read does not matter here: loading it says that.
    guard let file = try? Descriptor(opening: path, O_RDONLY) else { return nil }
    func part(_ offset: UInt64, _ count: UInt64) -> ByteReader? {
      guard count <= Self.largestPart, offset <= UInt64(Int64.max) - count else { return nil }
      var bytes = [UInt8](repeating: 0, count: Int(count))
      // A part that cannot be read makes the file none, as one that is cut off does.
      let read = try? bytes.withUnsafeMutableBytes { try file.read(into: $0, at: Int(offset)) }
      return read == Int(count) ? ByteReader(bytes) : nil
    }
    guard var header = part(0, 64), header.u32() == 0x7f45_4c46, header.u16() == 0x0201 else { return nil }
    header.skip(26)
    let table = header.u64(.little)
    header.skip(14)
    let (size, count) = (header.u16(.little), header.u16(.little))
    guard size == 56, let segments = part(table, UInt64(size) * UInt64(count)) else { return nil }
    self.init(Self.segments(segments, count), reading: part, in: path)
  }

  private typealias Segment = (isLoaded: Bool, offset: UInt64, address: UInt64, size: UInt64)

  /// The segments that are loaded, and the one that says what is needed.
  private static func segments(_ reader: ByteReader, _ count: UInt16) -> [Segment] {
    var reader = reader
    return (0..<count).compactMap { _ in
      let kind = reader.u32(.little)
      reader.skip(4)
      let (offset, address) = (reader.u64(.little), reader.u64(.little))
      reader.skip(8)
      let size = reader.u64(.little)
      reader.skip(16)
      return kind == 1 || kind == 2 ? (kind == 1, offset, address, size) : nil
    }
  }

  private init?(
    _ segments: [Segment], reading part: (_ offset: UInt64, _ count: UInt64) -> ByteReader?, in path: String
  ) {
    guard let dynamic = segments.first(where: { !$0.isLoaded }), var entries = part(dynamic.offset, dynamic.size) else {
      return nil
    }
    var (names, paths): ([UInt64], [UInt64]) = ([], [])
    var texts = (address: UInt64(0), size: UInt64(0))
    while entries.remaining >= 16 {
      let (tag, value) = (entries.u64(.little), entries.u64(.little))
      switch tag {
      case 1: names.append(value)
      case 5: texts.address = value
      case 10: texts.size = value
      case 15, 29: paths.append(value)
      default: break
      }
      if tag == 0 { break }
    }
    let home = segments.first {
      $0.isLoaded && $0.address <= texts.address && texts.address - $0.address < $0.size
    }
    guard let home, let text = part(home.offset &+ (texts.address - home.address), texts.size) else { return nil }
    func string(at offset: UInt64) -> String? {
      guard offset < texts.size else { return nil }
      var reader = text
      reader.skip(Int(offset))
      return String(decoding: reader.rest().prefix { $0 != 0 }, as: UTF8.self)
    }
    needed = names.compactMap(string)
    folders = paths.compactMap(string).flatMap { $0.split(separator: ":") }.map {
      let origin = Folder.containing(Folder.resolved(path) ?? path)
      return $0.hasPrefix("$ORIGIN") ? origin + $0.dropFirst(7) : String($0)
    }
  }
}
