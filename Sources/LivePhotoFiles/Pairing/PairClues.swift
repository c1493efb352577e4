/// The evidence for and against a still and a movie being of one shot, other than an identifier.
struct PairClues {
  /// The conclusion from the clues.
  enum Judgement {
    /// They are of one shot; where several are, the higher score counts.
    case together(score: Double)
    /// They may be.
    case doubtful(String)
    /// They are not; why, where their names say otherwise.
    case strangers(String?)
  }

  /// Movies longer than this are no halves, but recordings.
  static let longestHalfSeconds = 30.0

  let name: PairName.Likeness
  let time: MovieMoment.Relation
  /// Indicates whether the still announces a video of just so many bytes as the movie has.
  let isAnnounced: Bool
  /// Indicates whether the movie's date is that of its header, which may be that of its end.
  private let isRough: Bool
  /// Indicates whether both have an identifier, and not the same one.
  let hasOtherIdentifier: Bool
  /// The likeness of the pictures, if it was requested and can be determined.
  var likeness: PairLikeness?

  init(_ still: FileFacts, _ movie: FileFacts) {
    name = still.name.likeness(to: movie.name)
    time = still.moment.flatMap { moment in movie.recorded.map { $0.relation(of: moment) } } ?? .unknown
    isRough = movie.recorded?.begin.isOfHeader ?? false
    isAnnounced = still.announcedVideo.map { $0 > 0 && $0 == movie.size } ?? false
    hasOtherIdentifier = still.identifier != nil && movie.identifier != nil && still.identifier != movie.identifier
  }

  /// Indicates whether pictures have to be looked at: decoding costs more than everything else together.
  var needsLikeness: Bool {
    if isAnnounced, !hasOtherIdentifier { return false }
    if case .apart = time { return name == .exact && !hasOtherIdentifier }
    return !hasOtherIdentifier || name == .exact
  }

  var judgement: Judgement {
    if hasOtherIdentifier { return judgementOfIdentifiers }
    if isAnnounced { return .together(score: 10 + scoreOfName) }
    switch time {
    case .inside(_, let zone): return judgementInside(isSure: zone == nil)
    case .near, .unknown: return judgementWithoutTime
    case .apart(let seconds):
      guard name == .exact else { return .strangers(nil) }
      let text = "of the same name, but taken \(Self.text(seconds)) apart"
      guard let likeness else { return .strangers(text) }
      return likeness.value >= PictureLikeness.same
        ? .doubtful("\(text), and yet alike (\(Self.text(likeness)))")
        : .strangers("\(text), and unlike (\(Self.text(likeness)))")
    }
  }

  private var scoreOfName: Double { Double(name.rawValue) * 0.2 }

  private var judgementOfIdentifiers: Judgement {
    guard name == .exact else { return .strangers(nil) }
    let text = "of the same name, but with another identifier"
    if case .inside = time, let likeness, likeness.value >= PictureLikeness.same {
      return .doubtful("\(text), and yet of one time and alike (\(Self.text(likeness)))")
    }
    return .strangers(text)
  }

  private func judgementInside(isSure: Bool) -> Judgement {
    let score = 1 + scoreOfName + (likeness?.value ?? 0.5)
    switch (name, likeness?.value) {
    case (.exact, nil), (.loose, nil):
      return isSure
        ? .together(score: score)
        : .doubtful("of one name and, in some time zone, of one time; the pictures tell nothing")
    case (.none, let value?) where value >= MovieTurn.beyondDoubt: return .together(score: score)
    case (.none, _): return .strangers(nil)
    case (.exact, let value?) where value >= PictureLikeness.other && isSure: return .together(score: score)
    case (_, let value?) where value >= PictureLikeness.same: return .together(score: score)
    case (_, let value?):
      let text = "of one name and one time, but the pictures differ (likeness \(FileReport.decimal(value, places: 2)))"
      return name == .exact || value >= PictureLikeness.other ? .doubtful(text) : .strangers(text)
    }
  }

  private var judgementWithoutTime: Judgement {
    guard name != .none else { return .strangers(nil) }
    var lack = "no date tells more"
    if case .near(let seconds) = time { lack = "its date lies \(Self.text(seconds)) outside of the movie" }
    guard let likeness else { return .doubtful("of one name; \(lack), and the pictures cannot be compared") }
    if likeness.value >= PictureLikeness.same {
      return .together(score: scoreOfName + likeness.value)
    }
    let degree = likeness.value < PictureLikeness.other ? "unlike" : "hardly alike"
    let text = "of one name; \(lack), and the pictures are \(degree) (\(Self.text(likeness)))"
    return likeness.value < PictureLikeness.other ? .strangers(text) : .doubtful(text)
  }

  /// The evidence for people: `by name and time: 0.4 s into the movie; likeness 0.97`.
  var evidence: String {
    if isAnnounced { return "by the video that the still announces: it has just so many bytes" }
    var clues: [String] = name == .none ? [] : ["name"]
    var facts: [String] = []
    switch time {
    case .inside(let seconds, let zone):
      clues.append("time")
      let clock = zone.map { ", if one of the clocks is \(Self.text(Double(abs($0)))) off" } ?? ""
      let place = isRough ? "dates that agree" : "\(FileReport.decimal(seconds, places: 1)) s into the movie"
      facts.append(place + clock)
    case .near(let seconds): facts.append("dates \(Self.text(seconds)) apart")
    case .apart, .unknown: break
    }
    if let likeness {
      if likeness.value >= PictureLikeness.same { clues.append("likeness") }
      facts.append(Self.text(likeness))
    }
    let last = clues.last ?? ""
    let by = clues.count > 1 ? clues.dropLast().joined(separator: ", ") + " and " + last : last
    return "by \(by)" + (facts.isEmpty ? "" : ": " + facts.joined(separator: "; "))
  }

  private static func text(_ likeness: PairLikeness) -> String {
    "likeness \(FileReport.decimal(likeness.value, places: 2))"
  }

  private static func text(_ seconds: Double) -> String {
    if seconds < 120 { return "\(FileReport.decimal(seconds, places: 1)) s" }
    if seconds < 7200 { return "\(FileReport.decimal(seconds / 60, places: 0)) min" }
    return seconds < 172_800
      ? "\(FileReport.decimal(seconds / 3600, places: 2)) h" : "\(FileReport.decimal(seconds / 86_400, places: 0)) days"
  }
}
