public import ByteCoding
public import FileStorage
import MediaCore
import MovieCoding
import StillCoding

/// Android's Motion Photo: a still with its movie inside, described by XMP.
///
/// Stands for Google's Motion Photo format 1.0.
public enum MotionPhoto {
  /// A Motion Photo of a Live Photo's still and movie: the still's pixels and the movie's samples as they are.
  ///
  /// The still is a JPEG or HEIC. The movie's pictures, sound and metadata become an MP4; plain PCM sound, which
  /// Android does not play, is compressed to AAC. The still's place, if the movie tells it, is written down.
  /// - Throws: ``LivePhotoError`` with `.malformed` for damaged files, `.unsupported` for others than these.
  public static func rope(still: any ByteSource, movie: any ByteSource) throws -> ByteRope {
    try MotionPhotoComposer(still: still, movie: movie).rope
  }

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

  /// The name of a Motion Photo: `IMG_0001.MP.jpg`, `IMG_0001.MP.heic`. Readers may ask for such an ending.
  public static func name(stem: String, isHEIC: Bool) -> String { stem + ".MP" + (isHEIC ? ".heic" : ".jpg") }
}
