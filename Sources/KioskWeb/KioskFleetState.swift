/// The state of a booth in the short form that it publishes to its fleet.
public struct KioskFleetState: Sendable, Hashable, Codable {
  /// A camera, a microphone or a printer.
  public struct Device: Sendable, Hashable, Codable {
    /// The name of the device.
    public let name: String
    /// The condition of the device, such as `running` or `away`.
    public let state: String
  }

  /// A reason why a booth takes no pictures.
  public struct Reason: Sendable, Hashable, Codable {
    /// A word for programs.
    public let code: String
    /// A sentence for people.
    public let message: String
  }

  /// The disk space for pictures.
  public struct Storage: Sendable, Hashable, Codable {
    /// The number of free bytes, to ten million; `nil` if unknown.
    public let freeBytes: Int?
    /// The condition of the storage: `good`, `low` or `full`.
    public let state: String
  }

  /// A picture of the booth's library.
  public struct Picture: Sendable, Hashable, Codable {
    /// The name of the picture.
    public let name: String
    /// The local date and time at which it was taken, with the offset from UTC; `nil` if unknown.
    public let time: String?
  }

  /// The form of these data.
  public private(set) var version = 1
  /// A word that differs with each start of a booth.
  public let instance: String
  /// The name of the booth.
  public let name: String
  /// The current activity.
  public let phase: String
  /// The reason why no pictures are taken; `nil` while they are.
  public let reason: Reason?
  /// The number of Live Photos that are being filmed.
  public let live: Int
  /// The camera; `nil` without one.
  public let camera: Device?
  /// The microphone; `nil` without one.
  public let microphone: Device?
  /// The printer; `nil` without one.
  public let printer: Device?
  /// The disk space for pictures; `nil` if it is unknown.
  public let storage: Storage?
  /// The mode of shots that name none.
  public let mode: String?
  /// The modes that guests can choose.
  public let modes: [String]
  /// The length of the countdown in seconds.
  public let countdown: Int?
  /// The number of pictures in the gallery.
  public let pictures: Int
  /// The newest picture.
  public let lastPicture: Picture?
  /// The address of the booth's pages, without a slash at its end.
  public let url: String

  /// Creates the state of a booth, in few words.
  public init(_ state: KioskState, lastPicture: KioskAsset?, url: String, instance: String) {
    func device(_ device: KioskState.Device?) -> Device? {
      device.map { .init(name: $0.name, state: $0.state.rawValue) }
    }
    (self.instance, name, phase, self.url) = (instance, state.name, state.phase.rawValue, url)
    reason = state.reason.map { .init(code: $0.code, message: $0.message) }
    (live, camera, microphone) = (state.live, device(state.camera), device(state.microphone))
    printer = state.printer.map { .init(name: $0.name, state: $0.state) }
    storage = state.storage.map {
      // Who listens is told of a change that means something.
      .init(freeBytes: $0.freeBytes.map { $0 / 10_000_000 * 10_000_000 }, state: $0.state.rawValue)
    }
    (mode, countdown) = (state.defaults?.mode.rawValue, state.defaults?.countdown)
    (modes, pictures) = (state.modes.map(\.id.rawValue), state.assets.total)
    self.lastPicture = lastPicture.map { .init(name: $0.name, time: $0.created) }
  }
}
