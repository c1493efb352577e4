public import FileStorage
public import MediaCore

/// The order for a repair, and the answers where the files leave it open.
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
  /// The identifier that both files are to carry; `nil` for what they have.
  public var identifier: PairIdentifier?
  /// The place of the still in the movie; `nil` for what the movie says, else the picture most like the still.
  public var stillTime: MediaTime?

  /// The file whose date is right where the two contradict each other; `nil` for the one that more evidence speaks for.
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

/// A report on what was mended.
public struct RepairReport: Sendable, Encodable {
  /// The new still, or the one given when nothing was written.
  public let still: String
  /// The new movie, or the one given when nothing was written.
  public let movie: String
  /// Every change, in a sentence; none when nothing was written, be it that nothing had to be mended, or that the pair
  /// would be no Live Photo all the same.
  public let changes: [String]
  /// The doubts that nothing in the files could decide, and what to do about each.
  public let doubts: [String]
  /// The verdict on the pair as it is now, or would be.
  public let verdict: Verdict

  /// A Boolean value that indicates whether the pair is a Live Photo now; if not, nothing was written.
  public var isLivePhoto: Bool { verdict.isLivePhoto }

  /// The rules that would still fail, as they could not be mended.
  public var unmended: [RuleResult] { verdict.failures }

  /// Writes the keys that the command's `--json` documents.
  /// - Throws: What the encoder throws.
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
