/// What an operator looks at.
public struct KioskReport: Sendable, Encodable {
  /// What the camera has delivered.
  public struct Video: Sendable, Encodable {
    /// Frames that have arrived.
    public var frames = 0
    /// Frames that were lost.
    public var skipped = 0
    /// The same by reason.
    public var skippedByReason: [String: Int] = [:]
    /// Frames a second, of the last seconds.
    public var rate: Double?
    /// How much the times between frames vary: their standard deviation, in milliseconds, of the last seconds.
    public var jitterMs: Double?
    /// Frames in the ring.
    public var ringFrames = 0
    /// Bytes in the ring.
    public var ringBytes = 0

    /// Nothing yet.
    public init() {}
  }

  /// What the microphone has delivered.
  public struct Audio: Sendable, Encodable {
    /// Frames of sound.
    public var frames = 0
    /// How often sound was lost.
    public var overruns = 0
    /// How loud it is.
    public var level: Level?

    /// Nothing yet.
    public init() {}
  }

  /// How loud sound is, in decibels below the loudest that there can be.
  public struct Level: Sendable, Hashable, Encodable {
    /// On the average.
    public let rms: Double
    /// Its loudest sample.
    public let peak: Double

    /// A level from its parts.
    public init(rms: Double, peak: Double) { (self.rms, self.peak) = (rms, peak) }
  }

  /// What screens are shown.
  public struct Screens: Sendable, Encodable {
    /// Screens that look at the camera.
    public let clients: Int
    /// Pictures that were sent.
    public let sent: Int
    /// Pictures that a screen was too slow for.
    public let skipped: Int

    /// Counts from their parts.
    public init(clients: Int, sent: Int, skipped: Int) {
      (self.clients, self.sent, self.skipped) = (clients, sent, skipped)
    }
  }

  /// What was taken.
  public struct Shots: Sendable, Encodable {
    /// Pictures in the library since the start.
    public var taken = 0
    /// Pictures that failed.
    public var failed = 0

    /// Nothing yet.
    public init() {}
  }

  /// Something that went wrong.
  public struct Trouble: Sendable, Encodable {
    /// When.
    public let time: String
    /// What.
    public let message: String

    /// Trouble from its parts.
    public init(time: String, message: String) { (self.time, self.message) = (time, message) }
  }

  /// Seconds since the start.
  public let uptime: Double
  /// Where pictures are kept.
  public let path: String
  /// The camera.
  public var camera: KioskState.Device?
  /// The microphone.
  public var microphone: KioskState.Device?
  /// What the camera has delivered.
  public var video: Video?
  /// What the microphone has delivered.
  public var audio: Audio?
  /// What screens are shown.
  public var preview: Screens?
  /// The printer.
  public var printer: KioskPrinterState?
  /// What was taken.
  public var shots = Shots()
  /// Room for pictures.
  public var storage: KioskState.Storage?
  /// Links that are valid.
  public var shares: [ShareLinks.Link] = []
  /// What went wrong lately, latest last.
  public var errors: [Trouble] = []
  /// The settings.
  public var settings: KioskSettings

  /// A report of a booth that has run for so many seconds.
  public init(uptime: Double, path: String, settings: KioskSettings) {
    (self.uptime, self.path, self.settings) = (uptime, path, settings)
  }
}
