public import FileStorage
public import MediaCore

/// What is to be mended, and how where the files leave it open.
public struct RepairRequest: Sendable {
  /// One of the two files.
  public enum Half: String, Sendable, Hashable, CaseIterable {
    /// The picture.
    case still
    /// The movie.
    case movie
  }

  /// The still and the movie, in either order.
  public var files: (String, String)
  /// The folder for the new pair; it is made if it is not there.
  public var output: String
  /// What both files are to carry; `nil` for what they have.
  public var identifier: PairIdentifier?
  /// Where in the movie the still falls; `nil` for what the movie says, else the picture most like the still.
  public var stillTime: MediaTime?

  /// Whose date is right where the two contradict each other; `nil` for the one that more evidence speaks for.
  public var trust: Half?

  /// A request with everything left to the files.
  public init(_ first: String, _ second: String, output: String) {
    files = (first, second)
    self.output = output
  }

  /// A request for a pair that one of its files, or its bundle, is named of, among other files.
  /// - Throws: ``LivePhotoError`` with `.unreadable`, or `.unsupported` when there is no other half.
  public init(
    partOfPair path: String, of files: any FileSource = DiskFiles(), output: String
  ) throws(LivePhotoError) {
    let halves = try PairLookup.halves(of: path, in: files)
    self.init(halves.still.path, halves.movie.path, output: output)
  }
}

/// What was mended.
public struct RepairReport: Sendable, Encodable {
  /// The new still, or the one given when nothing was written.
  public let still: String
  /// The new movie, or the one given when nothing was written.
  public let movie: String
  /// Every change, in a sentence; none when nothing was written, be it that nothing had to be mended, or that the pair would
  /// be no Live Photo all the same.
  public let changes: [String]
  /// What nothing in the files could decide, and what to do about it.
  public let doubts: [String]
  /// What the pair is now, or would be.
  public let verdict: Verdict

  /// Whether the pair is a Live Photo now; if not, nothing was written.
  public var isLivePhoto: Bool { verdict.isLivePhoto }

  /// What could not be mended: the rules that would still fail.
  public var unmended: [RuleResult] { verdict.failures }

  /// Writes the keys that the command's `--json` documents.
  public func encode(to encoder: any Encoder) throws {
    let object: JSONObject = [
      "still": still, "movie": movie, "changes": changes, "doubts": doubts, "isLivePhoto": isLivePhoto,
      "unmended": unmended,
    ]
    try object.encode(to: encoder)
  }

  /// The report for people.
  public var lines: [String] {
    guard isLivePhoto else {
      let converted: Set<Rule> = [.stillExtension, .oneVideoTrack, .h264Profile, .formats]
      let advice =
        unmended.contains { converted.contains($0.rule) }
        ? [" What has to be converted is converted by: livecam assemble --photo STILL --movie MOVIE --output FOLDER."]
        : []
      return unmended.map { "not mended: \($0.rule.rawValue): \($0.found)" } + doubts.map { "in doubt: \($0)" }
        + [verdict.summary + " Nothing was written." + advice.joined()]
    }
    var lines = changes.isEmpty ? ["Nothing to mend."] : changes.map { "mended: \($0)" }
    lines += doubts.map { "in doubt: \($0)" }
    if !changes.isEmpty { lines += [still, movie].map { "written: \($0)" } }
    lines.append(verdict.summary)
    return lines
  }
}
