public import CaptureDevices
public import Diagnostics
public import FileStorage
import Glibc
public import MediaCore

/// The surroundings of a session, all of which can be replaced: time, dates, files, random identifiers.
public struct CaptureEnvironment: Sendable {
  /// The session's time base.
  public var clock: any MediaClock
  /// The clock of dates, which converts an instant of ``clock`` to a date.
  public var wallClock: any WallClock
  /// The store that movies are written to.
  public var files: any FileStore
  /// Draws the identifier of each new pair.
  public var makePairIdentifier: @Sendable () -> PairIdentifier
  /// The scheduler of the session's work. Sessions that share a scheduler are settled together.
  public var scheduler: any WorkScheduler = QueuedWork()
  /// The order in which events are delivered; by default `nil`, which delivers each as soon as it happens.
  package var eventOrder: (any EventOrdering)?
  /// Hears what happens to captures, on the session's queue or a delegate's.
  package var witness: (@Sendable (CaptureNotice) -> Void)?
  /// The number of processors work is spread over by default. In virtual time it is 1: movies have the same bytes
  /// everywhere.
  public var processorCount = Self.onlineProcessorCount
  /// A Boolean value that indicates whether movies have the same bytes on every kind of processor, as they have in
  /// virtual time. It is off at first: it costs H.264 some 2 % of its time, and the machine that a camera is plugged
  /// into need not give the bytes of another.
  public var isCPUIndependent = false
  /// The choices where Apple does not say what happens.
  public var profile = CaptureProfile()
  /// The codecs.
  public var media: CaptureMedia
  /// A flash that belongs to no camera; `nil` for none.
  public var flash: (any Flash)?
  /// The clock that measures the work of captures; by default `nil`, which measures nothing. Devices receive theirs
  /// when they are opened.
  public var stageClock: (any StageClock)?
  /// The storage for the sources of stills that are finished later; without it none are.
  public var deferredStorage: (any DeferredPhotoStorage)?

  /// Creates an environment from its parts.
  public init(
    clock: any MediaClock, wallClock: any WallClock, files: any FileStore, media: CaptureMedia,
    makePairIdentifier: @escaping @Sendable () -> PairIdentifier
  ) {
    self.clock = clock
    self.wallClock = wallClock
    self.files = files
    self.media = media
    self.makePairIdentifier = makePairIdentifier
  }

  static let onlineProcessorCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Makes identifiers from the system's random numbers.
  public static let randomPairIdentifier: @Sendable () -> PairIdentifier = {
    var generator = SystemRandomNumberGenerator()
    return PairIdentifier(using: &generator)
  }
}
