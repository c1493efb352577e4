/// Folders in which stills and movies are to be brought together.
public struct PairingRequest: Sendable {
  /// The folders; all below them is looked at.
  public var folders: [String]
  /// A folder for the result, which must be empty or not there; `nil` for telling what would be done.
  public var output: String?
  /// A Boolean value that indicates whether pairs that lack nothing but names are renamed where they lie, and
  /// everything else stays; without an output.
  public var isInPlace = false
  /// A Boolean value that indicates whether files are really renamed in place, or the new names are only reported.
  public var renames = true
  /// A Boolean value that indicates whether pairs of one identifier are looked at, and mended where a Live Photo would
  /// lack something. Otherwise they stay as they are, byte for byte, and no picture of theirs is decoded.
  public var mendsIdentifiedPairs = true
  /// Indicates whether a library takes the written files, none of which exists yet: edited forms are reported behind
  /// their originals, by ``PairingFinding/editOf``, and keep their identifiers; links are not followed; folders may
  /// have any names.
  package var isForLibrary = false
  /// The number of files, and then pairs, that are worked on at the same time; what comes of them is the same.
  public var jobs = 1

  /// A request to pair what lies in folders.
  public init(folders: [String], output: String?) {
    self.folders = folders
    self.output = output
  }
}

/// A finding about what was done with one file, or with the two of a pair, and why.
public struct PairingFinding: Sendable, Hashable, Encodable {
  /// The fate of the files.
  public enum Outcome: String, Sendable, Hashable, Encodable, CaseIterable {
    /// A Live Photo.
    case pair
    /// A Motion Photo again, of which still and video were two files.
    case motionPhoto
    /// Nothing, since the same bytes are written as another pair, or are in a Motion Photo.
    case copy
    /// They are copied as they are.
    case kept
    /// They are copied as they are, though they may belong together with others.
    case doubt
    /// They are no files of their kind, and copied as they are if they can be read.
    case broken
  }

  /// The fate of the files.
  public let outcome: Outcome
  /// The files that were given: a still before its movie.
  public let files: [String]
  /// The files that were written, or would be; in place, the names that `files` have now, in the same order.
  public let written: [String]
  /// The evidence for it.
  public let reason: String
  /// The changes of the files, in sentences.
  public let changes: [String]
  /// The words of Google Takeout on them, of a file of JSON beside one of them; `nil` where there is none.
  package internal(set) var sidecar: TakeoutSidecar?
  /// Indicates whether this is such a file of JSON, beside a picture or movie that is there.
  package internal(set) var isSidecar = false
  /// Indicates whether the path has no bytes of its own: a link, a pipe, a device, or a folder that was looked into by
  /// another path.
  package internal(set) var isSkipped = false
  /// Indicates whether the files are stored already where they would go.
  package internal(set) var isStored = false
  /// The first file of what this is an edited form of, which was told before; `nil` for what stands for itself.
  package internal(set) var editOf: String?
  /// The name of a still's movie that is broken, and so left out of it.
  package internal(set) var brokenMovie: String?
  /// The versions of `files` when they were first looked at, if they were requested.
  package internal(set) var versions: [FileVersion] = []

  private enum CodingKeys: CodingKey { case outcome, files, written, reason, changes }

  /// The finding for people.
  public var lines: [String] {
    let mark = outcome.rawValue + String(repeating: " ", count: 12 - outcome.rawValue.utf8.count)
    // Copies that keep their name are the rule.
    let isTold = outcome == .pair || outcome == .motionPhoto
    let names = isTold && written != files ? " → " + written.joined(separator: " + ") : ""
    return [mark + files.joined(separator: " + ") + names + ": " + reason]
      + changes.map { String(repeating: " ", count: 12) + $0 }
  }
}

/// The numbers of files by what they came to.
public struct PairingReport: Sendable, Encodable {
  /// The number of findings of each outcome; none for those that there are none of.
  public internal(set) var counts: [PairingFinding.Outcome: Int] = [:]
  /// The number of pairs that were not Live Photos before: changed, or named otherwise.
  public internal(set) var changedPairs = 0
  /// The number of names that begin with a dot: those files are passed over.
  public internal(set) var hiddenCount = 0
  /// The number of findings that earlier runs of the same work have told, by its journal; they are in no other count.
  public internal(set) var doneBefore = 0

  /// A Boolean value that indicates whether nothing is in doubt, and every file could be read.
  public var isClear: Bool { counts[.doubt] == nil && counts[.broken] == nil }

  /// Writes the keys that the command's `--json` documents.
  public func encode(to encoder: any Encoder) throws {
    var object: JSONObject = [
      "isClear": isClear, "changedPairs": changedPairs, "hidden": hiddenCount, "doneBefore": doneBefore,
    ]
    for outcome in PairingFinding.Outcome.allCases { object[outcome.rawValue] = counts[outcome] ?? 0 }
    try object.encode(to: encoder)
  }

  /// The sum for people.
  public var lines: [String] {
    func count(_ outcome: PairingFinding.Outcome) -> Int { counts[outcome] ?? 0 }
    let sum =
      "\(count(.pair).named("pair")), \(changedPairs) of them changed; "
      + "\(count(.motionPhoto).named("Motion Photo")) put together; "
      + "\(count(.copy)) \(count(.copy) == 1 ? "copy" : "copies") left out; \(count(.kept).named("file")) kept, "
      + "\(count(.doubt)) in doubt, "
      + "\(count(.broken)) broken"
    return [sum] + (doneBefore == 0 ? [] : ["\(doneBefore) pairs and files done before"])
      + (hiddenCount == 0 ? [] : ["names that begin with a dot, passed over: \(hiddenCount)"])
  }
}
