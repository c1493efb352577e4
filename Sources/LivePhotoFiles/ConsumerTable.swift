extension Consumer {
  /// Those for whom Live Photos are made: what they do decides whether a pair is one.
  static let applePhotos: Set<Consumer> = [.applePhotosMac, .applePhotosIPhone]

  /// Those who play what they are given, and refuse what they cannot play.
  static let players = applePhotos.union([.wallpaper])

  /// Returns the consumer's decision, by the outcome of every rule and the other traits that it looks at.
  func verdict(_ results: [RuleResult], traits: PairTraits) -> ConsumerVerdict {
    func broken(_ heeding: KeyPath<Rule.Terms, Set<Consumer>>) -> RuleResult? {
      results.first { $0.isBroken && $0.rule.terms[keyPath: heeding].contains(self) }
    }
    func say(_ answer: ConsumerVerdict.Answer, _ rule: Rule? = nil, _ reason: String = "") -> ConsumerVerdict {
      ConsumerVerdict(consumer: self, answer: answer, decidedBy: rule, reason: reason)
    }
    if let result = broken(\.refusing) { return say(.refused, result.rule, result.found) }
    switch self {
    case .googlePhotos where broken(\.doubting) == nil:
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
    if let doubt = broken(\.doubting) { return say(.unknown, doubt.rule, doubt.found) }
    let unchecked = results.first { $0.status == .notChecked && $0.rule.terms.refusing.contains(self) }
    if let unchecked { return say(.unknown, unchecked.rule, unchecked.found) }
    return say(.accepted)
  }
}

/// The traits of a pair that consumers look at besides the rules.
struct PairTraits: Sendable {
  /// The kind of the still.
  let stillKind: FileKind
  /// The bytes of the larger file.
  let largestFile: Int
  /// Indicates whether the movie has the private track that wallpapers seem to need.
  let hasLivePhotoInfo: Bool
}
