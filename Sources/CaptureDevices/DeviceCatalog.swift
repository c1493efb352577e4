public import MediaCore

/// A wish for a camera; everything left out is chosen.
public struct VideoWish: Sendable {
  /// The aim that matters more when not both can be had.
  public enum Priority: String, Sendable, Hashable, CaseIterable {
    /// The largest picture, at a rate that still makes a movie.
    case photo
    /// A steady 30 frames a second, at the largest size that has it.
    case movie
  }

  /// The exact size in pixels, or `nil` for the best.
  public var size: (width: Int, height: Int)?
  /// Frames a second, or `nil` for the best.
  public var frameRate: Double?
  /// The coding, or `nil` for the best.
  public var pixelFormat: PixelFormat?
  /// The aim that matters more.
  public var priority: Priority

  /// A wish; by default anything, movie first.
  public init(
    size: (width: Int, height: Int)? = nil, frameRate: Double? = nil, pixelFormat: PixelFormat? = nil,
    priority: Priority = .movie
  ) {
    self.size = size
    self.frameRate = frameRate
    self.pixelFormat = pixelFormat
    self.priority = priority
  }
}

/// A wish for a microphone; everything left out is chosen.
public struct AudioWish: Sendable, Hashable {
  /// Frames a second, or `nil` for 48 000 if offered.
  public var sampleRate: Int?
  /// 1 or 2, or `nil` for what the microphone has.
  public var channelCount: Int?

  /// A wish; by default anything.
  public init(sampleRate: Int? = nil, channelCount: Int? = nil) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}

extension String {
  /// Tells whether a device of this name is meant by `wish`: a part of the name, in capitals or not, or one of
  /// `others`.
  package func answers(to wish: String, or others: String...) -> Bool {
    !wish.isEmpty && (others.contains(wish) || lowercased().contains(wish.lowercased()))
  }
}

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
  /// An observation that reports nothing.
  public func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation {
    NoDeviceObservation()
  }

  /// Always `.granted`.
  public func access(to device: VideoDevice) -> DeviceAccess { .granted }

  /// Always `.granted`.
  public func access(to device: AudioDevice) -> DeviceAccess { .granted }

  /// The traits that follow from the camera's controls.
  public func traits(of device: VideoDevice) -> VideoDeviceTraits { VideoDeviceTraits(of: device) }
}
