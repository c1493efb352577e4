public import MediaCore

/// A description of a microphone: its identity, and how to open it.
public struct AudioDevice: Sendable, Hashable {
  /// A name that stays the same when the microphone is plugged in again, such as `hw:CARD=Camera,DEV=0`.
  public let id: String
  /// The name for people: the card's and the device's.
  public let name: String
  /// The PCM that ALSA opens: `hw:…`, `plughw:…`, `default` or another name.
  public var pcm: String
  /// The identity that tells it from other microphones.
  public let identity: DeviceIdentity
  /// The shapes of sound it offers, best first; empty if it was not asked (another program holds it).
  public var formats: [AudioFormat]

  /// Creates a microphone from its parts.
  public init(id: String, name: String, pcm: String, identity: DeviceIdentity, formats: [AudioFormat]) {
    self.id = id
    self.name = name
    self.pcm = pcm
    self.identity = identity
    self.formats = formats
  }
}
