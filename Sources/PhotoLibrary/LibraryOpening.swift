import FileStorage

/// The ways to open a library.
public enum LibraryOpening: Sendable, Hashable {
  /// Opens the library for reading and changing it, or makes one where there is none: a new folder, an empty one, or an
  /// empty database.
  ///
  /// A new library keeps its originals in the store of the URL `store`, if there is one; it is made with its store, or
  /// not at all. A library that is there keeps the store that it has: see ``Originals/useStore(_:)``. With
  /// `allowsProgram` the environment's program may use the new library without being asked for: whoever has a library
  /// made has said yes.
  case making(store: String? = nil, allowsProgram: Bool = false)
  /// Opens a library that is there. Where this user cannot change its folder or its database, it is opened for reading
  /// alone.
  case existing
  /// Opens a library that is there for reading alone, and changes nothing in its folder.
  case reading

  /// Indicates whether a library is made where there is none.
  package var makesOne: Bool { if case .making = self { true } else { false } }
}

extension PhotosError {
  /// Returns the error for a place where there is no library to open.
  static func noLibrary(at place: String) -> PhotosError {
    PhotosError(
      .missingResource, context: place,
      message: "There is no library here. Make one with 'livecam library init', or name another with --library.")
  }

  /// Returns the error for a folder with a library's photos and without its database.
  static func noDatabase(at path: String, _ code: Code) -> PhotosError {
    PhotosError(
      code, context: path,
      message:
        "The folder has photos and no database, or an empty one. If it was a library, restore its library.sqlite from a "
        + "backup, or make a new library elsewhere and import this folder's 'resources' into it.")
  }

  /// Returns the error for a library that was opened for reading alone and was to be changed, with its cause, if the
  /// system tells that.
  package static func readOnly(_ library: PhotoLibrary) -> PhotosError {
    do throws(FileStoreError) { try library.folder.files.checkFolder(of: library.path + "/library.sqlite") } catch {
      return PhotosError(
        .internalError, context: library.path,
        message: "The library is open for reading alone, and nothing was changed: \(error.message).")
    }
    return readOnly(library.path)
  }

  /// A library that was opened for reading alone was to be changed.
  package static func readOnly(_ path: String) -> PhotosError {
    PhotosError(
      .internalError, context: path,
      message: "The library is open for reading alone, and nothing was changed: its folder or its database cannot be "
        + "written by this user, or the disk is full. Change their permissions, mount the disk for writing, or free some "
        + "space: 'livecam library delete --now' deletes photos also on a full disk.")
  }
}
