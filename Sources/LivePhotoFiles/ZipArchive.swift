package import ByteCoding
import CZlib
import Glibc
package import MediaCore

/// The directory of a ZIP archive, as PKWARE's APPNOTE describes it, and the bytes of its members.
///
/// Only what people send each other is read: plain and deflated members of less than 4 GiB, not encrypted, in one
/// file. Names are of no consequence for where anything is written.
package struct ZipArchive: Sendable {
  /// A file in the archive.
  package struct Member: Sendable, Hashable {
    /// Its name with its folders, as the archive has it. Never a path to write to.
    package let name: String
    /// Its bytes, unpacked.
    package let size: Int
    /// The time when the member was last changed, in nanoseconds since 1970 UTC: archives store it by the local clock,
    /// to 2 seconds.
    package let modificationNanoseconds: Int64?
    let isDeflated: Bool
    let checksum: UInt32
    let packed: Range<Int>
  }

  /// A directory has no more entries than this.
  package static let mostMembers = 10_000
  /// No member has more bytes than this, unpacked.
  package static let largestMember = 1 << 30

  /// The files, in the archive's order; folders are left out.
  package let members: [Member]
  /// Bytes that nothing in the archive tells of, if there are any.
  package let strayBytes: String?
  private let source: any ByteSource

  /// Reads the directory of an archive.
  /// - Throws: `CodingError` for what is no archive, or one of the kinds that are not read.
  package init(_ source: any ByteSource) throws(CodingError) {
    self.source = source
    do throws(ByteError) { (members, strayBytes) = try Self.read(source) } catch {
      guard !(error.underlying is UnreadMember) else {
        throw CodingError(.unsupported, context: source.name, message: error.message)
      }
      throw CodingError(.malformed, context: source.name, message: error.message, underlying: error.underlying)
    }
  }

  /// The bytes of a plain member, without copying; `nil` for one that is packed.
  package func plainBytes(of member: Member) throws(ByteError) -> ByteSlice? {
    member.isDeflated ? nil : try source.slice(member.packed, name: "\(source.name): \(member.name)")
  }

  /// The first bytes of a member, at most `count`.
  /// - Throws: `CodingError` when they cannot be unpacked.
  package func firstBytes(of member: Member, count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let wanted = min(count, member.size)
    do {
      try unpack(member) { portion in
        bytes += portion.prefix(wanted - bytes.count)
        if bytes.count >= wanted { throw Enough() }
      }
    } catch is Enough {}
    return bytes
  }

  private struct Enough: Error {}

  /// Hands the bytes of a member to `body`, portion by portion. Memory stays small whatever its size.
  /// - Throws: `CodingError` when they are not what the directory promises, or what `body` throws.
  package func unpack(_ member: Member, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let damaged = CodingError(
      .malformed, context: source.name,
      message: "\(member.name) in it is damaged: its size or checksum is not what the directory says. "
        + "Take another copy.")
    var (checksum, count) = (UInt(0), 0)
    func pass(_ bytes: UnsafeRawBufferPointer) throws {
      guard !bytes.isEmpty else { return }
      count += bytes.count
      // More than was promised is never unpacked.
      guard count <= member.size else { throw damaged }
      checksum = crc32_z(checksum, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
      try body(bytes)
    }
    let packed = ByteRope(try source.slice(member.packed))
    if member.isDeflated { try inflate(packed, damaged, pass) } else { try packed.write(portion: Self.portion, pass) }
    guard count == member.size, checksum == member.checksum else { throw damaged }
  }

  private func inflate(
    _ packed: ByteRope, _ damaged: CodingError, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    // zlib keeps a pointer to its stream, which therefore must not move.
    let memory = OwnedBuffer(repeating: z_stream())
    let stream = memory.pointer
    guard czlib_inflate_raw(stream) == Z_OK else {
      throw CodingError(
        .codecFailed, context: source.name, message: "There is too little memory to unpack it. End other programs.")
    }
    defer { inflateEnd(stream) }
    let portion = OwnedBuffer<UInt8>(count: Self.portion)
    let output = portion.bytes
    var status = Z_OK
    try packed.write(portion: Self.portion) { input in
      // zlib only reads there; its headers say so from the next version on.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.pointee.avail_in = UInt32(input.count)
      repeat {
        guard status != Z_STREAM_END else { return }
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(output.count)
        status = CZlib.inflate(stream, Z_NO_FLUSH)
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw damaged }
        try body(UnsafeRawBufferPointer(rebasing: output.dropLast(Int(stream.pointee.avail_out))))
      } while stream.pointee.avail_out == 0
    }
  }

  private static let portion = 1 << 16
}

extension ZipArchive {
  private static func read(_ source: any ByteSource) throws(ByteError) -> (members: [Member], stray: String?) {
    let end = try endRecord(source)
    guard end.directory.upperBound <= source.count, end.count <= mostMembers else {
      throw damaged("its directory lies outside of it, or has more than \(mostMembers) entries", at: 0)
    }
    var members: [Member] = []
    var reader = ByteReader(try source.bytes(end.directory))
    var places = ZipPlaces()
    for _ in 0..<end.count {
      let position = end.directory.lowerBound + reader.offset
      let entry = try ZipEntry(&reader, at: position)
      if let error = reader.error { throw error }
      if !entry.isFolder { try entry.checkReadable(at: position) }
      let packed = try entry.packedRange(in: source)
      try places.add(entry, until: packed.upperBound)
      guard !entry.isFolder else { continue }
      members.append(
        Member(
          name: entry.text, size: Int(entry.size),
          modificationNanoseconds: nanoseconds(date: entry.date, time: entry.time),
          isDeflated: entry.method == 8, checksum: entry.checksum, packed: packed))
    }
    return (members, try places.strayBytes(before: end.directory, end: end.record, of: source))
  }

  /// MS-DOS' date and time by the clock of this machine's zone; `nil` for what is no date.
  private static func nanoseconds(date: UInt16, time: UInt16) -> Int64? {
    var parts = tm()
    parts.tm_year = Int32(date >> 9) + 80
    parts.tm_mon = Int32(date >> 5 & 15) - 1
    parts.tm_mday = Int32(date & 31)
    parts.tm_hour = Int32(time >> 11)
    parts.tm_min = Int32(time >> 5 & 63)
    parts.tm_sec = Int32(time & 31) * 2
    parts.tm_isdst = -1
    guard (0...11).contains(parts.tm_mon), parts.tm_mday > 0, parts.tm_hour < 24, parts.tm_min < 60 else { return nil }
    let seconds = mktime(&parts)
    return seconds == -1 ? nil : Int64(seconds) * 1_000_000_000
  }

  /// The directory's place, from the record at the archive's end, which a comment may follow.
  private static func endRecord(
    _ source: any ByteSource
  ) throws(ByteError) -> (directory: Range<Int>, count: Int, record: Range<Int>) {
    let start = max(0, source.count - 22 - 65_535)
    let tail = try source.bytes(start..<source.count)
    var index = tail.count - 22
    while index >= 0 {
      defer { index -= 1 }
      guard tail[index] == 0x50, tail[index + 1] == 0x4b, tail[index + 2] == 5, tail[index + 3] == 6 else { continue }
      var reader = ByteReader(tail[index...].prefix(22))
      reader.skip(4)
      let (disk, first, here, all) = (
        reader.u16(.little), reader.u16(.little), reader.u16(.little), reader.u16(.little)
      )
      let (size, offset) = (Int(reader.u32(.little)), Int(reader.u32(.little)))
      let comment = Int(reader.u16(.little))
      guard disk == 0, first == 0, here == all, offset + size <= start + index else { continue }
      let place = start + index
      return (offset..<offset + size, Int(all), place..<min(source.count, place + 22 + comment))
    }
    throw damaged("it has no directory: it is no ZIP archive, or its end is missing", at: source.count)
  }

  /// A cause that tells members of kinds that are not read from damaged ones.
  private struct UnreadMember: Error {}

  /// An error about a member that may be whole, and that only another program reads.
  static func unread(_ message: String, at position: Int) -> ByteError {
    let text = "The archive cannot be read: \(message); unpack it with another program (at byte \(position))."
    return ByteError(.invalidValue, position: position, message: text, underlying: UnreadMember())
  }

  static func damaged(_ message: String, at position: Int) -> ByteError {
    ByteError(
      .invalidValue, position: position, message: "The archive cannot be read: \(message) (at byte \(position)).")
  }
}
