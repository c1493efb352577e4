/// A report on a booth's devices, pictures and troubles, for its operator.
public struct KioskReport: Sendable, Encodable {
  /// Counts and measurements of the camera's frames.
  public struct Video: Sendable, Encodable {
    /// The number of frames that have arrived.
    public var frames = 0
    /// The number of frames that were lost.
    public var skipped = 0
    /// The numbers of lost frames, by reason.
    public var skippedByReason: [String: Int] = [:]
    /// The number of frames a second, over the last seconds.
    public var rate: Double?
    /// The standard deviation of the times between frames, in milliseconds, of the last seconds.
    public var jitterMs: Double?
    /// The number of frames in the ring.
    public var ringFrames = 0
    /// The number of bytes in the ring.
    public var ringBytes = 0

    /// Creates the counts of a camera that has delivered no frame yet.
    public init() {}
  }

  /// Counts and measurements of the microphone's sound.
  public struct Audio: Sendable, Encodable {
    /// The number of frames of sound.
    public var frames = 0
    /// The number of times that sound was lost.
    public var overruns = 0
    /// The loudness of the sound; `nil` before the first measurement.
    public var level: Level?

    /// Creates the counts of a microphone that has delivered nothing yet.
    public init() {}
  }

  /// The stated error between sound and picture.
  public struct Sync: Sendable, Hashable, Encodable {
    /// The time by which the farthest sound of the latest movie lies later than it belongs, in milliseconds; negative
    /// is too early, and `nil` is no movie yet, or no microphone.
    public let offsetMs: Double?
    /// The uncertainty of that, in either direction, in milliseconds; `nil` without a microphone, or until its clock
    /// has been read.
    public let uncertaintyMs: Double?
    /// The microphone's clock against the booth's, in parts per million, which movies make good; `nil` without a
    /// microphone.
    public let driftPPM: Double?
    /// The meaning of the figures, or the reason why they are missing.
    public let meaning: String

    /// Creates what is stated without a microphone.
    public init() { (offsetMs, uncertaintyMs, driftPPM, meaning) = (nil, nil, nil, "no microphone") }

    /// Creates what is stated for a microphone.
    public init(offsetMs: Double?, uncertaintyMs: Double?, driftPPM: Double) {
      (self.offsetMs, self.uncertaintyMs, self.driftPPM) = (offsetMs, uncertaintyMs, driftPPM)
      meaning =
        uncertaintyMs == nil
        ? "the microphone has not delivered yet"
        : "the farthest sound of the latest movie lies offsetMs later than its picture, give or take uncertaintyMs; the "
          + "latencies inside camera and microphone are not known, and not included"
    }
  }

  /// The loudness of sound, in decibels relative to the loudest possible one.
  public struct Level: Sendable, Hashable, Encodable {
    /// The root mean square of the samples.
    public let rms: Double
    /// The channel's loudest sample.
    public let peak: Double

    /// Creates a level from its parts.
    public init(rms: Double, peak: Double) { (self.rms, self.peak) = (rms, peak) }
  }

  /// Counts of the screens that show the camera, and of the pictures sent to them.
  public struct Screens: Sendable, Encodable {
    /// The number of screens that show the camera.
    public let clients: Int
    /// The number of pictures that were sent.
    public let sent: Int
    /// The number of pictures that a screen was too slow for.
    public let skipped: Int

    /// Counts from their parts.
    public init(clients: Int, sent: Int, skipped: Int) {
      (self.clients, self.sent, self.skipped) = (clients, sent, skipped)
    }
  }

  /// Counts of the pictures that were taken.
  public struct Shots: Sendable, Encodable {
    /// The number of pictures added to the library since the start.
    public var taken = 0
    /// The number of pictures that failed.
    public var failed = 0
    /// The number of Live Photos in whose movie most of the frames are missing.
    public var sparseMovies = 0

    /// Creates empty counts.
    public init() {}
  }

  /// The connection with a fleet's broker, and counts of what went over it.
  public struct Broker: Sendable, Encodable {
    /// The address of the broker.
    public let address: String
    /// A Boolean value that indicates whether there is a connection.
    public var isConnected = false
    /// The number of connections since the start.
    public var connections = 0
    /// The number of messages that the broker has confirmed.
    public var published = 0
    /// The number of events that were not published, because the broker was unreachable for too long.
    public var dropped = 0
    /// The number of commands that were carried out.
    public var commands = 0
    /// The number of commands that were refused.
    public var refused = 0
    /// The reason why there is no connection.
    public var trouble: String?

    /// Creates the report of a broker that is not connected yet.
    public init(address: String) { self.address = address }
  }

  /// The machine on which a booth runs.
  public struct System: Sendable, Hashable, Encodable {
    /// The kernel, such as `Linux 6.1.0-18-amd64`.
    public var kernel: String
    /// The distribution, such as `Debian GNU/Linux 12 (bookworm)`; `nil` if unknown.
    public var distribution: String?
    /// The architecture, such as `x86_64`, and the processor's name, if known.
    public var processor: String
    /// The number of processors that are on.
    public var processorCount: Int

    /// Creates a description from its parts.
    public init(kernel: String, distribution: String?, processor: String, processorCount: Int) {
      (self.kernel, self.distribution) = (kernel, distribution)
      (self.processor, self.processorCount) = (processor, processorCount)
    }
  }

  /// An error or a warning that the operator should know.
  public struct Trouble: Sendable, Encodable {
    /// The time at which the trouble occurred.
    public let time: String
    /// The description of the trouble.
    public let message: String
    /// The time at which the trouble was over; `nil` for one that goes on, or of which that is not known.
    public var mended: String?

    /// Creates an entry from its parts.
    public init(time: String, message: String) { (self.time, self.message) = (time, message) }
  }

  /// The time since the start, in seconds.
  public let uptimeSeconds: Double
  /// The version of livecam.
  public var version: String?
  /// The machine.
  public var system: System?
  /// What the booth has been configured with, without secrets.
  package var configuration: PlainJSON?
  /// The path of the folder in which pictures are kept.
  public let path: String
  /// The camera; `nil` without one.
  public var camera: KioskState.Device?
  /// The microphone; `nil` without one.
  public var microphone: KioskState.Device?
  /// The counts and measurements of the camera's frames.
  public var video: Video?
  /// The counts and measurements of the microphone's sound; `nil` without a microphone.
  public var audio: Audio?
  /// The stated error between sound and picture.
  public var sync = Sync()
  /// The counts of screens that show the camera, and of the pictures sent to them.
  public var preview: Screens?
  /// The printer; `nil` without one.
  public var printer: KioskPrinterState?
  /// The connection with a fleet's broker; `nil` without one.
  public var broker: Broker?
  /// The counts of pictures that were taken.
  public var shots = Shots()
  /// The room for pictures.
  public var storage: KioskState.Storage?
  /// The links that are valid.
  public var shares: [ShareLinks.Link] = []
  /// The latest troubles, oldest first.
  public var errors: [Trouble] = []
  /// The settings that the operator may change.
  public var settings: KioskSettings
  /// The modes that the booth could offer.
  public var modes: [KioskMode] = []

  /// Creates a report of a booth that has run for a time.
  public init(uptimeSeconds: Double, path: String, settings: KioskSettings) {
    (self.uptimeSeconds, self.path, self.settings) = (uptimeSeconds, path, settings)
  }

  private enum CodingKeys: String, CodingKey {
    case version, system, configuration, path, camera, microphone, video, audio, sync, preview, printer, broker, shots,
      storage, shares, errors, settings
    case modes
    case uptimeSeconds = "uptime"
  }
}
