import ArgumentParser
import FileStorage
import FoundationEssentials
import LinuxDevices
import MediaCore
import PhotoLibrary

/// Which library a command works on.
struct LibraryOptions: ParsableArguments {
  @Option(
    name: .customLong("library"), parsing: .unconditional,
    help: "The library's folder. (default: $LIVECAM_LIBRARY, or Pictures/livecam in your home)")
  var path: String?

  @Flag(help: "Print JSON: one object a line.")
  var json = false

  /// Opens the library, on a thread where it may be waited for its changes, and does a command's work on it; an error is
  /// told in one sentence and becomes an exit code.
  func run(makesOne: Bool = false, _ work: @escaping @Sendable (PhotoLibrary) async throws -> Void) async throws {
    let place = try ExitReason.reporting { try Self.path(path) }
    let result = await FileOperation.untilInterrupted { () -> Result<Void, any Error> in
      do { return .success(try await work(try Self.open(place, makesOne: makesOne))) } catch { return .failure(error) }
    }
    if case .failure(let error) = result {
      if error is CancellationError {
        Terminal.complain("livecam: ended before all was done; nothing is half done")
        throw ExitReason.interrupted.exitCode
      }
      throw ExitReason.fail(error)
    }
  }

  /// The folder of a library that was named, or the usual one.
  static func path(_ named: String?) throws -> String {
    if let named, !named.isEmpty { return named }
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["LIVECAM_LIBRARY"], !path.isEmpty { return path }
    guard let home = environment["HOME"], !home.isEmpty else {
      throw PhotosError(
        .internalError, context: "--library", message: "Your home is not known. Name the library's folder.")
    }
    return home + "/Pictures/livecam"
  }

  /// Opens the library in a folder; makes one there only where that is wanted.
  static func open(_ path: String, makesOne: Bool) throws -> PhotoLibrary {
    let disk = DiskFiles()
    if !disk.exists(path + "/library.sqlite") {
      guard makesOne else {
        throw PhotosError(
          .missingResource, context: path,
          message: "There is no library here. Make one with 'livecam library init', or name another with --library.")
      }
      let names = disk.exists(path) ? try disk.names(in: path) : []
      guard names.allSatisfy({ ["incoming", "resources"].contains($0) }) else {
        throw PhotosError(
          .internalError, context: path,
          message: "There is something else in this folder. Name a new one, or an empty one, for a library.")
      }
    }
    var environment = LibraryEnvironment(
      clock: MonotonicClock(), wallClock: SystemWallClock(), authorization: .fixed(.authorized))
    environment.program = "livecam"
    return try PhotoLibrary(at: path, environment: environment)
  }
}

/// The assets that a command works on.
struct AssetArguments: ParsableArguments {
  @Argument(help: "Assets: by identifier or its first 4 characters or more, or by a file's name such as IMG_0001.")
  var assets: [String]

  /// The assets that the arguments name.
  /// - Throws: `PhotosError` for one that is not there, or a text that names several.
  func found(in library: PhotoLibrary, inTrash: Bool? = false) throws -> [Asset] {
    try assets.map { try Self.found($0, in: library, inTrash: inTrash) }
  }

  static func found(_ text: String, in library: PhotoLibrary, inTrash: Bool?) throws -> Asset {
    let all = try library.assets(named: text)
    let found = all.filter { inTrash == nil || ($0.trashedDate != nil) == inTrash }
    if let first = found.first, found.count == 1 { return first }
    if found.isEmpty {
      let elsewhere = all.isEmpty ? "" : inTrash == true ? " It is not in the trash." : " It is in the trash."
      throw PhotosError(.identifierNotFound, context: text, message: "No asset has this name or identifier.\(elsewhere)")
    }
    let identifiers = found.prefix(5).map { String($0.localIdentifier.prefix(8)) }.joined(separator: ", ")
    throw PhotosError(
      .multipleIdentifiersFound, context: text,
      message: "\(found.count) assets are meant by this. Name one by its identifier: \(identifiers)"
        + (found.count > 5 ? " and others." : "."))
  }
}
