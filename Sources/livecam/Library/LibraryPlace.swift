import FileStorage
import FoundationEssentials
import LibraryPostgreSQL
import PhotoLibrary

/// The place of a library: a folder, or a folder with its catalogue on a server.
struct LibraryPlace: Sendable {
  /// The folder of the files.
  let folder: String
  /// The server's URL; `nil` for a catalogue in the folder.
  let server: String?

  private static let schemes = ["postgres://", "postgresql://"]
  private static let parameter = "originals="

  /// The place that was named, or the usual one. A server's URL names the folder by a parameter of its own:
  /// `postgres://HOST/DATABASE?originals=/srv/photos`.
  /// - Throws: `PhotosError` when no place is known.
  init(_ named: String?) throws {
    let environment = ProcessInfo.processInfo.environment
    let path = [named, environment["LIVECAM_LIBRARY"]].compactMap { $0 }.first { !$0.isEmpty }
    if let path, Self.schemes.contains(where: path.hasPrefix) {
      let parts = path.split(separator: "?", maxSplits: 1)
      var parameters = (parts.count > 1 ? parts[1] : "").split(separator: "&")
      let index = parameters.firstIndex { $0.hasPrefix(Self.parameter) }
      let folder = index.map { parameters.remove(at: $0).dropFirst(Self.parameter.count) } ?? ""
      guard !folder.isEmpty
      else {
        throw PhotosError(
          .internalError, context: "--library",
          message: "The URL names no folder for the files. Write postgres://HOST/DATABASE?originals=/srv/photos.")
      }
      self.folder = String(folder)
      server = parts[0] + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
      return
    }
    server = nil
    if let path {
      folder = path
    } else if let home = environment["HOME"], !home.isEmpty {
      folder = home + "/Pictures/livecam"
    } else {
      throw PhotosError(
        .internalError, context: "--library", message: "Your home is not known. Name the library's folder.")
    }
  }

  /// Opens the library. A server that goes away is waited for no longer than `waiting`.
  func open(
    _ environment: LibraryEnvironment, _ opening: LibraryOpening, waiting: Duration = .seconds(30)
  ) throws -> PhotoLibrary {
    do {
      if let server {
        return try PhotoLibrary(
          at: folder, postgreSQL: server, environment: environment, opening: opening, waiting: waiting)
      }
      if case .making = opening { try checkForMaking() }
      return try PhotoLibrary(at: folder, environment: environment, opening: opening)
    } catch let error as PhotosError where error.context == "library" {
      // A catalogue's tables do not know where they lie.
      throw PhotosError(error.code, context: folder, message: error.message)
    }
  }

  /// Makes sure that a library in the folder is there, or would be alone there.
  private func checkForMaking() throws {
    let disk = DiskFiles()
    guard !disk.exists(folder + "/library.sqlite"), disk.exists(folder) else { return }
    guard try disk.names(in: folder).allSatisfy({ ["incoming", "resources"].contains($0) }) else {
      throw PhotosError(
        .internalError, context: folder,
        message: "There is something else in this folder. Name a new one, or an empty one, for a library.")
    }
  }
}
