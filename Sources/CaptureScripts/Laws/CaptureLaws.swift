public import LiveCapture
import MediaCore

/// Checks the laws that calls to a delegate keep in every order that the contract allows.
///
/// ```
/// let report = CaptureLaws.check(delegate.calls)
/// #expect(report.passes)
/// ```
public enum CaptureLaws {
  /// A law that every capture obeys.
  public enum Law: String, Sendable, Hashable, CaseIterable {
    /// `willBeginCapture` is the first call of each capture, and comes once.
    case beginsFirst
    /// `didFinishCapture` is the last call of each capture, and comes once.
    case finishesLast
    /// Events come after their causes: begin of exposure, its end, photo; end of gathering, movie.
    case causesFirst
    /// Each event of a capture comes once at most, and events of movies come for Live Photos alone.
    case happensOnce
    /// The begin of exposure and its end come for each capture that has a photo, and for those that have none as the
    /// profile's ``/LiveCapture/CaptureProfile/exposureCalls`` says; never one without the other.
    case exposureIsTold
    /// The number of photos or proxies is the one that the settings announce; they are numbered from 1.
    case photoCount
    /// The settings of a capture are the same in each call.
    case sameSettings
    /// Photos of an output come in the order of their requests, failed ones too, whatever else is mixed.
    case photoOrder
    /// A Live Photo has one event for the end of gathering, and one for its movie.
    case movieIsTold
    /// An error of a part comes with an error of the whole, unless the profile says that a movie's does not.
    case errorsAreTold
    /// The badge's counter is begins minus ends of gathering: never below 0, and 0 at the end.
    case badge
  }

  /// A law that was broken.
  public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// The law that was broken.
    public let law: Law
    /// The number of the capture that broke the law, from 1 in the order of their first events; `nil` for a law about
    /// all captures together.
    public let capture: Int?
    /// A sentence about what was seen.
    public let message: String

    fileprivate static func badge(_ message: String) -> Self { Self(law: .badge, capture: nil, message: message) }

    /// A text for people: `finishesLast: capture 2: …`.
    public var description: String { "\(law.rawValue): " + (capture.map { "capture \($0): " } ?? "") + message }
  }

  /// A report of what the laws say of some calls.
  public struct Report: ExpectationReport {
    /// The violations that were found, of any law.
    public let violations: [Violation]
    /// The number of captures that were looked at.
    public let captureCount: Int
    /// A text with the number of calls.
    public var subject: String { "laws of \(captureCount) \(captureCount == 1 ? "capture" : "captures")" }
    /// The violations for people.
    public var problems: [String] { violations.map(\.description) }
  }

  /// Checks an output's events against the laws.
  public static func check(
    _ events: [CaptureEvent], areFinished: Bool = true, profile: CaptureProfile = CaptureProfile()
  ) -> Report {
    check(events.map { DelegateCall($0) }, areFinished: areFinished, profile: profile)
  }

  /// Checks the values of a LIVE badge, the first before all captures: they must follow from the events.
  ///
  /// Values are those of ``/LiveCapture/LiveIndicator/counts``, or of a counter of your own.
  public static func checkBadge(_ counts: [Int], of events: [CaptureEvent]) -> Report {
    checkBadge(counts, of: events.map { DelegateCall($0) })
  }

  @_disfavoredOverload
  static func checkBadge(_ counts: [Int], of calls: [DelegateCall]) -> Report {
    var expected = [0]
    for change in calls.compactMap(\.badgeChange) { expected.append(expected[expected.count - 1] + change) }
    var violations = badge(calls, areFinished: true)
    if counts != expected {
      violations.append(.badge("the badge counted \(counts), the calls make \(expected)"))
    }
    return Report(violations: violations, captureCount: Set(calls.map(\.settings.uniqueID)).count)
  }

  /// Checks the calls of a delegate.
  ///
  /// Pass `false` for `areFinished` while captures are in progress: missing events are then no violation. `profile` is
  /// that of the session's environment. An empty literal, `[]`, counts as a list of events.
  @_disfavoredOverload
  public static func check(
    _ calls: [DelegateCall], areFinished: Bool = true, profile: CaptureProfile = CaptureProfile()
  ) -> Report {
    var ids: [CaptureID] = []
    var captures: [CaptureID: [DelegateCall]] = [:]
    for call in calls {
      if captures[call.settings.uniqueID] == nil { ids.append(call.settings.uniqueID) }
      captures[call.settings.uniqueID, default: []].append(call)
    }
    var violations: [Violation] = []
    for (index, id) in ids.enumerated() {
      let course = LawCourse(calls: captures[id] ?? [], areFinished: areFinished, profile: profile)
      violations += course.broken.map { Violation(law: $0.law, capture: index + 1, message: $0.message) }
    }
    violations += photoOrder(calls, ids) + badge(calls, areFinished: areFinished)
    return Report(violations: violations, captureCount: ids.count)
  }

  private static func photoOrder(_ calls: [DelegateCall], _ ids: [CaptureID]) -> [Violation] {
    // Requests are told of in their order: who begins first was asked for first.
    let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0 + 1) })
    let photos = Dictionary(grouping: calls.filter(\.isPhoto)) { $0.output }.values
      .map { $0.compactMap { places[$0.settings.uniqueID] } }
    return photos.compactMap { photos in
      zip(photos, photos.dropFirst()).first { $1 < $0 }.map { before, after in
        Violation(law: .photoOrder, capture: after, message: "its photo came after the one of capture \(before)")
      }
    }
  }

  private static func badge(_ calls: [DelegateCall], areFinished: Bool) -> [Violation] {
    var count = 0
    for change in calls.compactMap(\.badgeChange) {
      count += change
      if count < 0 { return [.badge("a gathering ended that had not begun: the count is \(count)")] }
    }
    guard areFinished, count != 0 else { return [] }
    return [.badge("the count is \(count) at the end: LIVE stays on")]
  }
}
