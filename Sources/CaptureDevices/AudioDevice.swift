public import MediaCore

/// A microphone: who it is and how to open it.
public struct AudioDevice: Sendable, Hashable {
  /// A name that stays the same when the microphone is plugged in again, such as `hw:CARD=Camera,DEV=0`.
  public let id: String
  /// For people: the card's and the device's name.
  public let name: String
  /// What ALSA opens: `hw:…`, `plughw:…`, `default` or another PCM's name.
  public var pcm: String
  /// What tells it from other microphones.
  public let identity: DeviceIdentity
  /// The shapes of sound it offers, best first; empty if it was not asked (another program holds it).
  public var formats: [AudioFormat]

  /// A microphone from its parts.
  public init(id: String, name: String, pcm: String, identity: DeviceIdentity, formats: [AudioFormat]) {
    self.id = id
    self.name = name
    self.pcm = pcm
    self.identity = identity
    self.formats = formats
  }
}
