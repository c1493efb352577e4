import MediaCore

/// An object of FFmpeg's, which is given back when its owner goes.
final class Owned<Object> {
  /// Valid as long as its owner lives.
  let pointer: UnsafeMutablePointer<Object>
  private let release: (UnsafeMutablePointer<UnsafeMutablePointer<Object>?>?) -> Void

  /// Takes over what a function of the library has allocated, for `release` to free.
  /// - Throws: `CodingError` without memory, when there is nothing.
  init(
    _ pointer: UnsafeMutablePointer<Object>?, name: String,
    release: @escaping (UnsafeMutablePointer<UnsafeMutablePointer<Object>?>?) -> Void
  ) throws(CodingError) {
    guard let pointer else { throw .noMemory(name) }
    (self.pointer, self.release) = (pointer, release)
  }

  deinit {
    var object: UnsafeMutablePointer<Object>? = pointer
    release(&object)
  }
}
