import LiveCapture

/// The calls of one capture, held against the laws that are about one.
struct LawCourse {
  let calls: [DelegateCall]
  let areFinished: Bool
  let profile: CaptureProfile

  var broken: [(law: CaptureLaws.Law, message: String)] {
    ends + causes + counts + exposure + photos + settings + errors
  }

  private var course: String {
    calls.map { $0.mark() }.joined(separator: " ")
  }

  private func count(_ step: CaptureStep) -> Int { calls.count { $0.step == step } }

  private var ends: [(law: CaptureLaws.Law, message: String)] {
    var broken: [(law: CaptureLaws.Law, message: String)] = []
    if calls.first?.step != .willBegin || count(.willBegin) != 1 {
      broken.append((.beginsFirst, "B is to be first, and once: \(course)"))
    }
    let finishes = count(.didFinish)
    if finishes > 1 || (finishes == 1 && calls.last?.step != .didFinish) || (finishes == 0 && areFinished) {
      broken.append((.finishesLast, "F is to be last, and once: \(course)"))
    }
    return broken
  }

  /// Pairs of which the first, where it comes at all, comes first.
  private static let causalPairs: [(CaptureStep, CaptureStep)] = [
    (.willCapture, .didCapture), (.didCapture, .didProcessPhoto), (.didCapture, .didCaptureProxy),
    (.didRecordMovie, .didProcessMovie),
  ]

  private var causes: [(law: CaptureLaws.Law, message: String)] {
    Self.causalPairs.compactMap { cause, effect in
      guard let first = calls.firstIndex(where: { $0.step == effect }),
        let last = calls.lastIndex(where: { $0.step == cause }), last > first
      else { return nil }
      return (.causesFirst, "\(cause.rawValue) is to come before \(effect.rawValue): \(course)")
    }
  }

  private var counts: [(law: CaptureLaws.Law, message: String)] {
    var broken: [(law: CaptureLaws.Law, message: String)] = []
    for step in [CaptureStep.willCapture, .didCapture, .didRecordMovie, .didProcessMovie] where count(step) > 1 {
      broken.append((.happensOnce, "\(step.rawValue) came \(count(step)) times: \(course)"))
    }
    guard let isLive = calls.first?.settings.isLive else { return broken }
    for step in [CaptureStep.didRecordMovie, .didProcessMovie] {
      if !isLive, count(step) > 0 {
        broken.append((.happensOnce, "\(step.rawValue) came for a capture that is no Live Photo: \(course)"))
      }
      if isLive, areFinished, count(step) == 0 {
        broken.append((.movieIsTold, "\(step.rawValue) did not come for a Live Photo: \(course)"))
      }
    }
    return broken
  }

  /// Begin and end of exposure (2.1 of the contract): both where there is a photo. Where all has failed there may have
  /// been no exposure, and the profile says whether it is told of all the same.
  private var exposure: [(law: CaptureLaws.Law, message: String)] {
    let hasPhoto = calls.contains { $0.isPhoto && $0.error == nil }
    let isComplete = areFinished || calls.last?.step == .didFinish
    let (began, ended) = (count(.willCapture), count(.didCapture))
    let isDue = hasPhoto || (isComplete && (profile.exposureCalls == .alwaysCome || began + ended > 0))
    guard isDue else { return [] }
    return [(CaptureStep.willCapture, began), (.didCapture, ended)].filter { $0.1 == 0 }
      .map { (.exposureIsTold, "\($0.0.rawValue) did not come: \(course)") }
  }

  private var photos: [(law: CaptureLaws.Law, message: String)] {
    guard let expected = calls.first?.settings.expectedPhotoCount else { return [] }
    let came = calls.filter(\.isPhoto)
    if came.count > expected || (areFinished && came.count != expected) {
      return [(.photoCount, "\(came.count) photos came, \(expected) were announced: \(course)")]
    }
    let numbers = came.compactMap(\.photo?.photoCount)
    guard numbers == Array(1..<numbers.count + 1) || numbers.count < came.count else {
      return [(.photoCount, "photos are numbered \(numbers), not 1 to \(numbers.count)")]
    }
    return []
  }

  private var settings: [(law: CaptureLaws.Law, message: String)] {
    guard let first = calls.first, let other = calls.first(where: { $0.settings != first.settings }) else { return [] }
    return [(.sameSettings, "\(other.step.rawValue) came with other settings than \(first.step.rawValue)")]
  }

  private var errors: [(law: CaptureLaws.Law, message: String)] {
    guard let finish = calls.last, finish.step == .didFinish else { return [] }
    let photoFailed = calls.contains { $0.isPhoto && $0.error != nil }
    let movieFailed = calls.contains { $0.step == .didProcessMovie && $0.error != nil }
    let shouldFail = photoFailed || (movieFailed && profile.movieFailure == .failsCapture)
    guard shouldFail != (finish.error != nil) else { return [] }
    let found = shouldFail ? "a part failed, and F brings no error" : "F brings an error of no part"
    return [(.errorsAreTold, "\(found): \(course)")]
  }
}
