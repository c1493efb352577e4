public import LiveCapture
import MediaCore

/// The laws that calls to a delegate keep whatever happens, in every order that the contract allows.
///
/// ```
/// let report = CaptureLaws.check(delegate.calls)
/// #expect(report.passes, "\(report)")
/// ```
public enum CaptureLaws {
  /// One law.
  public enum Law: String, Sendable, Hashable, CaseIterable {
    /// `willBeginCapture` is the first call of each capture, and comes once.
    case beginsFirst
    /// `didFinishCapture` is the last call of each capture, and comes once.
    case finishesLast
    /// What has a cause comes after it: begin of exposure, its end, photo; end of gathering, movie.
    case causesFirst
    /// Nothing that happens once happens twice; movies are told of for Live Photos alone.
    case happensOnce
    /// The begin of exposure and its end come for each capture that has a photo, and for those that have none as the
    /// profile's ``LiveCapture/CaptureProfile/exposureCalls`` says; never one without the other.
    case exposureIsTold
    /// As many photos or proxies come as the settings announce, numbered from 1.
    case photoCount
    /// The settings of a capture are the same in each call.
    case sameSettings
    /// Photos come in the order of their requests, failed ones too, whatever else is mixed.
    case photoOrder
    /// A Live Photo's gathering ends once, and its movie is told of once.
    case movieIsTold
    /// An error of a part comes with an error of the whole, unless the profile says that a movie's does not.
    case errorsAreTold
    /// The badge's counter is begins minus ends of gathering: never below 0, and 0 at the end.
    case badge
  }

  /// A law that was broken.
  public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// The law.
    public let law: Law
    /// Which capture broke it, in the order in which they were first heard of, from 1; `nil` if it is about all.
    public let capture: Int?
    /// What was seen.
    public let message: String

    /// For people: `finishesLast: capture 2: …`.
    public var description: String { "\(law.rawValue): " + (capture.map { "capture \($0): " } ?? "") + message }
  }

  /// What the laws say of some calls.
  public struct Report: ExpectationReport {
    /// What was broken.
    public let violations: [Violation]
    /// How many captures were looked at.
    public let captureCount: Int
    /// How many calls.
    public var subject: String { "laws of \(captureCount) \(captureCount == 1 ? "capture" : "captures")" }
    /// The violations for people.
    public var problems: [String] { violations.map(\.description) }
  }

  /// Looks at an output's events.
  public static func check(
    _ events: [CaptureEvent], areFinished: Bool = true, profile: CaptureProfile = CaptureProfile()
  ) -> Report {
    check(events.map { LawStep($0) }, areFinished: areFinished, profile: profile)
  }

  /// Looks at the values that a LIVE badge has had, the first before all captures: they have to follow from the calls.
  ///
  /// Values are those of ``LiveCapture/LiveIndicator/counts``, or of a counter of your own.
  public static func checkBadge(_ counts: [Int], of events: [CaptureEvent]) -> Report {
    let steps = events.map { LawStep($0) }
    var expected = [0]
    for step in steps {
      if let change = step.badgeChange { expected.append(expected[expected.count - 1] + change) }
    }
    var violations = badge(steps, areFinished: true)
    if counts != expected {
      violations.append(
        Violation(law: .badge, capture: nil, message: "the badge counted \(counts), the calls make \(expected)"))
    }
    return Report(violations: violations, captureCount: Set(steps.map(\.settings.uniqueID)).count)
  }

  package static func check(_ steps: [LawStep], areFinished: Bool, profile: CaptureProfile) -> Report {
    var ids: [CaptureID] = []
    var captures: [CaptureID: [LawStep]] = [:]
    for step in steps {
      if captures[step.settings.uniqueID] == nil { ids.append(step.settings.uniqueID) }
      captures[step.settings.uniqueID, default: []].append(step)
    }
    var violations: [Violation] = []
    for (index, id) in ids.enumerated() {
      let course = LawCourse(steps: captures[id] ?? [], areFinished: areFinished, profile: profile)
      violations += course.broken.map { Violation(law: $0.law, capture: index + 1, message: $0.message) }
    }
    violations += photoOrder(steps, ids) + badge(steps, areFinished: areFinished)
    return Report(violations: violations, captureCount: ids.count)
  }

  private static func photoOrder(_ steps: [LawStep], _ ids: [CaptureID]) -> [Violation] {
    // Requests are told of in their order: who begins first was asked for first.
    let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0 + 1) })
    let photos = steps.filter { $0.step == .didProcessPhoto || $0.step == .didCaptureProxy }
      .compactMap { places[$0.settings.uniqueID] }
    for (before, after) in zip(photos, photos.dropFirst()) where after < before {
      return [Violation(law: .photoOrder, capture: after, message: "its photo came after the one of capture \(before)")]
    }
    return []
  }

  private static func badge(_ steps: [LawStep], areFinished: Bool) -> [Violation] {
    var count = 0
    for step in steps {
      count += step.badgeChange ?? 0
      if count < 0 {
        return [
          Violation(law: .badge, capture: nil, message: "a gathering ended that had not begun: the count is \(count)")
        ]
      }
    }
    guard areFinished, count != 0 else { return [] }
    return [Violation(law: .badge, capture: nil, message: "the count is \(count) at the end: LIVE stays on")]
  }
}

/// A call or an event, as far as laws are about it.
package struct LawStep {
  let step: CaptureStep
  let settings: ResolvedPhotoSettings
  let photoCount: Int?
  let hasError: Bool

  package init(step: CaptureStep, settings: ResolvedPhotoSettings, photoCount: Int?, hasError: Bool) {
    self.step = step
    self.settings = settings
    self.photoCount = photoCount
    self.hasError = hasError
  }

  init(_ event: CaptureEvent) {
    step = CaptureStep(event)
    settings = event.resolvedSettings
    hasError = event.error != nil
    switch event {
    case .didFinishProcessingPhoto(let photo, _, _): photoCount = photo.photoCount
    case .didFinishCapturingProxy(let proxy, _, _, _): photoCount = proxy?.photo.photoCount
    default: photoCount = nil
    }
  }

  /// How a badge's counter changes; `nil` if it does not.
  var badgeChange: Int? {
    switch step {
    case .willBegin: settings.isLive ? 1 : nil
    case .didRecordMovie: -1
    default: nil
    }
  }
}
