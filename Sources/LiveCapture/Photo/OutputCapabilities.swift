import CaptureDevices
import MediaCore

/// The abilities of a photo output, by the session that it is in and the camera that feeds it.
///
/// Nothing, outside a session or without a camera.
struct OutputCapabilities: Sendable, Equatable {
  var hasVideo = false
  var features: Set<OutputFeature> = []
  var photoCodecs: [PhotoCodec] = []
  var pixelFormats: [PixelFormat] = []
  var rawPixelFormats: [PixelFormat] = []
  var movieCodecs: [VideoCodec] = []
  var flashModes: [FlashMode] = []
  var photoDimensions: [ResolvedPhotoSettings.Dimensions] = []
  /// The encoder that the sound of Live Photos needs and this machine does not have.
  var absentEncoder: AudioEncoder?
  /// The abilities of the camera beyond delivering frames.
  var traits = VideoDeviceTraits()

  /// The most photos of a bracket.
  var maximumBracket: Int {
    traits.exposureDurations != nil || traits.sensitivities != nil || traits.exposureBiases != nil ? 8 : 0
  }

  /// Creates the abilities that a session's camera and environment give, with sound by an encoder if there is any.
  init(
    of device: CaptureDevice, format: CaptureDevice.Format, soundEncoder: AudioEncoder?, graph: SessionGraph,
    _ environment: CaptureEnvironment
  ) {
    hasVideo = true
    features = [.zeroShutterLag, .responsive, .fastCapture]
    if environment.deferredStorage != nil { features.insert(.deferred) }
    movieCodecs = environment.media.movies.codecs
    absentEncoder = environment.media.sound.absent(soundEncoder)
    if !movieCodecs.isEmpty, absentEncoder == nil, !graph.hasMovieOutput, format.isHighestPhotoQualitySupported,
      graph.preset == .photo || graph.preset == .inputPriority
    {
      features.formUnion([.live, .autoTrimming])
    }
    photoCodecs = environment.media.stills.codecs
    pixelFormats = PixelFormat.uncompressed
    if format.pixelFormat.bayer != nil { rawPixelFormats = [format.pixelFormat] }
    flashModes = device.traits.hasFlash || environment.flash != nil ? [.off, .on, .auto] : [.off]
    photoDimensions = format.supportedMaxPhotoDimensions
    traits = device.traits
  }

  init() {}
}
