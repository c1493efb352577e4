package import MediaCore

/// An object of a C library, which is given back when its owner goes.
package final class Owned<Pointer> {
  /// The pointer, valid as long as its owner lives.
  package let pointer: Pointer
  private let release: (Pointer) -> Void

  /// Takes over what a function of the library has made, for `release` to give back.
  /// - Throws: the error given, when there is nothing.
  package init(
    _ pointer: Pointer?, release: @escaping (Pointer) -> Void, orThrow error: @autoclosure () -> CodingError
  ) throws(CodingError) {
    guard let pointer else { throw error() }
    (self.pointer, self.release) = (pointer, release)
  }

  /// Takes over what FFmpeg has allocated: its functions that free it want the place of the pointer.
  /// - Throws: the error given, when there is nothing.
  package convenience init<Object>(
    _ pointer: Pointer?, free: @escaping (UnsafeMutablePointer<UnsafeMutablePointer<Object>?>?) -> Void,
    orThrow error: @autoclosure () -> CodingError
  ) throws(CodingError) where Pointer == UnsafeMutablePointer<Object> {
    try self.init(
      pointer,
      release: { pointer in
        var place: Pointer? = pointer
        free(&place)
      }, orThrow: error())
  }

  deinit { release(pointer) }
}
