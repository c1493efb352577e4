/// A rule of the contract that a call can break: the one word for it, whatever part of livecam the call belongs to.
///
/// A broken rule is a mistake in the calling program, and the call that breaks it has no effect. V1 to V28 are the
/// conditions that a request for photos must meet, checked inside `capturePhoto`; the rest are those of other calls.
/// Apple's frameworks raise an exception for each, which no Swift code can catch. Here an error is thrown whose `rule`
/// is this one; a call that cannot throw tells a ``ViolationHandler``.
public enum ContractRule: String, Sendable, Hashable, CaseIterable {
  /// The request has settings and a delegate.
  case requestIsComplete = "V1"
  /// The settings' identifier was never used before.
  case identifierIsFresh = "V2"
  /// The RAW format is one of the output's.
  case rawFormatIsAvailable = "V3"
  /// A delegate of a request for RAW can receive photos.
  case delegateReceivesRaw = "V4"
  /// RAW is not requested together with constant colour.
  case rawWithoutConstantColor = "V5"
  /// The kind of RAW file is available and takes the format.
  case rawFileTypeIsAvailable = "V6"
  /// Bayer RAW is requested only with the quality `speed`, and without zoom.
  case bayerIsUnprocessed = "V7"
  /// RAW that the camera has processed is not requested together with a Live Photo.
  case processedRawIsStill = "V8"
  /// The format names a codec or a pixel format, not both.
  case formatIsUnambiguous = "V9"
  /// The codec or pixel format is one of the output's.
  case formatIsAvailable = "V10"
  /// A delegate of a request for a photo can receive it, and the photo's kind of file takes the format.
  case delegateReceivesPhoto = "V11"
  /// The quality is no higher than the output's limit.
  case qualityIsAllowed = "V12"
  /// The flash mode is one of the output's.
  case flashModeIsSupported = "V13"
  /// A Live Photo is asked for only while they are enabled.
  case liveIsEnabled = "V14"
  /// A Live Photo is asked for only while they are not suspended.
  case liveIsNotSuspended = "V15"
  /// The movie's place is a file's name in a folder that is there.
  case moviePathIsReachable = "V16"
  /// A delegate of a request for a Live Photo can receive its movie.
  case delegateReceivesMovie = "V17"
  /// A bracket has no more photos than the output's limit.
  case bracketIsNotTooLong = "V18"
  /// A manual bracket stays within the camera's exposure times and sensitivities.
  case manualBracketIsWithinLimits = "V19"
  /// An automatic bracket stays within the camera's biases.
  case biasBracketIsWithinLimits = "V20"
  /// A delegate can receive proxies when deferred delivery is enabled.
  case delegateReceivesProxies = "V21"
  /// The camera's colours are not logarithmic.
  case colorSpaceIsDisplayable = "V22"
  /// High resolution is requested only if the output allows it.
  case highResolutionIsEnabled = "V23"
  /// Depth and similar data are requested only if the output delivers them.
  case deliveryIsEnabled = "V24"
  /// Constant colour is requested only with a flash.
  case constantColorHasFlash = "V25"
  /// The shutter's sound is suppressed only where that is possible.
  case soundSuppressionIsSupported = "V26"
  /// The output has a video connection that is enabled and active.
  case videoConnectionIsActive = "V27"
  /// The size is one of the format's and no larger than the output's limit.
  case dimensionsAreAllowed = "V28"
  /// The movie's codec is one of the output's.
  case movieCodecIsAvailable = "live-codec"
  /// A bracket has elements, all of one kind, and asks for nothing that a bracket cannot have.
  case bracketIsUniform = "bracket"
  /// The shutter's instant lies in the second that has just passed.
  case shutterTimeIsRecent = "shutter-time"
  /// A frame that is named is still in the camera's ring, and nothing is set before it is taken.
  case frameIsHeld = "frame"
  /// Live metadata leave the content identifier to the output.
  case contentIdentifierIsOwn = "live-metadata"
  /// Metadata have only keys that a still can hold.
  case metadataKeyIsKnown = "metadata"
  /// A picture's width and height are given both or neither.
  case previewFormatIsComplete = "preview-format"
  /// A feature is switched on only where it is supported.
  case featureIsSupported = "supported"
  /// A feature is switched on only where the one it builds on is on.
  case featureIsBuiltOn = "prerequisite"
  /// An input, output or connection is added only if it can be.
  case additionIsPossible = "can-add"
  /// A preset is set only if it can be.
  case presetIsPossible = "can-set-preset"
  /// The session is started and stopped outside a configuration.
  case configurationIsClosed = "open-configuration"
  /// Configurations are committed as often as they are begun.
  case configurationIsBegun = "commit"
  /// A device is set only while it is locked.
  case deviceIsLocked = "device-lock"
  /// A device is set to what it offers.
  case deviceOffersValue = "device-value"
  /// Authorisation is requested only for video and sound.
  case mediaTypeHasAuthorization = "media-type"
  /// A connection is turned or mirrored only where that is possible.
  case connectionOffersValue = "connection-value"
  /// A request for a change of the photo library is made within a change block of that library.
  case requestIsInBlock = "request-in-block"
  /// A request is changed only until its change block has ended.
  case requestIsCurrent = "request-kept"
  /// A change block has none within.
  case blockIsNotNested = "nested-block"
  /// The main thread does not wait for a change.
  case mainDoesNotWait = "wait-on-main"
  /// A program that has the user asked for access to the photo library says what for.
  case accessIsExplained = "usage-description"
  /// Playing begins with a defined playback style.
  case playbackStyleIsDefined = "playback-style"

  /// The clause of the capture contract that the rule stands for: a section, with the number that the rule has there.
  /// `nil` for livecam's own rules, which come from what livecam adds.
  public var clause: String? {
    switch self {
    case .shutterTimeIsRecent, .frameIsHeld: nil
    case .additionIsPossible, .configurationIsClosed, .featureIsSupported, .featureIsBuiltOn, .bracketIsUniform,
      .contentIdentifierIsOwn, .metadataKeyIsKnown, .deviceIsLocked, .deviceOffersValue, .mediaTypeHasAuthorization,
      .connectionOffersValue, .requestIsInBlock, .requestIsCurrent:
      "3.2"
    case .presetIsPossible, .configurationIsBegun: "1.1"
    case .movieCodecIsAvailable, .previewFormatIsComplete: "1.4"
    case .blockIsNotNested, .mainDoesNotWait: "5.2"
    case .accessIsExplained: "5.1"
    case .playbackStyleIsDefined: "5.5"
    default: rawValue.first == "V" && Int(rawValue.dropFirst()) != nil ? "3.1 \(rawValue)" : nil
    }
  }

  /// The one of two exceptions that Apple's framework raises.
  public enum Exception: String, Sendable, Hashable {
    /// `NSInvalidArgumentException`
    case invalidArgument = "NSInvalidArgumentException"
    /// `NSGenericException`
    case generic = "NSGenericException"
  }

  /// The exception that Apple's framework raises when the rule is broken.
  public var exception: Exception {
    switch self {
    case .configurationIsClosed, .configurationIsBegun, .deviceIsLocked, .requestIsInBlock, .requestIsCurrent,
      .blockIsNotNested, .mainDoesNotWait:
      .generic
    default: .invalidArgument
    }
  }
}
