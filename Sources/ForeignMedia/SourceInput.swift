import ByteCoding
import CFFmpeg
import Glibc
import MediaCore

final class SourceInput: LibraryIO {
  let source: any ByteSource
  /// The error that the last reading ended with; the library only hears that there was one.
  private(set) var failure: ByteError?

  init(_ source: any ByteSource, ffmpeg: FFmpeg) throws(CodingError) {
    self.source = source
    try super.init(ffmpeg, isWriter: false, name: source.name)
  }

  override func transfer(_ buffer: Bytes?, _ size: Int32) -> Int32 {
    // Probing and searching for an index go on for long in some files: they are left here.
    if Task.isCancelled { return CFF_ERROR_EXIT }
    let wanted = min(Int(size), source.count - position)
    guard wanted > 0, let buffer else { return CFF_ERROR_EOF }
    do throws(ByteError) {
      try source.read(at: position, into: UnsafeMutableRawBufferPointer(start: buffer, count: wanted))
    } catch {
      failure = error
      return CFF_ERROR_INPUT
    }
    position += wanted
    return Int32(wanted)
  }

  override func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return Int64(source.count) }
    let base: Int
    switch whence & ~AVSEEK_FORCE {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = position
    case SEEK_END: base = source.count
    default: return Int64(CFF_ERROR_INVALID)
    }
    let (target, overflow) = base.addingReportingOverflow(Int(offset))
    guard !overflow, target >= 0 else { return Int64(CFF_ERROR_INVALID) }
    position = target
    return Int64(target)
  }
}
