import Diagnostics
import Dispatch
import FileStorage
import Foundation
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

/// A folder for one library, and everything that the library takes from the world.
final class LibraryBench: Sendable {
  let folder: TemporaryFolder
  let clock = VirtualClock()
  let violations = ViolationLog()
  /// Stands for the queue that user interfaces live on.
  let mainQueue = DispatchQueue(label: "test.main")
  let path: String
  /// Where the library's catalogue is, unless it is in the folder.
  let schema: PostgreSQLSchema?

  init(_ kind: CatalogKind = .usual) throws {
    folder = try TemporaryFolder()
    path = folder.path("library")
    schema = kind == .postgreSQL ? try PostgreSQLSchema() : nil
  }

  func environment(
    authorization: LibraryAuthorizationPolicy = .fixed(.authorized), profile: LibraryProfile = LibraryProfile(),
    files: any FileTree = DiskFiles()
  ) -> LibraryEnvironment {
    var environment = LibraryEnvironment(
      clock: clock, wallClock: StandingWallClock(clock: clock), authorization: authorization, files: files,
      profile: profile, violations: violations.handler, mainQueue: mainQueue)
    environment.usageDescription = "It is tested."
    return environment
  }

  func open(
    authorization: LibraryAuthorizationPolicy = .fixed(.authorized), profile: LibraryProfile = LibraryProfile(),
    files: any FileTree = DiskFiles()
  ) throws -> PhotoLibrary {
    try open(environment(authorization: authorization, profile: profile, files: files))
  }

  func open(_ environment: LibraryEnvironment) throws -> PhotoLibrary {
    var environment = environment
    // Held by the library alone, and let go when it has closed its folder and its catalogue.
    let (life, makeIdentifier) = (Life(of: living), environment.makeIdentifier)
    environment.makeIdentifier = { withExtendedLifetime(life) { makeIdentifier() } }
    return try CatalogKind.open(at: path, url: schema?.url, environment)
  }

  /// Libraries that are open.
  private let living = DispatchGroup()

  private final class Life: Sendable {
    private let group: DispatchGroup
    init(of group: DispatchGroup) {
      self.group = group
      group.enter()
    }
    deinit { group.leave() }
  }

  /// Waits until all libraries that were opened are closed: who is just being told of a change holds his for a moment.
  func waitUntilClosed() { living.wait() }

  func write(_ bytes: [UInt8], as name: String) throws -> URL {
    URL(fileURLWithPath: try folder.write(bytes, as: name))
  }

  /// Everything that is in the library's folder below `part`, as paths.
  func files(below part: String) -> [String] {
    let paths = FileManager.default.subpaths(atPath: path + "/" + part) ?? []
    return paths.filter { subpath in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + part + "/" + subpath, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }
}

/// The date 2026-11-21 10:10:00 UTC when the virtual clock begins, in a zone an hour ahead.
struct StandingWallClock: WallClock {
  let clock: VirtualClock
  func date(at instant: MediaTime) -> WallTime {
    WallTime(secondsSince1970: 1_795_255_800, nanosecond: 0, utcOffsetSeconds: 3600)
      .advanced(by: instant - MediaTime(nanoseconds: 1_000_000_000_000))
  }
}

/// What an API's rules were broken by.
final class ViolationLog: Sendable {
  private let entries = Mutex<[ContractViolation]>([])
  var rules: [ContractRule] { entries.withLock { $0.map(\.rule) } }
  var handler: ViolationHandler { ViolationHandler { violation in self.entries.withLock { $0.append(violation) } } }
}

/// A list that any thread may add to.
final class Log<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  var all: [Element] { elements.withLock { $0 } }
  func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

extension PhotoLibrary {
  /// Adds a Live Photo from bytes.
  @discardableResult
  func add(_ pair: TinyPair) throws(PhotosError) -> ObjectPlaceholder {
    let placeholder = Log<ObjectPlaceholder>()
    try performChangesAndWait { [self] in
      let request = AssetCreationRequest.forAsset(in: self)
      request.addResource(with: .photo, data: pair.still)
      request.addResource(with: .pairedVideo, data: pair.movie)
      placeholder.add(request.placeholderForCreatedAsset)
    }
    return placeholder.all[0]
  }

  var assetCount: Int { get throws { try Asset.fetchAssets(in: self).count } }

  /// The bytes of a resource, by way of a request.
  func data(of resource: AssetResource) async -> (bytes: [UInt8], error: PhotosError?, completions: Int) {
    let chunks = Log<[UInt8]>()
    let completions = Log<Bool>()
    let manager = AssetResourceManager(self)
    let error: PhotosError? = await withCheckedContinuation { continuation in
      manager.requestData(
        for: resource,
        dataReceivedHandler: { bytes in chunks.add(bytes.withUnsafeBytes { Array($0) }) },
        completionHandler: { error in
          completions.add(true)
          continuation.resume(returning: error)
        })
    }
    return (chunks.all.flatMap { $0 }, error, completions.all.count)
  }
}

/// The code of the error that something throws; `nil` if it throws none.
func code(_ body: () throws(PhotosError) -> Void) -> Int? {
  do throws(PhotosError) {
    try body()
    return nil
  } catch {
    return error.code.rawValue
  }
}
