public import CaptureDevices
public import MediaCore

/// A microphone of a ``SimulatedWorld``.
///
/// It records the world's scene, or stands for a microphone of the catalog that the world is made of.
public struct SimulatedMicrophone: Sendable, Hashable {
  /// A name that stays the same when the microphone is plugged in again.
  public var id: String
  /// The name that people read.
  public var name: String
  /// The formats that it offers, best first. Those of one that records the scene have 8000 to 192 000 frames a second
  /// and 1 or 2 channels.
  public var formats: [AudioFormat]
  /// The access that this user has to the microphone.
  public var access: DeviceAccess
  /// The microphone of another catalog that it is made of; `nil` hears the scene.
  let original: String?
  /// The format that is wished of the original where a session wishes nothing.
  let wish: AudioWish
  private let pcm: String
  private let identity: DeviceIdentity

  /// Creates a microphone that records the scene, by default with 48 000 frames a second in one channel.
  public init(
    _ id: String = "microphone", name: String? = nil,
    formats: [AudioFormat] = [AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .s16)],
    access: DeviceAccess = .granted
  ) {
    let name = name ?? "Simulated \(id)"
    (self.id, self.name, self.formats, self.access) = (id, name, formats, access)
    (original, wish, pcm) = (nil, AudioWish(), id)
    identity = DeviceIdentity(serial: id, portPath: nil, model: name)
  }

  /// Creates a microphone that is made of the one that another catalog has under the name `original`. The wishes of a
  /// session take precedence over `wish`.
  public init(_ device: AudioDevice, madeOf original: String, wish: AudioWish = AudioWish()) {
    (id, name, formats, access) = (device.id, device.name, device.formats, .granted)
    (self.original, self.wish, pcm, identity) = (original, wish, device.pcm, device.identity)
  }

  var device: AudioDevice { AudioDevice(id: id, name: name, pcm: pcm, identity: identity, formats: formats) }
}
