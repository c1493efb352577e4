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
