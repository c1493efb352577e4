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
      do {
        let library = try Self.open(place, makesOne: makesOne)
        try await Self.requireAccess(library)
        return .success(try await work(library))
      } catch {
        return .failure(error)
      }
    }
    if case .failure(let error) = result {
      if error is CancellationError {
        Terminal.complain("livecam: ended before all was done; nothing is half done")
        throw ExitReason.interrupted.exitCode
      }
      throw ExitReason.fail(error)
    }
  }

  /// Opens the library for its user's own settings, which need no permission.
  func settings(_ work: @escaping @Sendable (PhotoLibrary) throws -> Void) async throws {
    let place = try ExitReason.reporting { try Self.path(path) }
    try ExitReason.reporting { try work(try Self.open(place, makesOne: false, authorization: .fixed(.authorized))) }
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
  static func open(
    _ path: String, makesOne: Bool, authorization: LibraryAuthorizationPolicy = .prompting(LibraryAccessPrompt())
  ) throws -> PhotoLibrary {
    let disk = DiskFiles()
    let isNew = !disk.exists(path + "/library.sqlite")
    if isNew {
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
      clock: MonotonicClock(), wallClock: SystemWallClock(), authorization: authorization)
    environment.program = "livecam"
    environment.usageDescription = "Its commands list, import, export and change photos as you tell them to."
    let library = try PhotoLibrary(at: path, environment: environment)
    // Who has a library made has said yes.
    if isNew { try library.setAuthorization(.authorized, of: environment.program, for: .readWrite) }
    return library
  }

  /// Has the user asked, where nobody has been yet.
  /// - Throws: `PhotosError` when livecam may not use the library.
  static func requireAccess(_ library: PhotoLibrary) async throws {
    let status = await library.requestAuthorization(for: .readWrite)
    guard status != .authorized, status != .limited else { return }
    throw PhotosError(
      status == .restricted ? .accessRestricted : .accessUserDenied, context: library.path,
      message: status == .notDetermined
        ? "Another program has made this library, and there is no terminal to ask in. Allow livecam to use it: "
          + "livecam library access allow livecam --library \(library.path)"
        : "livecam may not use this library. 'livecam library access allow livecam' changes that.")
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
    let all = try Asset.fetchAssets(named: text, in: library)
    let found = all.filter { inTrash == nil || ($0.trashedDate != nil) == inTrash }
    if let first = found.first, found.count == 1 { return first }
    if found.isEmpty {
      let message =
        all.isEmpty
        ? "No asset has this name or identifier. 'livecam library list' tells which there are."
        : inTrash == true
          ? "It is not in the trash; 'livecam library trash' puts it there, and 'delete' takes --now."
          : "It is in the trash. 'livecam library restore' takes it out."
      throw PhotosError(.identifierNotFound, context: text, message: message)
    }
    let identifiers = found.prefix(5).map { String($0.localIdentifier.prefix(8)) }.joined(separator: ", ")
    throw PhotosError(
      .multipleIdentifiersFound, context: text,
      message: "\(found.count) assets are meant by this. Name one by its identifier: \(identifiers)"
        + (found.count > 5 ? " and others." : "."))
  }
}
