/// The outcome of importing one file, or the two of a Live Photo, with its reason.
public struct ImportFinding: Sendable, Hashable, Encodable {
  /// The outcomes of an import for the files that were given.
  public enum Outcome: String, Sendable, Hashable, Encodable, CaseIterable {
    /// The files are a new asset.
    case added
    /// The library has an asset with the same bytes, or another of the files that were given has them.
    case duplicate
    /// The file is one half of a Live Photo, and the library has had the other as an asset of its own: that asset is
    /// the Live Photo now.
    case joined
    /// The library has an asset with the same bytes, of which a file was gone or damaged and has been put back.
    case mended
    /// The library has had an asset with the same bytes in its trash, and has it again.
    case restored
    /// Takeout's JSON has told an asset that was there what it lacked: its date, its place, or that it is a favourite.
    case described
    /// The files are nothing that a library takes, such as a text, and lie in a folder.
    case leftOut
    /// The path is a link in a folder, a pipe, or a device: nothing that has bytes of its own.
    case skipped
    /// The files are damaged, cannot be read, are pictures, movies or archives of kinds that a library does not take,
    /// or were named and are nothing of the sort.
    case failed
  }

  /// The kinds of assets.
  public enum Kind: String, Sendable, Hashable, Encodable {
    /// A still and its movie.
    case livePhoto
    /// A still alone.
    case photo
    /// A movie alone.
    case video
  }

  /// The outcome for the files.
  public let outcome: Outcome
  /// The files that were given, a still before its movie.
  public let files: [String]
  /// The asset's local identifier: the new one's, or that of the one that was there.
  public let asset: String?
  /// The kind of the asset; `nil` when the files make none.
  public let kind: Kind?
  /// The evidence by which two files were joined or a file stands alone, or what is wrong.
  public let reason: String
  /// The changes that were made in the files, in sentences.
  public let changes: [String]

  /// The finding for people; none for what no library takes, which is counted.
  public var lines: [String] { outcome == .leftOut ? [] : allLines }

  /// The finding for people, whatever it is.
  public var allLines: [String] {
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

/// The counts of an import's outcomes.
public struct ImportReport: Sendable, Hashable {
  /// The number of findings of each outcome.
  public internal(set) var counts: [ImportFinding.Outcome: Int] = [:]
  /// The number of Live Photos among the new assets.
  public internal(set) var livePhotos = 0
  /// The number of pairs and files that earlier runs of the same import have brought in, by its journal; they are in no
  /// other count.
  public internal(set) var doneBefore = 0
  /// The number of names in folders that begin with a dot: those files are passed over, and are in no other count.
  public internal(set) var hidden = 0

  /// The number of pairs and files that the library has taken, and of which something is damaged.
  public internal(set) var damaged = 0

  /// The number of files in which phones describe edits of photos that are not beside them, among those left out.
  public internal(set) var descriptions = 0

  /// The number of files of Takeout's JSON, among those left out, that tell of photos which neither lie beside them nor
  /// are in the library.
  public internal(set) var sidecars = 0

  /// The number of files that the import has told of.
  var fileCount = 0
  /// The number of files that the import has not come to, as it ended early.
  public internal(set) var notLookedAt = 0

  /// Returns the number of findings of an outcome.
  public func count(_ outcome: ImportFinding.Outcome) -> Int { counts[outcome] ?? 0 }

  /// The sum for people, on one line.
  public var line: String {
    let others: [(Int, String)] = [
      (descriptions, "of those left out tell of edits (.AAE) and lack their photos: import both together"),
      (sidecars, "of those left out are Takeout's JSON whose photos are not there: give all parts of the export"),
      (count(.described), "told their date, place or mark by Takeout's JSON"),
      (damaged, "damaged, as their lines say"), (count(.joined), "joined to its other half"),
      (count(.mended), "mended"),
      (count(.restored), "taken out of the trash"), (count(.skipped), "skipped"),
      (hidden, "hidden and passed over"), (doneBefore, "done before"),
      (notLookedAt, notLookedAt == 1 ? "file not looked at" : "files not looked at"),
    ]
    return "\(count(.added)) added, \(livePhotos) of them Live Photos; \(count(.duplicate)) there already, "
      + "\(count(.leftOut)) left out, \(count(.failed)) failed"
      + others.filter { $0.0 > 0 }.map { "; \($0.0) \($0.1)" }.joined()
      + (count(.added) > 0 ? ". No picture was decoded: library check --pictures finds damage inside." : "")
  }
}
