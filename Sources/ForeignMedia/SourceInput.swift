import ByteCoding
import CFFmpeg
import Glibc
import MediaCore

/// A byte source as libavformat reads it.
///
/// Its address is given to the library: it lives as long as the context that was made of it.
final class SourceInput {
  let source: any ByteSource
  private let ffmpeg: FFmpeg
  private var position = 0
  /// The error that the last reading ended with; the library only hears that there was one.
  private(set) var failure: ByteError?
  private(set) var context: IOContext?

  init(_ source: any ByteSource, ffmpeg: FFmpeg) throws(CodingError) {
    self.source = source
    self.ffmpeg = ffmpeg
    context = ffmpeg.openIO(
      isWriter: false, Unmanaged.passUnretained(self).toOpaque(),
      { SourceInput.of($0)?.read($1, $2) ?? CFF_ERROR_INPUT }, nil,
      { SourceInput.of($0)?.seek($1, $2) ?? Int64(CFF_ERROR_INPUT) })
    if context == nil { throw .noMemory(source.name) }
  }

  deinit { ffmpeg.closeIO(&context) }

  private static func of(_ address: UnsafeMutableRawPointer?) -> SourceInput? {
    address.map { Unmanaged<SourceInput>.fromOpaque($0).takeUnretainedValue() }
  }

  private func read(_ buffer: Bytes?, _ size: Int32) -> Int32 {
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

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
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

extension FFmpeg {
  typealias IOTransfer = @convention(c) (UnsafeMutableRawPointer?, Bytes?, Int32) -> Int32
  typealias IOSeek = @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64

  /// A context that reads or writes by functions, which get `owner`; `nil` without memory.
  func openIO(
    isWriter: Bool, _ owner: UnsafeMutableRawPointer, _ read: IOTransfer?, _ write: IOTransfer?, _ seek: IOSeek
  ) -> IOContext? {
    let size: Int32 = 1 << 16
    var buffer = calls.av_malloc(Int(size))
    let start = buffer?.assumingMemoryBound(to: UInt8.self)
    if start != nil, let made = calls.avio_alloc_context(start, size, isWriter ? 1 : 0, owner, read, write, seek) {
      return made
    }
    calls.av_freep(&buffer)
    return nil
  }

  /// Gives a context back.
  func closeIO(_ context: inout IOContext?) {
    guard let open = context else { return }
    // The library may have replaced the buffer that it was given.
    calls.av_freep(&open.pointee.buffer)
    calls.avio_context_free(&context)
  }
}

extension CodingError {
  static func noMemory(_ context: String) -> CodingError {
    CodingError(.codecFailed, context: context, message: "There is not enough memory. Close other programs.")
  }
}
