public import CaptureScripts

/// A report about an app by an ``AppBench``.
public struct AppReport: ExpectationReport {
  /// The steps of each capture in the letters of ``/CaptureScripts/CaptureStep``: `B W C P R M F`. Behind them stands
  /// in brackets what went wrong, or why there could be no Live Photo.
  public let captures: [String]
  /// The mistakes of the app.
  public let problems: [String]
  /// A text with the number of captures.
  public var subject: String { "an app's \(captures.count) \(captures.count == 1 ? "capture" : "captures")" }
}
