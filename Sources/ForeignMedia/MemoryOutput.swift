import CFFmpeg
import Glibc
import MediaCore

/// Memory that libavformat writes a file into, up to a limit.
///
/// Its address is given to the library: it lives as long as the context that was made of it.
final class MemoryOutput {
  private(set) var bytes: [UInt8] = []
  private(set) var isOverLimit = false
  private let limit: Int
  private let ffmpeg: FFmpeg
  private var position = 0
  private(set) var context: IOContext?

  init(_ ffmpeg: FFmpeg, limit: Int) throws(CodingError) {
    (self.ffmpeg, self.limit) = (ffmpeg, limit)
    context = ffmpeg.openIO(
      isWriter: true, Unmanaged.passUnretained(self).toOpaque(), nil,
      { MemoryOutput.of($0)?.write($1, $2) ?? CFF_ERROR_INPUT },
      { MemoryOutput.of($0)?.seek($1, $2) ?? Int64(CFF_ERROR_INPUT) })
    if context == nil { throw .noMemory("a movie in memory") }
  }

  deinit { ffmpeg.closeIO(&context) }

  private static func of(_ address: UnsafeMutableRawPointer?) -> MemoryOutput? {
    address.map { Unmanaged<MemoryOutput>.fromOpaque($0).takeUnretainedValue() }
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

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return Int64(bytes.count) }
    guard whence & ~AVSEEK_FORCE == SEEK_SET, offset >= 0, offset <= limit else { return Int64(CFF_ERROR_INVALID) }
    position = Int(offset)
    return offset
  }
}
