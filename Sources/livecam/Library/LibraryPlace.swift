import FileStorage
import FoundationEssentials
import LibraryFiles
import LibraryPostgreSQL
import MediaCore
import PhotoLibrary

/// The place of a library: a folder, or a folder with its catalogue on a server.
struct LibraryPlace: Sendable {
  /// The folder of the files.
  let folder: String
  /// The server's URL; `nil` for a catalogue in the folder.
  let server: String?

  /// The argument of a `--library` that names no place: no text that anybody can give is it.
  static let usual = "\0"
  private static let schemes = ["postgres://", "postgresql://"]
  private static let parameter = "originals="
  private static let form = "postgres://USER@HOST:PORT/DATABASE?originals=/srv/photos"

  /// Creates the place that was named, or the usual one. A server's URL names the folder by a parameter of its own:
  /// `postgres://HOST/DATABASE?originals=/srv/photos`.
  /// - Throws: ``ReasonedError`` when the named place is empty or a malformed URL; `PhotosError` when no place is
  ///   known.
  init(_ named: String?) throws {
    // A variable that is not set would have the command change another library than the one that is meant.
    guard named?.isEmpty != true else {
      throw ReasonedError(
        .badArguments, "--library: the path is empty. Name a folder, or leave out the path for the usual library.")
    }
    let environment = ProcessInfo.processInfo.environment
    let path = [named == Self.usual ? nil : named, environment["LIVECAM_LIBRARY"]].compactMap { $0 }
      .first { !$0.isEmpty }
    if let path, Self.schemes.contains(where: path.hasPrefix) {
      (folder, server) = try Self.parts(ofURL: path)
      return
    }
    server = nil
    if let path {
      if let scheme = Self.scheme(of: path) {
        throw ReasonedError(
          .badArguments,
          "--library: "
            + (scheme == "s3"
              ? "a store keeps originals alone; the catalogue needs a folder. Write 'livecam library init --library "
                + "FOLDER --store \(path)'."
              : "\(scheme):// leads to no library. Name a folder, or \(Self.form)."))
      }
      folder = path
    } else if let home = environment["HOME"], !home.isEmpty {
      folder = home + "/Pictures/livecam"
    } else {
      throw PhotosError(
        .internalError, context: "--library", message: "Your home is not known. Name the library's folder.")
    }
  }

  /// The folder and the server that a URL names.
  private static func parts(ofURL url: String) throws(ReasonedError) -> (folder: String, server: String) {
    func refused(_ what: String) -> ReasonedError {
      ReasonedError(.badArguments, "--library: \(what). Write \(form).")
    }
    let parts = url.split(separator: "?", maxSplits: 1)
    let parameters = (parts.count > 1 ? parts[1] : "").split(separator: "&")
    let folders = parameters.filter { $0.hasPrefix(parameter) }.map { String($0.dropFirst(parameter.count)) }
    let others = parameters.filter { !$0.hasPrefix(parameter) }
    // By its name alone: what stands behind it may be a password.
    for name in others.map({ $0.prefix { $0 != "=" } })
    where !PhotoLibrary.canBePostgreSQL("postgres:///?\(name)=1") {
      throw refused(
        "the URL's parameter '\(name)' is unknown; there are \(parameter)FOLDER, and PostgreSQL's own, such as sslmode")
    }
    guard let folder = folders.first, !folder.isEmpty else { throw refused("the URL names no folder for the files") }
    guard folders.count == 1 else { throw refused("the URL names \(folders.count) folders for the files; name one") }
    if let scheme = scheme(of: folder) {
      throw refused(
        "\(parameter)\(folder): \(scheme):// leads to no folder"
          + (scheme == "s3" ? "; name one, and this store by 'livecam library init --store'" : ""))
    }
    let server = String(parts[0]) + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
    // What is wrong with it is not said, for the same reason.
    guard PhotoLibrary.canBePostgreSQL(server) else { throw refused("this is no URL of a PostgreSQL database") }
    return (folder, server)
  }

  /// The scheme of a URL; `nil` for a path.
  private static func scheme(of path: String) -> String? {
    let parts = path.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasPrefix("//"), !parts[0].isEmpty,
      parts[0].utf8.allSatisfy({ (0x61...0x7a).contains($0 | 0x20) || (0x30...0x39).contains($0) })
    else { return nil }
    return parts[0].lowercased()
  }

  /// Opens the library. A server that goes away is waited for no longer than `waiting`. On a disk that is full a
  /// library that is there is opened for reading alone; whoever is going to free some space gets its spare room.
  func open(
    _ environment: LibraryEnvironment, _ opening: LibraryOpening, waiting: MediaTime = .seconds(30),
    freesSpace: Bool = false
  ) throws(PhotosError) -> PhotoLibrary {
    if opening.makesOne, server == nil { try checkIsOutside() }
    let spare = SpareRoom(in: folder)
    let library: PhotoLibrary
    do throws(PhotosError) { library = try openOnce(environment, opening, waiting) } catch {
      guard error.code == .notEnoughSpace, opening == .existing else { throw error }
      if freesSpace, spare.giveUp() { return try openOnce(environment, opening, waiting) }
      return try openOnce(environment, .reading, waiting)
    }
    // A catalogue on a server needs none.
    if !library.isReadOnly, server == nil { spare.take() }
    return library
  }

  /// Makes sure that a library that is to be made here would lie in no other one.
  private func checkIsOutside() throws(PhotosError) {
    let (files, catalogue) = (DiskFiles(), "/library.sqlite")
    guard !files.exists(folder + catalogue) else { return }
    guard let other = OutsideFolder.ancestry(of: folder, in: files).first(where: { files.exists($0 + catalogue) })
    else {
      return
    }
    throw PhotosError(
      .internalError, context: folder,
      message: "This folder lies in the library \(other). Name one outside of it, or that library.")
  }

  private func openOnce(
    _ environment: LibraryEnvironment, _ opening: LibraryOpening, _ waiting: MediaTime
  ) throws(PhotosError) -> PhotoLibrary {
    do throws(PhotosError) {
      if let server {
        return try PhotoLibrary(
          at: folder, postgreSQL: server, environment: environment, opening: opening, waiting: waiting)
      }
      return try PhotoLibrary(at: folder, environment: environment, opening: opening)
    } catch {
      // A catalogue's tables do not know where they lie.
      throw error.context == "library" ? PhotosError(error.code, context: folder, message: error.message) : error
    }
  }
}
