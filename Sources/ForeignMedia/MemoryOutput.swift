import CFFmpeg
import Glibc
import MediaCore

/// Memory that libavformat writes a file into, up to a limit; what is written can be read again by the library, which
/// is how it moves a movie's header to the front.
///
/// Its address is given to the library: it lives as long as the context that was made of it.
final class MemoryOutput {
  private(set) var bytes: [UInt8] = []
  private(set) var isOverLimit = false
  private let limit: Int
  private let ffmpeg: FFmpeg
  private var position = 0
  private(set) var context: IOContext?
  private var readers: [IOContext] = []
  private var readPosition = 0

  private static let bufferBytes: Int32 = 1 << 16

  init(_ ffmpeg: FFmpeg, limit: Int) throws(CodingError) {
    (self.ffmpeg, self.limit) = (ffmpeg, limit)
    context = try make(isWriter: true)
  }

  deinit {
    while let reader = readers.popLast() { release(reader) }
    if let context { release(context) }
  }

  private func release(_ context: IOContext) {
    ffmpeg.util.freeAndClear(&context.pointee.buffer)
    var freed: IOContext? = context
    ffmpeg.format.freeIO(&freed)
  }

  private func make(isWriter: Bool) throws(CodingError) -> IOContext {
    guard let buffer = ffmpeg.util.allocate(Int(Self.bufferBytes)) else { throw .noMemory("a movie in memory") }
    let address = Unmanaged.passUnretained(self).toOpaque()
    let start = buffer.assumingMemoryBound(to: UInt8.self)
    let made =
      isWriter
      ? ffmpeg.format.allocateIO(
        start, Self.bufferBytes, 1, address, nil, { MemoryOutput.of($0)?.write($1, $2) ?? CFF_ERROR_INPUT },
        { MemoryOutput.of($0)?.seek($1, $2, isWriter: true) ?? Int64(CFF_ERROR_INPUT) })
      : ffmpeg.format.allocateIO(
        start, Self.bufferBytes, 0, address, { MemoryOutput.of($0)?.read($1, $2) ?? CFF_ERROR_INPUT }, nil,
        { MemoryOutput.of($0)?.seek($1, $2, isWriter: false) ?? Int64(CFF_ERROR_INPUT) })
    guard let made else {
      var memory: UnsafeMutableRawPointer? = buffer
      ffmpeg.util.freeAndClear(&memory)
      throw .noMemory("a movie in memory")
    }
    return made
  }

  static func of(_ address: UnsafeMutableRawPointer?) -> MemoryOutput? {
    address.map { Unmanaged<MemoryOutput>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Another context, which reads what was written, from its start; it is released with this.
  func openReader() -> IOContext? {
    readPosition = 0
    guard let reader = try? make(isWriter: false) else { return nil }
    readers.append(reader)
    return reader
  }

  private func write(_ source: Bytes?, _ size: Int32) -> Int32 {
    guard let source, size > 0 else { return 0 }
    guard position <= limit - Int(size) else {
      isOverLimit = true
      return CFF_ERROR_TOO_LARGE
    }
    let end = position + Int(size)
    if end > bytes.count { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
    bytes.withUnsafeMutableBytes { _ = memcpy($0.baseAddress! + position, source, Int(size)) }  // never empty: size > 0
    position = end
    return size
  }

  private func read(_ target: Bytes?, _ size: Int32) -> Int32 {
    let count = min(Int(size), bytes.count - readPosition)
    guard count > 0, let target else { return CFF_ERROR_EOF }
    bytes.withUnsafeBytes { _ = memcpy(target, $0.baseAddress! + readPosition, count) }  // never empty: count > 0
    readPosition += count
    return Int32(count)
  }

  private func seek(_ offset: Int64, _ whence: Int32, isWriter: Bool) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return Int64(bytes.count) }
    guard whence & ~AVSEEK_FORCE == SEEK_SET, offset >= 0, offset <= limit else { return Int64(CFF_ERROR_INVALID) }
    if isWriter { position = Int(offset) } else { readPosition = Int(offset) }
    return offset
  }
}
