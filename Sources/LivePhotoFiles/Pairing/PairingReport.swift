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
  /// - Throws: What the encoder throws.
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
