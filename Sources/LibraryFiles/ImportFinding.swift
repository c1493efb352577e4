/// What became of a file, or of the two of a Live Photo, that were to be imported, and why.
public struct ImportFinding: Sendable, Hashable, Encodable {
  /// What became of the files.
  public enum Outcome: String, Sendable, Hashable, Encodable, CaseIterable {
    /// They are a new asset.
    case added
    /// The library has an asset with the same bytes, or another of the files that were given has them.
    case duplicate
    /// The library has an asset with the same bytes, of which a file was gone or damaged and has been put back.
    case mended
    /// The library has had an asset with the same bytes in its trash, and has it again.
    case restored
    /// They are nothing that a library takes, such as a text, and lie in a folder.
    case leftOut
    /// It is a link in a folder, a pipe, or a device: nothing that has bytes of its own.
    case skipped
    /// They are damaged, cannot be read, or were named and are nothing that a library takes.
    case failed
  }

  /// What an asset is.
  public enum Kind: String, Sendable, Hashable, Encodable {
    /// A still and its movie.
    case livePhoto
    /// A still alone.
    case photo
    /// A movie alone.
    case video
  }

  /// What became of them.
  public let outcome: Outcome
  /// The files that were given, a still before its movie.
  public let files: [String]
  /// The asset's local identifier: the new one's, or that of the one that was there.
  public let asset: String?
  /// What the asset is.
  public let kind: Kind?
  /// The evidence by which two files were joined or a file stands alone, or what is wrong.
  public let reason: String
  /// What was changed in the files, in sentences.
  public let changes: [String]

  /// The finding for people; none for what no library takes, which is counted.
  public var lines: [String] {
    if outcome == .leftOut { return [] }
    let mark = outcome.rawValue + String(repeating: " ", count: max(1, 11 - outcome.rawValue.utf8.count))
    let name: String =
      switch kind {
      case .livePhoto: "Live Photo, "
      case .photo: "photo, "
      case .video: "video, "
      case nil: ""
      }
    return [mark + files.joined(separator: " + ") + ": " + name + reason]
      + changes.map { String(repeating: " ", count: 11) + $0 }
  }
}

/// How many files came to what.
public struct ImportReport: Sendable, Hashable {
  /// How many findings there are of each outcome.
  public internal(set) var counts: [ImportFinding.Outcome: Int] = [:]
  /// How many of the new assets are Live Photos.
  public internal(set) var livePhotos = 0
  /// How many pairs and files earlier runs of the same import have brought in, by its journal; they are in no other count.
  public internal(set) var doneBefore = 0
  /// The number of names in folders that begin with a dot: those files are passed over, and are in no other count.
  public internal(set) var hidden = 0

  /// How many findings there are of an outcome.
  public func count(_ outcome: ImportFinding.Outcome) -> Int { counts[outcome] ?? 0 }

  /// The sum for people, on one line.
  public var line: String {
    let others: [(Int, String)] = [
      (count(.mended), "mended"), (count(.restored), "taken out of the trash"), (count(.skipped), "skipped"),
      (hidden, "hidden and passed over"), (doneBefore, "done before"),
    ]
    return "\(count(.added)) added, \(livePhotos) of them Live Photos; \(count(.duplicate)) there already, "
      + "\(count(.leftOut)) left out, \(count(.failed)) failed"
      + others.filter { $0.0 > 0 }.map { "; \($0.0) \($0.1)" }.joined()
  }
}
