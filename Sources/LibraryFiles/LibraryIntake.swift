import FileStorage
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import StillCoding
import Synchronization

/// Takes the files that an operation writes into a library's folder, on the way to become resources.
///
/// The operation gives them paths, which exist here alone.
final class LibraryIntake: FileStore {
  private let library: PhotoLibrary
  /// The places of the files in the library's folder, by the bytes of the paths that the operation gave them: two names
  /// may differ in how an accent is coded, and nothing else.
  private let staged = Mutex<[[UInt8]: String]>([:])
  /// The damage of stills and movies, by their places.
  private let damages = Mutex<[String: String]>([:])

  init(_ library: PhotoLibrary) { self.library = library }

  /// Takes a file out: returns where it lies.
  func take(_ path: String) -> String? { staged.withLock { $0.removeValue(forKey: Array(path.utf8)) } }

  /// Returns what is damaged in the pictures at a place, in words behind a colon; `nil` if nothing shows.
  func damage(at place: String) -> String? { damages.withLock { $0[place] } }

  /// Removes files that nobody has taken.
  func discard() { library.discard(staged.withLock { Array($0.values) }) }

  func exists(_ path: String) -> Bool { staged.withLock { $0[Array(path.utf8)] != nil } }

  func create(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    var probe = ZeroProbe()
    let place: String
    do {
      place = try library.stage(extension: "part") { write in
        try withoutActuallyEscaping(write) { write in
          try body { piece in
            probe.look(at: piece)
            try write(piece)
          }
        }
      }
    } catch let error where PhotosError(of: error, context: path).code == .notEnoughSpace {
      throw PhotosError(
        .notEnoughSpace, context: FileNames.name(of: path),
        message:
          "The library's disk is full, and this does not fit. Free some space, and do the same again: what is in "
          + "the library stays.")
    }
    // Here, where several files are worked on at once.
    if let damage = try damage(of: place, hasZeros: probe.hasZeros) { damages.withLock { $0[place] = damage } }
    let old = staged.withLock { $0.updateValue(place, forKey: Array(path.utf8)) }
    library.discard([old].compactMap { $0 })
  }

  private func damage(of place: String, hasZeros: Bool) throws -> String? {
    // One that cannot be read at all is refused by the library.
    guard let file = try? library.environment.files.open(place), let kind = try? FileKind(of: file) else { return nil }
    if kind.isStill { return (try? StillFile.read(file).damage(reading: false)) ?? nil }
    return kind == .movie && hasZeros ? try MovieDamage.words(on: file, decoding: false) : nil
  }

  func createAll(_ drafts: [FileDraft]) throws {
    var done: [String] = []
    do {
      for draft in drafts {
        try create(draft.path, draft.body)
        done.append(draft.path)
      }
    } catch {
      library.discard(done.compactMap(take))
      throw error
    }
  }
}
