import LiveCapture

/// An order of events as text: `B R M W C P F`, or with the captures' numbers, `B1 B2 W1 …`.
struct OrderText {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The events, and whether they have numbers.
  /// - Throws: ``TimelineError`` for what is no event, is there twice or is in no order that is allowed.
  func moments() throws(TimelineError) -> (moments: [EventPlace], isJoint: Bool) {
    let tokens = TimelineToken.split(text)
    guard let first = tokens.first else {
      throw TimelineError(
        .unknownStep, TimelineToken(text: text[...], offset: 0), in: text, "an order has letters, as in B R M W C P F")
    }
    let isJoint = first.text.count > 1
    var moments: [EventPlace] = []
    for token in tokens {
      let moment = try moment(token, isJoint: isJoint, after: moments)
      if moments.contains(moment) {
        throw TimelineError(.unknownStep, token, in: text, "\(token.text) happens once")
      }
      if let later = moments.first(where: { moment.precedes($0, waitsForPhotos: false) }) {
        throw TimelineError(
          .unknownStep, token, in: text,
          "\(token.text) is always told before \(Self.text(of: [later], isJoint: isJoint))")
      }
      moments.append(moment)
    }
    return (moments, isJoint)
  }

  private func moment(
    _ token: TimelineToken, isJoint: Bool, after moments: [EventPlace]
  ) throws(TimelineError) -> EventPlace {
    let number = token.text.dropFirst()
    guard let letter = token.text.first, let step = CaptureStep(rawValue: letter) else {
      throw TimelineError(
        .unknownStep, token, in: text, "\"\(token.text)\" is no event; write B, W, C, P, D, R, M or F")
    }
    guard isJoint ? (1...99).contains(Int(number) ?? 0) : number.isEmpty else {
      throw TimelineError(
        .unknownStep, token, in: text, "either all events have the numbers of their captures, from 1 on, or none has")
    }
    let capture = (Int(number) ?? 1) - 1
    let photos = moments.count { $0.capture == capture && $0.step == .photo }
    return EventPlace(capture, step.moment, step.moment == .photo ? photos : 0)
  }

  static func text(of moments: [EventPlace], isJoint: Bool) -> String {
    moments.map { "\($0.step.letter)" + (isJoint ? "\($0.capture + 1)" : "") }.joined(separator: " ")
  }
}

extension CaptureStep {
  fileprivate var moment: EventPlace.Step {
    switch self {
    case .willBegin: .begin
    case .willCapture: .exposureBegin
    case .didCapture: .exposureEnd
    case .didProcessPhoto, .didCaptureProxy: .photo
    case .didRecordMovie: .gatheringEnd
    case .didProcessMovie: .movie
    case .didFinish: .finish
    }
  }
}

extension EventPlace.Step {
  fileprivate var letter: Character {
    switch self {
    case .begin: "B"
    case .exposureBegin: "W"
    case .exposureEnd: "C"
    case .photo: "P"
    case .gatheringEnd: "R"
    case .movie: "M"
    case .finish: "F"
    }
  }
}
