import ArgumentParser
import FileStorage
import FoundationEssentials
import LibraryCapture
import LinuxDevices
import LivePhotoFiles
import MediaCore
import OriginalsS3
import PhotoLibrary
import Station

/// The options that name the library a command works on.
struct LibraryOptions: ParsableArguments {
  @Option(
    name: .customLong("library"), parsing: .unconditional,
    help: ArgumentHelp(
      "The library's folder; or postgres://HOST/DATABASE?originals=FOLDER for one whose catalogue is on a server. (default: "
        + "$LIVECAM_LIBRARY, or Pictures/livecam in your home)", valueName: "path"), completion: .directory)
  var path: String?

  @Flag(help: "Print JSON: one object a line.")
  var json = false

  /// Opens the library, on a thread where it may be waited for its changes, and does a command's work on it; an error
  /// is told in one sentence and becomes an exit code.
  ///
  /// With `makesOne` a library is made where there is none, whose originals `store` keeps, if one is named. Work that
  /// `freesSpace` can be done on a disk that is full.
  func run(
    makesOne: Bool = false, store: String? = nil, freesSpace: Bool = false, sweepsTrash: Bool = false,
    _ work: @escaping @Sendable (PhotoLibrary) async throws -> Void
  ) async throws {
    let place = try ExitReason.reporting { try LibraryPlace(path) }
    let result = await FileOperation.untilInterrupted { () -> Result<Void, any Error> in
      do {
        let library = try Self.open(place, makesOne: makesOne, store: store, freesSpace: freesSpace)
        try await Self.requireAccess(library)
        if makesOne || sweepsTrash { Self.sweepTrash(of: library) }
        let waiting = library.originals.waitingCount
        try await work(library)
        LibraryUpload.sendAdditions(since: waiting, from: library)
        return .success(())
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

  /// Finds what a change is about, makes it, and tells what was done: programs by objects, people by `words`, if any.
  func change<Subject: Sendable>(
    _ find: @escaping @Sendable (PhotoLibrary) throws -> Subject,
    by body: @escaping @Sendable (Subject, PhotoLibrary) -> Void,
    words: @escaping @Sendable (Subject) -> String? = { _ in nil },
    told: @escaping @Sendable (Subject) -> [JSONObject]
  ) async throws {
    try await run(sweepsTrash: true) { library in
      let subject = try find(library)
      try library.performChangesAndWait { body(subject, library) }
      if json {
        for object in told(subject) { Terminal().show(object, [], asJSON: true) }
      } else if let words = words(subject) {
        Terminal().line(words)
      }
    }
  }

  /// Finds the assets that a change is about, and makes it. `change` is what programs are told of each of them, and
  /// `words` follow their number for people.
  func change(
    _ arguments: AssetArguments, inTrash: Bool = false, _ change: String, _ words: String,
    by body: @escaping @Sendable ([Asset], PhotoLibrary) -> Void
  ) async throws {
    try await self.change({ (library: PhotoLibrary) in try arguments.found(in: library, inTrash: inTrash) }, by: body) {
      (assets: [Asset]) in
      "\(assets.count) \(words)"
    } told: { (assets: [Asset]) in
      assets.map { ["change": change, "identifier": $0.localIdentifier] as JSONObject }
    }
  }

  /// Opens the library for its user's own settings, which need no permission.
  func settings(_ work: @escaping @Sendable (PhotoLibrary) throws -> Void) async throws {
    let place = try ExitReason.reporting { try LibraryPlace(path) }
    try ExitReason.reporting { try work(try Self.open(place, makesOne: false, authorization: .fixed(.authorized))) }
  }

  /// Opens the library at a place; makes one there only where that is wanted. One that is there, and that this user
  /// cannot change, is opened for reading alone where none is to be made.
  static func open(
    _ place: LibraryPlace, makesOne: Bool, store: String? = nil,
    authorization: LibraryAuthorizationPolicy = .prompting(LibraryAccessPrompt()),
    files: any FileTree = DiskFiles(), waiting: MediaTime = .seconds(30), freesSpace: Bool = false
  ) throws -> PhotoLibrary {
    // Whoever has a library made has said yes.
    let opening = makesOne ? LibraryOpening.making(store: store, allowsProgram: true) : .existing
    let library = try place.open(
      environment(authorization, files: files), opening, waiting: waiting, freesSpace: freesSpace)
    removeDeletedSources(in: library)
    return library
  }

  /// Deletes what has been in the trash for longer than the library keeps it there, and says so.
  static func sweepTrash(of library: PhotoLibrary) {
    do throws(PhotosError) {
      let count = try LibraryTrashBin(of: library).sweep()
      guard count > 0 else { return }
      removeDeletedSources(in: library)
      Terminal.complain(
        "livecam: \(count) \(count == 1 ? "asset" : "assets") deleted for good, after the library's days in the trash")
    } catch {
      // What the command is for is done all the same, and the next one tries again.
      Terminal.complain("livecam: the trash was not swept: \(error)")
    }
  }

  /// Removes the frames of stills that were to be finished later, and whose assets have been deleted for good.
  static func removeDeletedSources(in library: PhotoLibrary) {
    guard !library.isReadOnly else { return }
    let configuration = StationConfiguration()
    // What stays is removed when the library is opened the next time.
    try? LibraryPairs.removeDeletedSources(
      in: library, media: StationWorld.machine(configuration).environment.media, configuration: configuration.session)
  }

  private static func environment(
    _ authorization: LibraryAuthorizationPolicy, files: any FileTree = DiskFiles()
  ) -> LibraryEnvironment {
    var environment = LibraryEnvironment(
      clock: MonotonicClock(), wallClock: SystemWallClock(), authorization: authorization, files: files)
    environment.program = "livecam"
    environment.openStore = S3Store.opening(
      ProcessInfo.processInfo.environment, clock: environment.clock
    ) { store, limit in
      Terminal.complain("livecam: \(store) does not answer; it is waited for, up to \(Int(limit.seconds)) s")
    }
    environment.usageDescription = "Its commands list, import, export and change photos as you tell them to."
    return environment
  }

  /// The library beside one whose catalogue is on a server.
  static func offline(of place: LibraryPlace) throws(PhotosError) -> OfflineLibrary {
    try OfflineLibrary(in: place.folder, environment: environment(.fixed(.authorized)))
  }

  /// Asks the user for access to the library where that has not been decided yet.
  /// - Throws: `PhotosError` when livecam may not use the library.
  static func requireAccess(_ library: PhotoLibrary) async throws {
    let status = await library.requestAuthorization(for: .readWrite)
    try Task.checkCancellation()
    guard status != .authorized, status != .limited else { return }
    throw PhotosError(
      status == .restricted ? .accessRestricted : .accessUserDenied, context: library.path,
      message: status == .notDetermined
        ? (LibraryAccessPrompt.hasTerminal
          ? "livecam was not allowed to use this library. Answer y, or allow it for good: "
          : "Another program has made this library, and there is no terminal to ask in. Allow livecam to use it: ")
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
