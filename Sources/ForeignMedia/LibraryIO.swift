import CFFmpeg
import MediaCore

/// A file as libavformat reads or writes it: the library calls back for every portion.
///
/// Its address is given to the library: it lives as long as the context that was made of it.
class LibraryIO {
  private typealias Transfer = @convention(c) (UnsafeMutableRawPointer?, Bytes?, Int32) -> Int32

  /// The position at which the next portion begins.
  var position = 0
  private(set) var context: IOContext?
  private let ffmpeg: FFmpeg

  init(_ ffmpeg: FFmpeg, isWriter: Bool, name: String) throws(CodingError) {
    self.ffmpeg = ffmpeg
    let size: Int32 = 1 << 16
    let transfer: Transfer = { LibraryIO.of($0)?.transfer($1, $2) ?? CFF_ERROR_INPUT }
    var buffer = ffmpeg.calls.av_malloc(Int(size))
    if let start = buffer?.assumingMemoryBound(to: UInt8.self) {
      context = ffmpeg.calls.avio_alloc_context(
        start, size, isWriter ? 1 : 0, Unmanaged.passUnretained(self).toOpaque(), isWriter ? nil : transfer,
        isWriter ? transfer : nil, { LibraryIO.of($0)?.seek($1, $2) ?? Int64(CFF_ERROR_INPUT) })
    }
    guard context == nil else { return }
    ffmpeg.calls.av_freep(&buffer)
    throw .noMemory(name)
  }

  deinit {
    guard let context else { return }
    // The library may have replaced the buffer that it was given.
    ffmpeg.calls.av_freep(&context.pointee.buffer)
    ffmpeg.calls.avio_context_free(&self.context)
  }

  private static func of(_ address: UnsafeMutableRawPointer?) -> LibraryIO? {
    address.map { Unmanaged<LibraryIO>.fromOpaque($0).takeUnretainedValue() }  // outlives its context
  }

  /// Reads or writes a portion; returns how many bytes, or one of FFmpeg's errors.
  func transfer(_ buffer: Bytes?, _ size: Int32) -> Int32 { CFF_ERROR_INPUT }

  /// Goes to a place, or tells the file's size; returns it, or one of FFmpeg's errors.
  func seek(_ offset: Int64, _ whence: Int32) -> Int64 { Int64(CFF_ERROR_INPUT) }
}

extension CodingError {
  static func noMemory(_ context: String) -> CodingError {
    CodingError(.codecFailed, context: context, message: "There is not enough memory. Close other programs.")
  }
}
