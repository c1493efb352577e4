/// The comparison of a file's SHA-256 with what a list of checksums says of it.
public struct FileChecksum: Sendable, Hashable, Codable {
  /// The outcome of a comparison.
  public enum State: String, Sendable, Codable {
    /// The file is as it was when its checksum was noted.
    case same
    /// The file has other bytes.
    case changed
    /// The list has no checksum of the file: it gets this one.
    case added
    /// The list has neither the file nor its bytes, and a file of the same name in a folder of the same name is gone.
    case namesake
    /// The file is not there any more.
    case missing
    /// The file is not there any more, and another one that the list names has its bytes.
    case moved
    /// The file cannot be read to its end.
    case unreadable
    /// The list has no checksum of the file, and gets none, as something of the file is damaged.
    case withheld
  }

  /// The path of the file.
  public let path: String
  /// The outcome.
  public let state: State
  /// The file's checksum in hexadecimal digits; `nil` if it cannot be read, and if it is withheld.
  public let sha256: String?
  /// The name of another file that the list has: of an added file one with its bytes that is gone, of a changed one the
  /// file that had its bytes, of a namesake the file that is gone, of a moved one the file that has its bytes now.
  /// Otherwise `nil`.
  public var other: String?

  /// Indicates whether the file is not what it was.
  var isProblem: Bool { [.changed, .namesake, .missing, .unreadable].contains(state) }
  /// Indicates whether the file has the bytes of one that is gone.
  var isMoved: Bool { state == .added && other != nil }
}

/// The comparisons of a run with a list of checksums, in numbers.
public struct ChecksumCounts: Sendable, Hashable, Codable {
  /// Files of which the list had a checksum.
  public internal(set) var compared = 0
  /// Files of which it had none, and gets one.
  public internal(set) var added = 0
  /// Files that were compared, and have other bytes.
  public internal(set) var changed = 0
  /// Files that are not there any more.
  public internal(set) var missing = 0
  /// Files that are not there any more, and whose bytes another one has.
  public internal(set) var moved = 0
  /// Files of which it had none, and gets none, as something of them is damaged.
  public internal(set) var withheld = 0
  /// Lines of the list about files that were not asked for.
  public internal(set) var elsewhere = 0

  /// No comparisons.
  init() {}

  /// Reads the numbers that a report holds; those of earlier versions have no `withheld`.
  /// - Throws: What the decoder throws.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    compared = try values.decode(Int.self, forKey: .compared)
    added = try values.decode(Int.self, forKey: .added)
    changed = try values.decode(Int.self, forKey: .changed)
    missing = try values.decode(Int.self, forKey: .missing)
    moved = try values.decode(Int.self, forKey: .moved)
    withheld = try values.decodeIfPresent(Int.self, forKey: .withheld) ?? 0
    elsewhere = try values.decode(Int.self, forKey: .elsewhere)
  }

  mutating func add(_ checksum: FileChecksum) {
    switch checksum.state {
    case .same: compared += 1
    case .changed, .namesake:
      compared += 1
      changed += 1
    case .added where checksum.isMoved: moved += 1
    case .added: added += 1
    case .moved: moved += 1
    case .missing: missing += 1
    case .withheld: withheld += 1
    case .unreadable: break
    }
  }

  /// The numbers for people.
  var text: String {
    "checksums: \(compared) compared, \(added) added, \(changed) changed, \(missing) missing"
      + (withheld > 0 ? ", \(withheld) not added, as they are damaged" : "")
      + (moved > 0 ? ", \(moved) moved" : "") + (elsewhere > 0 ? ", \(elsewhere) of other files" : "")
  }
}
