public import CaptureDevices
public import MediaCore

/// The machine's own cameras and microphones: V4L2's and ALSA's.
public struct LinuxCatalog: DeviceCatalog {
  private let cameras: V4L2Catalog
  private let microphones = ALSACatalog()

  /// A catalog whose cameras stamp with `clock` where their driver does not stamp, and lend `bufferCount` buffers.
  public init(clock: any MediaClock, bufferCount: Int = 4) {
    cameras = V4L2Catalog(clock: clock, bufferCount: bufferCount)
  }

  /// Every camera, in a stable order.
  public func videoDevices() throws(DeviceError) -> [VideoDevice] { try cameras.videoDevices() }

  /// Every microphone, in a stable order.
  public func audioDevices() throws(DeviceError) -> [AudioDevice] { try microphones.audioDevices() }

  /// Opens a camera by identifier, node or a unique part of its name.
  public func openVideo(
    _ name: String, wish: VideoWish
  ) throws(DeviceError) -> (source: any VideoSource, reason: String) {
    try cameras.openVideo(name, wish: wish)
  }

  /// Opens a microphone by identifier, card id or PCM name.
  public func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
    try microphones.open(name, wish: wish)
  }

  /// The microphone that belongs to a camera, being part of the same device.
  public func microphone(of camera: VideoDevice, among microphones: [AudioDevice]) -> AudioDevice? {
    ALSACatalog.microphone(for: camera, among: microphones)
  }
}
