import CaptureDevices
import MediaCore

/// What a photo output can do, by the session it is in and the camera that feeds it.
///
/// Nothing, outside a session or without a camera.
struct OutputCapabilities: Sendable, Equatable {
  var hasVideo = false
  var photoCodecs: [PhotoCodec] = []
  var pixelFormats: [PixelFormat] = []
  var fileTypes: [PhotoFileType] = []
  var rawPixelFormats: [PixelFormat] = []
  var processedRawPixelFormats: [PixelFormat] = []
  var movieCodecs: [VideoCodec] = []
  var isLiveSupported = false
  var isZeroShutterLagSupported = false
  var isDeferredSupported = false
  var maximumBracket = 0
  var flashModes: [FlashMode] = []
  var photoDimensions: [ResolvedPhotoSettings.Dimensions] = []
  var exposureDurations: ClosedRange<MediaTime>?
  var sensitivities: ClosedRange<Double>?
  var exposureBiases: ClosedRange<Double>?
  var isLogarithmic = false

  /// What the camera of a session's connection makes possible, and what belongs to no camera: a flash,
  /// encoders, a place for stills that are finished later.
  init(of device: CaptureDevice, format: CaptureDevice.Format, graph: SessionGraph, _ environment: CaptureEnvironment) {
    let traits = device.traits
    hasVideo = true
    photoCodecs = [.jpeg, .heic]
    pixelFormats = PixelFormat.uncompressed
    fileTypes = [.jpg, .heic]
    if format.pixelFormat.bayer != nil { rawPixelFormats = [format.pixelFormat] }
    processedRawPixelFormats = rawPixelFormats.filter { traits.processedRawFormats.contains($0) }
    movieCodecs = environment.media.movies.codecs
    isLiveSupported =
      !graph.hasMovieOutput && format.isHighestPhotoQualitySupported
      && (graph.preset == .photo || graph.preset == .inputPriority)
    isZeroShutterLagSupported = true
    isDeferredSupported = environment.deferredStorage != nil
    let canSetExposure =
      traits.exposureDurations != nil || traits.sensitivities != nil || traits.exposureBiases != nil
    maximumBracket = canSetExposure ? 8 : 0
    flashModes = traits.hasFlash || environment.flash != nil ? [.off, .on, .auto] : [.off]
    photoDimensions = format.supportedMaxPhotoDimensions
    exposureDurations = traits.exposureDurations
    sensitivities = traits.sensitivities
    exposureBiases = traits.exposureBiases
    isLogarithmic = traits.isLogarithmic
  }

  /// Nothing.
  init() {}
}
