import ByteCoding
import FileStorage
import Hashing
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import StillCoding

/// A file of an asset on its way out of a library. Its bytes are held against their hash before they are there under
/// their new name.
struct OutgoingFile: Sendable {
  let resource: AssetResource
  /// The library's file, or what was made of it.
  private(set) var source: any ByteSource
  /// The extension of a name that the file gets.
  private(set) var fileExtension: String
  /// The bytes that are written.
  private(set) var rope: ByteRope
  /// Indicates whether the file's bytes are known to be those that were added, or are taken as they are.
  private var isSettled = false

  init(_ resource: AssetResource, _ source: FileBytes) {
    (self.resource, self.source, rope) = (resource, source, ByteRope(source))
    fileExtension = FileNames.fileExtension(of: resource.path).uppercased()
  }

  /// Opens a file of an asset.
  /// - Throws: `PhotosError` 3303 when it is gone, 3302 when the store of the originals has other bytes of it, and 3169
  ///   when that cannot be reached.
  static func open(_ resource: AssetResource, in library: PhotoLibrary) throws(PhotosError) -> FileBytes {
    do throws(FileStoreError) { return try library.open(resource) } catch {
      let name = resource.originalFilename
      switch error.code {
      case .notFound:
        throw PhotosError(
          .missingResource, context: name,
          message: "The library's file \(resource.path) is gone. \(advice(on: name)).", cause: error)
      case .damaged:
        throw PhotosError(
          .invalidResource, context: name,
          message: "The library's file \(resource.path) is damaged: \(error.message). \(advice(on: name)).")
      default: throw PhotosError(of: error, context: name)
      }
    }
  }

  /// What brings a file back.
  private static func advice(on name: String) -> String {
    "Import another copy of \(name) ('livecam library import'), which puts it back, or restore the library's file from "
      + "a backup"
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

  /// Indicates whether the file is a still of a kind that programs take for half of a Live Photo.
  var isOfPairedKind: Bool { ["public.jpeg", "public.heic"].contains(resource.uniformTypeIdentifier) }

  /// Makes the still half of a Live Photo: gives it another identifier, and makes a JPEG of what is of a kind
  /// that nobody pairs. Everything else stays as it was. Returns remarks.
  /// - Throws: `CodingError` or `LivePhotoError` when that cannot be done; `PhotosError` 3302 when it is damaged.
  mutating func pair(with identifier: PairIdentifier) throws -> [String] {
    try check()
    let half = try LivePhotoFiles.pairable(StillFile.read(source), StillEdits(contentIdentifier: identifier))
    rope = half.rope
    guard !isOfPairedKind else { return [] }
    source = ArrayBytes(try rope.contents(), name: source.name)
    fileExtension = "JPG"
    return half.notes
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
        "The library's file \(resource.path) is damaged: \(what). \(Self.advice(on: resource.originalFilename)); "
        + "'export --damaged-too' takes it as it is."
    )
  }
}
