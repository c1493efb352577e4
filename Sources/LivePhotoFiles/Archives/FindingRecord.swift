import MediaCore

/// The record of one unit in a report: it is written by one run, and read by runs that continue it or merge several
/// reports.
package struct FindingRecord: Sendable, Decodable {
  /// A rule that a file does not follow, or follows in an unusual way, or that nothing here could check.
  struct Finding: Sendable, Decodable {
    let rule: String
    let status: RuleResult.Status
    let found: String
  }

  let kind: ArchiveUnit.Kind
  let status: ArchiveFinding.Status
  /// The unit's path: of a pair the still's.
  let path: String
  let movie: String?
  let foundBy: PairClue?
  /// Whether its two halves are a Live Photo, whatever else is wrong; `nil` for what does not have two.
  let isLivePhoto: Bool?
  let identifier: String?
  /// The identifiers that the files carry, unless that is `identifier` alone.
  let identifiers: [String]?
  let message: String?
  let nameProblem: String?
  let rules: [Finding]
  /// The comparisons of its files with a list of checksums; `nil` without one.
  let checksums: [FileChecksum]?

  init(_ finding: ArchiveFinding) {
    (kind, status, path) = (finding.unit.kind, finding.status, finding.unit.path)
    (movie, foundBy) = (finding.movie, finding.unit.clue)
    (identifier, message, nameProblem) = (finding.identifier, finding.message, finding.nameProblem)
    identifiers = finding.otherIdentifiers
    isLivePhoto = finding.verdict?.isLivePhoto
    checksums = finding.checksums.isEmpty ? nil : finding.checksums
    rules = finding.notableRules.map { Finding(rule: $0.rule.rawValue, status: $0.status, found: $0.found) }
  }

  /// The paths of its files, or of what it is as a whole.
  var paths: [String] { kind == .pair ? [path] + (movie.map { [$0] } ?? []) : [path] }

  /// All identifiers that its files carry, sorted.
  var carried: [String] { identifiers ?? (identifier.map { [$0] } ?? []) }

  /// The unit as a candidate for pairing, if its other half may lie in another folder; otherwise `nil`.
  var candidate: PairFinder.Candidate? {
    // What a checksum has told is not told by a second look.
    guard checksums?.contains(where: \.isProblem) != true, [.still, .movie, .motionPhoto].contains(kind),
      let identifier = FoundFile.comparable(carried.first)
    else {
      return nil
    }
    return PairFinder.Candidate(
      path: path, isStill: kind != .movie, identifier: identifier, isMotionPhoto: kind == .motionPhoto)
  }

  /// The finding for people, in one line.
  package var line: String {
    func text(_ rules: [Finding]) -> String { rules.map { "\($0.rule): \($0.found)" }.joined(separator: "; ") }
    let unchecked = rules.filter { $0.status == .notChecked }
    let isWhole = status == .good || status == .misnamed
    // Of a pair that is a Live Photo, what fails is no more than a warning.
    let warnings = rules.filter { $0.status == .warning || isWhole && $0.status == .failure }
    var line = (isWhole && nameProblem == nil && (!warnings.isEmpty || isLostHalf) ? "warning " : mark) + what
    // What a checksum tells is no reason to keep silent about the rest.
    let isChanged = checksums?.contains(where: \.isProblem) == true
    if isWhole || isChanged, !warnings.isEmpty { line += ", warning: \(text(warnings))" }
    if isWhole, !unchecked.isEmpty { line += ", not checked: \(text(unchecked))" }
    let failures = isWhole ? [] : rules.filter { $0.status == .failure }
    let reasons = [nameProblem, message, failures.isEmpty ? nil : text(failures)].compactMap(\.self)
    if !reasons.isEmpty { line += ": \(reasons.joined(separator: "; "))" }
    for checksum in checksums ?? [] where checksum.isMoved {
      line +=
        ", \(paths.count > 1 ? FileNames.name(of: checksum.path) + " " : "")moved from \(checksum.other ?? "") (unchanged)"
    }
    let advice = Self.advice(on: isWhole ? warnings : failures)
    return (!advice.isEmpty && line.hasSuffix(".") ? String(line.dropLast()) : line) + advice
  }

  /// What to do about broken rules, once each, as the end of a line; empty where the findings say it themselves.
  private static func advice(on rules: [Finding]) -> String {
    let open = rules.filter { rule in !["livecam", "another copy", "ffmpeg"].contains { rule.found.contains($0) } }
    var remedies: [String] = []
    for remedy in open.compactMap({ Rule(rawValue: $0.rule)?.remedy }) where !remedies.contains(remedy) {
      remedies.append(remedy)
    }
    return remedies.isEmpty ? "" : ". What to do: \(remedies.joined(separator: "; "))"
  }

  /// Indicates whether it is a file that is gone, and whose bytes another one has.
  var isGone: Bool { checksums?.contains { $0.state == .moved } == true }

  /// Indicates whether it is a still or movie whose other half is missing.
  private var isLostHalf: Bool { (kind == .still || kind == .movie) && !carried.isEmpty }

  private var mark: String {
    switch (status, kind) {
    case (.passedOver, _) where isGone: "moved   "
    case (.broken, _), (.noLivePhoto, _): "broken  "
    case (.passedOver, _): "skipped "
    case (.misnamed, _): "name    "
    case (.good, .motionPhoto): "motion  "
    case (.good, .still): "still   "
    case (.good, .movie): "movie   "
    case (.good, _): "ok      "
    }
  }

  private var what: String {
    switch kind {
    case .pair:
      guard let movie, let foundBy else { return path }
      let isBeside = FileNames.folder(of: path) == FileNames.folder(of: movie)
      return "\(path) + \(isBeside ? FileNames.name(of: movie) : movie), by \(foundBy.rawValue)"
    case .bundle: return "\(path), a bundle"
    case .archive: return "\(path), an archive"
    case .still: return "\(path), \(isLostHalf ? "half of a Live Photo, whose movie is missing" : "without a movie")"
    case .movie: return "\(path), \(isLostHalf ? "half of a Live Photo, whose still is missing" : "without a still")"
    case .motionPhoto: return rules.isEmpty && status == .good ? path : "\(path), a Motion Photo"
    case .folder, .broken, .passedOver: return path
    }
  }
}

/// An identifier of a unit that another one, told before it, carries too.
public struct RepeatedIdentifier: Sendable, Encodable {
  /// The unit's path.
  public let path: String
  /// The identifier.
  public let identifier: String
  /// The folder of the other unit.
  public let folder: String

  /// Writes the keys that the command's `--json` documents.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let object: JSONObject = ["kind": "repeated", "path": path, "identifier": identifier, "folder": folder]
    try object.encode(to: encoder)
  }

  /// A line about what that means, for people.
  public var line: String {
    "twice   \(path): its identifier \(identifier) is that of another photo in \(folder), too. Programs show one of the "
      + "two, or mix them up: remove one, or give it a new identifier: "
      + "'livecam repair STILL MOVIE --identifier \"$(uuidgen)\" --output FOLDER'."
  }
}
