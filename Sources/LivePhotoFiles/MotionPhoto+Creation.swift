import ByteCoding
public import FileStorage

extension MotionPhoto {
  /// Makes a Motion Photo of a still and a movie that are in memory, and writes it as a new file; returns its size in
  /// bytes.
  /// - Throws: ``LivePhotoError`` as ``rope(still:movie:)`` does, or `FileStoreError` of the store; then there is no
  ///   file.
  public static func create(
    _ path: String, still: [UInt8], movie: [UInt8], in store: any FileStore
  ) throws -> Int {
    let rope = try rope(
      still: ArrayBytes(still, name: "\(path): the still"), movie: ArrayBytes(movie, name: "\(path): the movie"))
    try store.create(path) { write in try rope.write(write) }
    return rope.count
  }
}
