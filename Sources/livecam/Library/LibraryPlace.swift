import FileStorage
import FoundationEssentials
import LibraryPostgreSQL
import PhotoLibrary

/// Where a library is: a folder, or a folder with its catalogue on a server.
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

  /// Whether there is a library; of a server's that is not known before it is asked.
  private var isThere: Bool { server != nil || DiskFiles().exists(folder + "/library.sqlite") }

  /// Opens the library; makes one only where that is wanted. A server that goes away is waited for no longer than `waiting`.
  func open(
    _ environment: LibraryEnvironment, makesOne: Bool, waiting: Duration = .seconds(30)
  ) throws -> PhotoLibrary {
    let disk = DiskFiles()
    let isNew = !isThere
    if isNew {
      guard makesOne else {
        throw PhotosError(
          .missingResource, context: folder,
          message: "There is no library here. Make one with 'livecam library init', or name another with --library.")
      }
      let names = disk.exists(folder) ? try disk.names(in: folder) : []
      guard names.allSatisfy({ ["incoming", "resources"].contains($0) }) else {
        throw PhotosError(
          .internalError, context: folder,
          message: "There is something else in this folder. Name a new one, or an empty one, for a library.")
      }
    }
    let library =
      if let server {
        try PhotoLibrary(at: folder, postgreSQL: server, environment: environment, waiting: waiting)
      } else {
        try PhotoLibrary(at: folder, environment: environment)
      }
    // Who has a library made has said yes.
    let isFirst = try server != nil && makesOne && library.programAuthorizations().isEmpty
    if isNew || isFirst { try library.setAuthorization(.authorized, of: environment.program, for: .readWrite) }
    return library
  }
}
