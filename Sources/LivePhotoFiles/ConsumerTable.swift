// What is known of how consumers decide. Apple's programs are reported on (osxphotos#1399, makelive#26 and #28,
// flutter_photo_manager#1416, react-native-cameraroll#571); those of the others were read in their source code. A rule
// that a consumer is not known to look at is not in its list.
extension Consumer {
  /// What a rule that is broken means to a consumer.
  enum Effect { case refuses, doubtful }

  /// What it means to this consumer that a rule is broken, or `nil` when it doesn't look.
  func effect(of rule: Rule) -> Effect? {
    if refusals.contains(rule) { return .refuses }
    return doubts.contains(rule) ? .doubtful : nil
  }

  private static let playback: Set<Rule> = [.boxesNest, .sampleTables, .decodes, .stillDecodes]

  private var refusals: Set<Rule> {
    switch self {
    case .applePhotosMac: Self.playback.union([.identifiersEqual, .stillExtension])
    // PhotoKit's error -1 without the still's track; 3302 for names that lie.
    case .applePhotosIPhone: Self.playback.union([.identifiersEqual, .stillTrack, .stillExtension, .movieExtension])
    // exiftool's ContentIdentifier or MediaGroupUUID, equal as text.
    case .immich, .lychee: [.boxesNest, .identifiersEqual]
    // The movie's MIME type must be video/quicktime besides.
    case .nextcloudMemories: [.boxesNest, .identifiersEqual, .movieExtension]
    // Stems first; it stacks by identifier too, which is why names alone make it doubtful only.
    case .photoPrism: [.boxesNest]
    case .ente: [.names]
    case .googlePhotos: []
    case .wallpaper: Self.playback.union([.identifiersEqual, .stillTrack])
    }
  }

  private var doubts: Set<Rule> {
    switch self {
    case .applePhotosMac: [.oneVideoTrack, .movieIdentifier, .makerNote, .trackNumbers, .movieExtension]
    case .applePhotosIPhone:
      [.oneVideoTrack, .movieIdentifier, .makerNote, .trackNumbers, .quickTimeContainer, .stillTime]
    case .immich, .lychee: [.makerNote]
    case .nextcloudMemories: [.quickTimeContainer, .makerNote]
    case .photoPrism: [.names, .identifiersEqual]
    case .ente: [.dates]
    case .googlePhotos: []
    case .wallpaper: []
    }
  }

  /// What the consumer decides, by the outcome of every rule and what else it looks at.
  func verdict(_ results: [RuleResult], traits: PairTraits) -> ConsumerVerdict {
    func broken(_ effect: Effect) -> RuleResult? {
      results.first { $0.isBroken && self.effect(of: $0.rule) == effect }
    }
    func say(_ answer: ConsumerVerdict.Answer, _ rule: Rule? = nil, _ reason: String = "") -> ConsumerVerdict {
      ConsumerVerdict(consumer: self, answer: answer, decidedBy: rule, reason: reason)
    }
    if let result = broken(.refuses) { return say(.refused, result.rule, result.found) }
    switch self {
    case .googlePhotos:
      return say(.unknown, nil, "nothing is known of how it takes pairs in; it takes Motion Photos")
    case .wallpaper:
      // Phones' captures work, and what makes them work is private: never a promise.
      return say(
        .unknown, nil, traits.hasLivePhotoInfo ? "phones decide by the content, too" : "unlikely: no live-photo-info")
    case .ente where traits.largestFile >= 20_000_000:
      return say(.refused, nil, "a file has 20 MB or more")
    case .photoPrism where traits.stillKind != .heic:
      return say(.unknown, nil, "its rule for names is known for HEIC only; it stacks by identifier, too")
    default: break
    }
    if let doubt = broken(.doubtful) { return say(.unknown, doubt.rule, doubt.found) }
    let unchecked = results.first { $0.status == .notChecked && effect(of: $0.rule) == .refuses }
    if let unchecked { return say(.unknown, unchecked.rule, unchecked.found) }
    return say(.accepted)
  }
}

/// What consumers look at besides the rules.
struct PairTraits: Sendable {
  /// What the still is.
  let stillKind: FileKind
  /// The bytes of the larger file.
  let largestFile: Int
  /// Whether the movie has the private track that wallpapers seem to need.
  let hasLivePhotoInfo: Bool
}
