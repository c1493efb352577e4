/// The requests that pages make of a booth's camera.
public protocol KioskCamera: Sendable {
  /// Returns the camera's controls as they are now.
  /// - Throws: ``WebFailure``, 503 while the camera is away.
  func controls() async throws(WebFailure) -> KioskCameraControls
  /// Changes controls; returns all of them. Either the whole change takes effect, or nothing of it.
  /// - Throws: ``WebFailure``: 400 for what makes no sense, 409 `refused` for what the camera refuses, 503 while it is
  ///   away.
  func change(_ change: KioskCameraChange) async throws(WebFailure) -> KioskCameraControls
}

/// The controls of a camera, as pages know them.
public struct KioskCameraControls: Sendable, Hashable, Encodable {
  /// A control of the camera.
  public struct Control: Sendable, Hashable, Encodable {
    /// The name of the control, in one word, such as `exposureDuration`.
    public let id: String
    /// The present value; `nil` for one that cannot be read.
    public var value: KioskControlValue?
    /// The driver's default.
    public var usual: KioskControlValue?
    /// A Boolean value that indicates whether the control has an effect: not while an automatic one rules it.
    public var isActive = true
    /// The words that the control takes; empty for a control that takes numbers.
    public var options: [String] = []
    /// The least number.
    public var minimum: Double?
    /// The greatest number.
    public var maximum: Double?
    /// The distance between numbers; 0 for a control with ``values``.
    public var step: Double?
    /// The numbers, ascending, of a control that has a list of them.
    public var values: [Double] = []
    /// The unit of numbers, such as `s`; empty if the camera's maker has one of its own.
    public var unit = ""

    /// A control without a value.
    public init(id: String) { self.id = id }
  }

  /// The camera's name.
  public let camera: String
  /// The controls that the camera has, in the order in which they are shown.
  public let controls: [Control]

  /// Creates the controls of a camera.
  public init(camera: String, controls: [Control]) { (self.camera, self.controls) = (camera, controls) }
}

/// The value of a control: a number, or a word for a choice.
public enum KioskControlValue: Sendable, Hashable, Codable {
  /// A number, in the control's unit.
  case number(Double)
  /// One of the control's options.
  case word(String)

  /// Reads a number or a word.
  /// - Throws: `DecodingError` for what is neither.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // What is no number is to be a word.
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .word(try container.decode(String.self))
    }
  }

  /// Writes the number or the word alone.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .word(let word): try container.encode(word)
    }
  }
}

/// A change of an operator's to the camera's controls.
public struct KioskCameraChange: Sendable, Hashable, Decodable {
  /// The new values, by the controls' names.
  public var values: [String: KioskControlValue]?
  /// A Boolean value that indicates whether all other controls go back to their defaults.
  public var reset: Bool?

  /// A change of values.
  public init(values: [String: KioskControlValue]? = nil, reset: Bool? = nil) {
    (self.values, self.reset) = (values, reset)
  }
}
