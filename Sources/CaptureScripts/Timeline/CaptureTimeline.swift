/// A line of text that says what a camera and a microphone deliver and when the shutter is pressed.
///
/// ```
/// let report = try await CaptureTimeline("45v v* 60v |").run(expecting: "B W C P R M F")
/// #expect(report.passes)
/// ```
/// Between blanks stands what comes in one frame interval:
///
/// | Text | In this interval |
/// |---|---|
/// | `v` | a picture |
/// | `a` | sound |
/// | `va` | a picture and sound |
/// | `x` | the camera loses its picture, and says so; `xa` with sound |
/// | `-` | nothing at all: the camera hangs, the microphone overruns |
/// | `!` behind it | the shutter is pressed for a still, when the picture is there |
/// | `*` behind it | the shutter is pressed for a Live Photo |
/// | `5` before it | the same five times |
/// | `{unplug: camera}` | a step of a script, taken between two intervals |
/// | `\|` at the end | the session is stopped |
///
/// A step is any that <doc:CaptureScripts> lists, `{advance: 0.01}` and `{after: 0.01, press: live}` among them, with
/// which intervals need not begin with frames. The devices are called `camera` and `microphone`.
///
/// `v!`, `va**` and `3v*` are intervals, too. A timeline with an `a` has a microphone, one without has none. Pictures
/// are taken and delivered at the beginning of their intervals, so a still is the very picture it stands behind.
public struct CaptureTimeline: Sendable, Hashable, CustomStringConvertible {
  /// The work of the camera in an interval.
  public enum Picture: Sendable, Hashable {
    /// The camera delivers a picture.
    case delivered
    /// The camera loses a picture and reports the loss.
    case lost
    /// The camera delivers nothing and reports nothing.
    case missing
  }

  /// The way in which the shutter is pressed.
  public enum Press: Character, Sendable, Hashable, CaseIterable {
    /// A press for a still.
    case still = "!"
    /// A press for a Live Photo.
    case live = "*"
  }

  /// One frame interval.
  public struct Interval: Sendable, Hashable {
    /// The work of the camera.
    public var picture: Picture
    /// A Boolean value that indicates whether there is sound.
    public var hasSound: Bool
    /// The presses of the shutter, in order.
    public var presses: [Press]

    /// Creates an interval from its parts.
    public init(_ picture: Picture, hasSound: Bool = false, presses: [Press] = []) {
      self.picture = picture
      self.hasSound = hasSound
      self.presses = presses
    }
  }

  /// The most intervals that a timeline may have: ten minutes at 60 frames a second.
  public static let intervalLimit = 36_000

  /// The intervals, in order.
  public let intervals: [Interval]
  /// The steps between them, by the number of intervals that come before.
  package let steps: [Int: [ScriptStep]]
  /// A Boolean value that indicates whether the session is stopped at the end.
  public let stops: Bool
  /// The drawing that the timeline was read from, unchanged.
  public let description: String

  /// A Boolean value that indicates whether the timeline has a microphone.
  public var hasSound: Bool { intervals.contains(where: \.hasSound) }

  /// Reads a timeline.
  /// - Throws: ``TimelineError``, which shows the place.
  public init(_ text: String) throws(TimelineError) {
    var intervals: [Interval] = []
    var steps: [Int: [ScriptStep]] = [:]
    var stops = false
    for token in TimelineToken.split(text) {
      guard !stops else { throw TimelineError(.afterStop, token, in: text, "nothing comes after the stop") }
      if token.text == "|" {
        stops = true
        continue
      }
      if token.text.hasPrefix("{") {
        steps[intervals.count, default: []].append(try Self.step(token, in: text))
        continue
      }
      let (count, interval) = try Self.intervals(token, in: text)
      guard count <= Self.intervalLimit - intervals.count else {
        throw TimelineError(.tooLong, token, in: text, "a timeline has at most \(Self.intervalLimit) intervals")
      }
      intervals += repeatElement(interval, count: count)
    }
    self.intervals = intervals
    self.steps = steps
    self.stops = stops
    description = text
  }

  private static func step(_ token: TimelineToken, in text: String) throws(TimelineError) -> ScriptStep {
    var rest = token.text
    guard let value = ScriptValue(flow: &rest), rest.isEmpty else {
      throw TimelineError(.unknownStep, token, in: text, "a step is written as in {unplug: camera}")
    }
    do {
      let step = try ScriptStep(ScriptNode(node: value, file: "timeline", path: ""))
      switch step.moment {
      case .next, .after: return step
      case .at, .frame: break
      }
    } catch {
      throw TimelineError(error, in: text)
        ?? TimelineError(
          .unknownStep, token, in: text, "\(error)", underlying: error)
    }
    throw TimelineError(
      .unknownStep, token, in: text, "a step comes where it stands; write \"after\", or intervals before it")
  }

  private static func intervals(
    _ token: TimelineToken, in text: String
  ) throws(TimelineError) -> (count: Int, interval: Interval) {
    let digits = token.text.prefix { $0.isASCII && $0.isNumber }
    guard digits.isEmpty || (1...6).contains(digits.count), let count = digits.isEmpty ? 1 : Int(digits) else {
      throw TimelineError(.tooLong, token, in: text, "a timeline has at most \(intervalLimit) intervals")
    }
    let rest = token.text.dropFirst(digits.count)
    let content = rest.prefix { Press(rawValue: $0) == nil }
    let presses = rest.dropFirst(content.count).compactMap { Press(rawValue: $0) }
    guard presses.count == rest.count - content.count, let interval = interval(content, presses) else {
      throw TimelineError(
        .unknownInterval, token, in: text,
        "\"\(token.text)\" is no interval; write v, a, va, x, xa or -, with ! or * behind it")
    }
    return (count, interval)
  }

  private static func interval(_ content: Substring, _ presses: [Press]) -> Interval? {
    switch content {
    case "v": Interval(.delivered, presses: presses)
    case "va", "av": Interval(.delivered, hasSound: true, presses: presses)
    case "a": Interval(.missing, hasSound: true, presses: presses)
    case "x": Interval(.lost, presses: presses)
    case "xa", "ax": Interval(.lost, hasSound: true, presses: presses)
    case "-": Interval(.missing, presses: presses)
    default: nil
    }
  }
}
