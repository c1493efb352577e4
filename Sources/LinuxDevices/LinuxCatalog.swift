public import CaptureDevices
public import Diagnostics
public import MediaCore
import SystemCalls

/// The machine's own cameras and microphones: V4L2's and ALSA's.
public struct LinuxCatalog: DeviceCatalog {
  let cameras: V4L2Catalog
  let microphones = ALSACatalog()
  private let watch: DeviceWatch

  /// Creates a catalog whose cameras stamp with `clock` where their driver does not stamp, and lend `bufferCount`
  /// buffers. With a `stageClock`, what taking each frame from the driver takes is measured.
  public init(clock: any MediaClock, bufferCount: Int = 4, stageClock: (any StageClock)? = nil) {
    cameras = V4L2Catalog(clock: clock, bufferCount: bufferCount, stageClock: stageClock)
    watch = DeviceWatch(probe: DeviceProbe(cameras: cameras, microphones: microphones, sysfsRoot: "/sys")) {
      [microphones] () throws(SystemError) in
      try DeviceSignals(
        socket: UEventSocket(), folders: FolderWatch(deviceFolder: "/dev", soundFolder: microphones.identities.nodes))
    }
  }

  /// Returns all cameras, in a stable order.
  /// - Throws: `DeviceError` when the devices' folder cannot be listed.
  public func videoDevices() throws(DeviceError) -> [VideoDevice] { try cameras.videoDevices() }

  /// Returns all microphones, in a stable order.
  /// - Throws: `DeviceError` when ALSA cannot list its cards.
  public func audioDevices() throws(DeviceError) -> [AudioDevice] { try microphones.audioDevices() }

  /// Opens a camera by identifier, node or a unique part of its name.
  /// - Throws: `DeviceError` when there is no such camera, or it is busy, may not be used or lacks the mode.
  public func openVideo(
    _ name: String, wish: VideoWish
  ) throws(DeviceError) -> (source: any VideoSource, reason: String) {
    try cameras.openVideo(name, wish: wish)
  }

  /// Opens a microphone by identifier, card id or PCM name.
  /// - Throws: `DeviceError` when there is no such microphone, or it is busy, may not be used or lacks the format.
  public func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
    try microphones.open(name, wish: wish)
  }

  /// Calls `handler` with every device that comes or goes from now on, one call at a time, on a thread of the
  /// catalog's own, which there is as long as anybody observes. Calls must be short.
  ///
  /// A camera has come when its node is there, may be opened by this user, and answers as one that captures; udev may
  /// set permissions a moment after the kernel makes the node. The nodes of a camera that carry other data are not
  /// reported. A sound card is a microphone for each of its capture devices; PCMs that are no hardware, such as
  /// `default`, neither come nor go. Nothing is reported of what was there before: ``watch(_:)`` tells that, too.
  ///
  /// The first time, every device is looked at before this returns. The observation has to be cancelled; without that,
  /// the handler is held for good. Without the kernel's uevents, as in some containers, changes of `/dev` tell what
  /// there is to tell; where there are neither, nothing is reported, and the observation's `failure` says why.
  public func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation {
    watch.observe(handler).observation
  }

  /// Observes as ``observe(_:)`` does, and tells what was there at that moment, as if it had just been connected:
  /// whatever `handler` is called with comes after `present`.
  public func watch(
    _ handler: @escaping @Sendable (DeviceEvent) -> Void
  ) -> (present: [DeviceEvent], observation: any DeviceObservation) {
    watch.observe(handler)
  }

  /// Returns whether this process may open a camera, by the present permissions of the camera's node.
  public func access(to device: VideoDevice) -> DeviceAccess {
    device.node.map(DeviceFiles.access) ?? .granted
  }

  /// Tells whether this user may open a microphone, by the permissions of its file in `/dev/snd`. Of PCMs that are no
  /// hardware, such as `default`, nothing can be told without opening them: they count as granted.
  public func access(to device: AudioDevice) -> DeviceAccess { microphones.access(to: device) }

  /// Returns the microphone that belongs to a camera, being part of the same device.
  public func microphone(of camera: VideoDevice, among microphones: [AudioDevice]) -> AudioDevice? {
    ALSACatalog.microphone(for: camera, among: microphones)
  }
}
