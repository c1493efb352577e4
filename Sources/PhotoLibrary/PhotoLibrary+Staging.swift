import ByteCoding
import FileStorage
import Hashing
import Synchronization

extension PhotoLibrary {
  /// A path for a new file in the library's folder, on the way to become a resource. It is swept with its process.
  package func stagingPath(extension suffix: String) -> String {
    folder.session + "/" + environment.makeIdentifier() + "." + suffix
  }

  /// Writes a file into the library's folder, on the way to become a resource; returns its path.
  /// - Throws: ``PhotosError`` when it cannot be written; then nothing is left.
  package func stage(_ bytes: [UInt8], extension suffix: String) throws(PhotosError) -> String {
    do { return try stage(extension: suffix) { write in try ByteRope(bytes).write(write) } } catch {
      throw PhotosError(of: error, context: self.path)
    }
  }

  /// Writes a file, whose bytes `body` passes on, into the library's folder, on the way to become a resource; returns
  /// its path.
  /// - Throws: `FileStoreError`, or what `body` throws; then nothing is left.
  package func stage(
    extension suffix: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> String {
    let path = stagingPath(extension: suffix)
    var hash = SHA256()
    do {
      try folder.files.write(path) { write in
        // One closure is lent to another.
        try withoutActuallyEscaping(write) { write in
          try body { piece in
            hash.update(piece)
            try write(piece)
          }
        }
      }
    } catch {
      discard([path])
      throw error
    }
    let digest = hash.finish()
    stagedHashes.withLock { $0[path] = digest }
    return path
  }

  /// Removes staged files that are not needed any more, or are resources by now.
  package func discard(_ paths: [String]) {
    // What stays is swept when the library is opened again.
    for path in paths where isStaged(path) { try? folder.files.remove(path) }
    stagedHashes.withLock { hashes in for path in paths { hashes[path] = nil } }
  }

  /// Returns a name for a staged file: the one that it came with, with another extension if that is one of another kind
  /// of file.
  package func name(_ name: String, fittingStagedFile path: String) -> String {
    // What cannot be read, or is of no kind that is known, is refused with a better word by whoever adds it.
    guard let file = try? folder.files.open(path), let head = try? file.bytes(0..<min(64, file.count)) else {
      return name
    }
    return ContentType.of(firstBytes: head)?.name(like: name) ?? name
  }

  /// The SHA-256 of a staged file; `nil` when it is a resource by now, or is gone.
  package func stagedHash(of path: String) -> String? { stagedHashes.withLock { $0[path] } }

  func isStaged(_ path: String) -> Bool { path.utf8.starts(with: (folder.session + "/").utf8) }
}
