import ByteCoding
import FileStorage
import MediaCore
import PhotoLibrary
import StillCoding

/// A file of an asset on its way out of a library. Its bytes are held against their hash before they are there under
/// their new name.
struct OutgoingFile: Sendable {
  let resource: AssetResource
  /// The library's file.
  let source: FileBytes
  /// The bytes that are written.
  private(set) var rope: ByteRope
  /// Indicates whether the file's bytes are known to be those that were added, or are taken as they are.
  private var isSettled = false

  init(_ resource: AssetResource, _ source: FileBytes) {
    (self.resource, self.source, rope) = (resource, source, ByteRope(source))
  }

  /// Reads the file to see whether it is what was added.
  /// - Throws: `PhotosError` 3302 if it is not.
  mutating func check() throws {
    guard !isSettled else { return }
    try write { _ in }
    isSettled = true
  }

  /// Marks the file as one whose bytes are taken as they are.
  mutating func trust() { isSettled = true }

  /// Gives the still that is written another identifier, and leaves everything else as it was.
  /// - Throws: `CodingError` when the still cannot have it; `PhotosError` 3302 when it is damaged.
  mutating func setIdentifier(_ identifier: PairIdentifier) throws {
    try check()
    rope = try StillFile.read(source).edited(StillEdits(contentIdentifier: identifier)).rope
  }

  /// Passes on the bytes. When this returns, they were what was added.
  /// - Throws: `PhotosError` 3302 if they were not; what `write` throws.
  func write(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard !isSettled else { return try rope.write(write) }
    guard Int64(source.count) == resource.byteCount else {
      throw damage("it has \(source.count) bytes and had \(resource.byteCount)")
    }
    var hash = SHA256()
    do {
      try rope.write { piece in
        hash.update(piece)
        try write(piece)
      }
    } catch let error as ByteError {
      throw damage("it cannot be read: \(error)")
    }
    // Files from before hashes were kept have none.
    guard let wanted = resource.sha256 else { return }
    guard hash.finish() == wanted else { throw damage("its bytes are not those that were added (SHA-256)") }
  }

  private func damage(_ what: String) -> PhotosError {
    PhotosError(
      .invalidResource, context: resource.originalFilename,
      message:
        "The library's file is damaged: \(what). Restore it from a backup; 'export --damaged-too' takes it as it is."
    )
  }
}
