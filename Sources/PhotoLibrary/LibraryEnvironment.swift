public import Diagnostics
public import Dispatch
public import FileStorage
public import MediaCore

/// Everything a library would otherwise take from around it: dates, identifiers, files, permission.
public struct LibraryEnvironment: Sendable {
  /// The time base.
  public var clock: any MediaClock
  /// The clock that tells the date of an instant of ``clock``.
  public var wallClock: any WallClock
  /// The file system that holds the library's folder.
  public var files: any FileTree
  /// The files that resources are written to when somebody asks for a copy.
  public var exports: any FileStore
  /// The policy that decides who may use the library.
  public var authorization: LibraryAuthorizationPolicy
  /// The answers to what the documentation leaves open.
  public var profile: LibraryProfile
  /// The handler that is called when a call that cannot throw breaks a rule.
  public var violations: ViolationHandler
  /// Makes what is unique in identifiers and file names: never the same twice, of letters, digits and hyphens.
  public var makeIdentifier: @Sendable () -> String
  /// The queue that user interfaces live on, where nobody may wait.
  public var mainQueue: DispatchQueue
  /// The program, as permission is kept and the history tells: a name of its own.
  public var program = "program"
  /// The program's reason for wanting the photos, in a sentence that the user reads when he is asked. A policy that
  /// asks requires one. Stands for `NSPhotoLibraryUsageDescription`.
  public var usageDescription = ""

  /// Opens the store that a library's originals are in, by the URL that the library has noted. `nil` has such libraries
  /// refused. `S3Store.opening(_:clock:)` makes one.
  public var openStore: (@Sendable (_ url: String) throws -> any ObjectStore)?

  /// Creates an environment from its parts.
  public init(
    clock: any MediaClock, wallClock: any WallClock, authorization: LibraryAuthorizationPolicy,
    files: any FileTree = DiskFiles(), exports: any FileStore = DiskFiles(),
    profile: LibraryProfile = LibraryProfile(), violations: ViolationHandler = .trap,
    mainQueue: DispatchQueue = .main,
    makeIdentifier: @escaping @Sendable () -> String = LibraryEnvironment.randomIdentifier
  ) {
    self.clock = clock
    self.wallClock = wallClock
    self.files = files
    self.exports = exports
    self.authorization = authorization
    self.profile = profile
    self.violations = violations
    self.makeIdentifier = makeIdentifier
    self.mainQueue = mainQueue
  }

  /// A UUID of the system's random numbers.
  public static let randomIdentifier: @Sendable () -> String = {
    var generator = SystemRandomNumberGenerator()
    return PairIdentifier(using: &generator).uuidString
  }

  var now: WallTime { wallClock.date(at: clock.now) }
}
