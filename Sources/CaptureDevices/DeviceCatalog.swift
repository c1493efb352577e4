/// The devices of one kind of world: the machine's own, or simulated ones.
public protocol DeviceCatalog: Sendable {
  /// Every camera there is, in a stable order.
  /// - Throws: ``DeviceError`` when devices cannot be listed.
  func videoDevices() throws(DeviceError) -> [VideoDevice]
  /// Every microphone there is, in a stable order.
  /// - Throws: ``DeviceError`` when devices cannot be listed.
  func audioDevices() throws(DeviceError) -> [AudioDevice]

  /// Opens a camera by identifier, node or unique part of its name, and sets it to the mode nearest to the wish.
  ///
  /// The second part of the result says why that mode was chosen.
  /// - Throws: ``DeviceError`` with `.notFound`, `.accessDenied`, `.busy`, `.unsuitable` or `.unsupportedMode`;
  ///   the last lists what the camera has.
  func openVideo(_ name: String, wish: VideoWish) throws(DeviceError) -> (source: any VideoSource, reason: String)

  /// Opens a microphone by identifier, card id or PCM name, in the format nearest to the wish.
  /// - Throws: ``DeviceError`` with `.notFound`, `.accessDenied`, `.busy` or `.unsupportedMode`.
  func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource

  /// Calls `handler` with every device that comes or goes from now on, one call at a time, on a thread of the
  /// catalog's own. Calls must be short. By default nothing comes or goes.
  func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation

  /// Returns this user's access to a camera, as far as it is known without opening the camera; by default `.granted`.
  func access(to device: VideoDevice) -> DeviceAccess

  /// Returns this user's access to a microphone, as far as it is known without opening the microphone; by default
  /// `.granted`.
  func access(to device: AudioDevice) -> DeviceAccess

  /// Returns the abilities of a camera beyond delivering frames; by default those that follow from its controls.
  func traits(of device: VideoDevice) -> VideoDeviceTraits
}

extension DeviceCatalog {
  /// Returns an observation that reports nothing.
  public func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation {
    NoDeviceObservation()
  }

  /// Returns `.granted`.
  public func access(to device: VideoDevice) -> DeviceAccess { .granted }

  /// Returns `.granted`.
  public func access(to device: AudioDevice) -> DeviceAccess { .granted }

  /// Returns the traits that follow from the camera's controls.
  public func traits(of device: VideoDevice) -> VideoDeviceTraits { VideoDeviceTraits(of: device) }
}
