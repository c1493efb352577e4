import CZlib
import MediaCore

/// Unpacks one member of an archive, and makes sure that it is what the directory promises.
struct Inflation {
  private let member: ZipArchive.Member
  private let archive: String
  // zlib keeps a pointer to its stream, which therefore must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var checksum: UInt32 = 0
  private var count = 0
  private var hasEnded = false

  init(_ member: ZipArchive.Member, archive: String) throws(ZipError) {
    self.member = member
    self.archive = archive
    stream.initialize(to: z_stream())
    guard !member.isDeflated || czlib_inflate_raw(stream) == Z_OK else {
      stream.deallocate()
      output.deallocate()
      throw ZipError(
        .noMemory, context: archive, message: "There is too little memory to unpack it. End other programs.")
    }
  }

  /// Gives the memory back.
  func end() {
    if member.isDeflated { inflateEnd(stream) }
    stream.deallocate()
    output.deallocate()
  }

  /// Unpacks a portion, and hands on what comes of it.
  mutating func take(
    _ portion: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard member.isDeflated else { return try pass(portion, body) }
    guard !hasEnded, let input = portion.baseAddress else { return }
    // zlib only reads there; its headers say so from the next version on.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(portion.count)
    repeat {
      stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(output.count)
      let status = inflate(stream, Z_NO_FLUSH)
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw damaged }
      let made = output.count - Int(stream.pointee.avail_out)
      try pass(UnsafeRawBufferPointer(rebasing: output[..<made]), body)
      hasEnded = status == Z_STREAM_END
      if status == Z_BUF_ERROR, made == 0 { return }
    } while !hasEnded && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
  }

  /// Makes sure that all of it has come.
  func finish() throws(ZipError) {
    guard count == member.size, checksum == member.checksum else { throw damaged }
  }

  private mutating func pass(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard !bytes.isEmpty else { return }
    count += bytes.count
    // More than was promised is never unpacked.
    guard count <= member.size else { throw damaged }
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    checksum = UInt32(crc32_z(UInt(checksum), start, bytes.count))
    try body(bytes)
  }

  private var damaged: ZipError {
    ZipError(
      .malformed, context: archive,
      message: "\(member.name) in it is damaged: its size or checksum is not what the directory says. "
        + "Take another copy.")
  }
}
