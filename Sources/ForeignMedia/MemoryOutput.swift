import CFFmpeg
import Glibc
import MediaCore

/// Memory that libavformat writes a file into, up to a limit.
final class MemoryOutput: LibraryIO {
  private(set) var bytes: [UInt8] = []
  private(set) var isOverLimit = false
  private let limit: Int

  init(_ ffmpeg: FFmpeg, limit: Int) throws(CodingError) {
    self.limit = limit
    try super.init(ffmpeg, isWriter: true, name: "a movie in memory")
  }

  override func transfer(_ source: Bytes?, _ size: Int32) -> Int32 {
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

  override func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return Int64(bytes.count) }
    guard whence & ~AVSEEK_FORCE == SEEK_SET, offset >= 0, offset <= limit else { return Int64(CFF_ERROR_INVALID) }
    position = Int(offset)
    return offset
  }
}
