public import CaptureDevices
public import LiveCapture
public import MediaCore
public import Simulator

/// A script: the devices of a session, the actions on it, and the expected outcome, as people write them to a file.
///
/// The language is described in <doc:CaptureScripts>. ``ScriptRunner`` carries scripts out.
public struct CaptureScript: Sendable {
  /// The version of the language.
  public static let version = 1

  /// The devices of a script, and the scene that they record.
  public enum World: Sendable, Hashable {
    /// The simulated scene.
    case scene(SceneSettings)
    /// The files at a path, replayed by the ``/Simulator/ReplayScheme`` of that name; without end if `loops` is set.
    case replay(_ scheme: String, path: String, loops: Bool = false)
  }

  /// A simulated camera that the script's session may use.
  public struct Camera: Sendable, Hashable {
    /// The name that steps call it by; its identifier.
    public var name: String
    /// The path of its node.
    public var node: String?
    /// The name for people.
    public var model: String
    /// The modes that it can be set to; empty for what the world's camera lists.
    public var modes: [VideoModeCapability]
    /// A Boolean value that indicates whether the session has the camera from the beginning.
    public var isAttached = true
    /// The access that this user has to the camera when the script begins.
    public var access = DeviceAccess.granted

    /// Creates a camera that the session has from the beginning.
    public init(
      name: String, node: String? = nil, model: String = "Simulated camera", modes: [VideoModeCapability] = []
    ) {
      self.name = name
      self.node = node
      self.model = model
      self.modes = modes
    }
  }

  /// A simulated microphone that the script's session may use.
  public struct Microphone: Sendable, Hashable {
    /// The name that steps call it by; its identifier.
    public var name: String
    /// The wish for its format.
    public var wish: AudioWish
    /// A Boolean value that indicates whether the session has the microphone from the beginning.
    public var isAttached = true
    /// The access that this user has to the microphone when the script begins.
    public var access = DeviceAccess.granted

    /// Creates a microphone that the session has from the beginning.
    public init(name: String, wish: AudioWish = AudioWish()) {
      self.name = name
      self.wish = wish
    }
  }

  /// The user's answers about devices before the script begins.
  public struct Authorization: Sendable, Hashable {
    /// The answer about cameras.
    public var camera = AuthorizationStatus.authorized
    /// The answer about microphones.
    public var microphone = AuthorizationStatus.authorized

    /// Creates answers that grant access to both.
    public init() {}
  }

  /// The parts that the session is put together of.
  public struct Session: Sendable, Hashable {
    /// The way in which footage is kept and coded.
    public var configuration = SessionConfiguration()
    /// The quality that cameras are set to.
    public var preset = SessionPreset.photo
    /// A Boolean value that indicates whether Live Photos are enabled; `nil` enables them where the camera and the
    /// preset allow it.
    public var isLive: Bool?
    /// A Boolean value that indicates whether the session is started when the script begins.
    public var starts = true
    /// Switches of the output that differ from its defaults.
    public var features: [Feature: Bool] = [:]
    /// The most that stills may cost.
    public var maximumQuality = PhotoQualityPrioritization.balanced
    /// The photo outputs; none for the usual one, which has no name.
    public var outputs: [Output] = []
  }

  /// A photo output that has a name. Values that it does not set are those of the session.
  public struct Output: Sendable, Hashable {
    /// The name that steps and expectations call it by.
    public var name: String
    /// The camera that it is connected to; `nil` is the first that feeds no other output, else the first.
    public var camera: String?
    /// The microphone that it is connected to; `nil` as for the camera.
    public var microphone: String?
    /// A Boolean value that indicates whether Live Photos are enabled; `nil` takes the session's value.
    public var isLive: Bool?
    /// Switches that differ from the session's.
    public var features: [Feature: Bool] = [:]
    /// The most that its stills may cost.
    public var maximumQuality: PhotoQualityPrioritization?

    /// Creates an output that is set as the session says.
    public init(name: String, camera: String? = nil) {
      self.name = name
      self.camera = camera
    }
  }

  /// A switch of the photo output.
  public enum Feature: String, Sendable, Hashable, CaseIterable {
    /// The output's `isZeroShutterLagEnabled`.
    case zeroShutterLag
    /// The output's `isResponsiveCaptureEnabled`.
    case responsive
    /// The output's `isFastCapturePrioritizationEnabled`.
    case fastCapture
    /// The output's `isAutoDeferredPhotoDeliveryEnabled`.
    case deferred
    /// The output's `preservesLivePhotoCaptureSuspendedOnSessionStop`.
    case preservesSuspension
  }

  /// Whether a flash can light when a photo asks for it.
  public enum FlashState: String, Sendable, Hashable, CaseIterable {
    /// The flash can be used.
    case ready
    /// The flash has to cool down first.
    case tooHot
  }

  /// The encoder of movies.
  public enum Encoder: String, Sendable, Hashable, CaseIterable {
    /// The real encoders.
    case real
    /// No encoder is used: movies hold samples that no player shows.
    case null
  }

  /// The file it was read from, for messages.
  public var file: String
  /// The subject of the script, in words.
  public var title = ""
  /// The numbers of the contract's cases that the script covers.
  public var cases: [Int] = []
  /// The world that cameras see.
  public var world = World.scene(SceneSettings())
  /// The cameras; `nil` for the usual one.
  public var cameras: [Camera]?
  /// The microphones; `nil` for the usual one.
  public var microphones: [Microphone]?
  /// The user's answers about devices; `nil` has the permissions of their files decide, as Linux does.
  public var authorization: Authorization?
  /// The set-up of the session before the first step.
  public var session = Session()
  /// The flash, which lights for whichever camera takes the photo; `nil` for none.
  public var flash: FlashState?
  /// The choices where Apple does not say what happens.
  public var profile = CaptureProfile()
  /// The order in which events are delivered.
  public var order = CaptureProfile.Order.nominal
  /// The encoder of movies.
  public var encoder = Encoder.real
  /// The steps, in order.
  public var steps: [ScriptStep] = []
  /// The end of the script, from its beginning; `nil` is ten seconds after the last step.
  public var end: MediaTime?
  /// The results that a run must have for the script to pass.
  public var expectations = ScriptExpectations()
  /// The lines of keys that only a run can judge.
  var lines: [String: Int] = [:]

  /// Creates a script without steps.
  public init(file: String = "script") {
    self.file = file
    session.configuration.videoPreset = .ultrafast
    session.configuration.videoThreads = 1
  }
}
