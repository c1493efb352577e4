import ByteCoding
import FileStorage
import Hashing
import PhotoLibrary
import Synchronization

/// The given files that a library has already, found by their bytes before anything is copied.
final class StoredFiles: Sendable {
  private let library: PhotoLibrary
  private let source: any FileSource
  /// The lengths of the library's files: a file of another length need not be read.
  private let byteCounts: Set<Int64>
  /// The local identifiers of assets by the bytes of their first file's path.
  private let found = Mutex<[[UInt8]: String]>([:])

  /// - Throws: `PhotosError` when the library cannot be read.
  init(of source: any FileSource, in library: PhotoLibrary) throws(PhotosError) {
    (self.source, self.library) = (source, library)
    byteCounts = try AssetLookup(in: library).fileByteCounts()
  }

  /// Returns whether one asset, outside the trash, has all of the files, and its own are as they were.
  /// - Throws: `PhotosError` when the library cannot be read; `CancellationError`.
  func contain(_ paths: [String]) throws -> Bool {
    var files: [FileBytes] = []
    for path in paths {
      // What cannot be read is told by whoever imports it.
      guard let file = try? source.open(path), byteCounts.contains(Int64(file.count)) else { return false }
      files.append(file)
    }
    var hashes: Set<String> = []
    for file in files {
      var hash = SHA256()
      do {
        try ByteRope(file).write { piece in
          try Task.checkCancellation()
          hash.update(piece)
        }
      } catch is ByteError {
        return false
      }
      hashes.insert(hash.finish())
    }
    guard let first = paths.first, let asset = try AssetLookup(in: library).intactAsset(withFileHashes: hashes) else {
      return false
    }
    found.withLock { $0[Array(first.utf8)] = asset.localIdentifier }
    return true
  }

  /// Takes the local identifier of the asset that has a file.
  func takeAsset(of path: String) -> String? { found.withLock { $0.removeValue(forKey: Array(path.utf8)) } }
}
