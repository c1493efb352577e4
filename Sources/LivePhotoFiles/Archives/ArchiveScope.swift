import ByteCoding
import MediaCore
import SystemCalls

/// The choice of folders, below those that are named, that a run over an archive looks at.
public enum ArchiveScope: Sendable {
  /// All of them.
  case all
  /// These alone, and none in them. What lies in others of the archive is known to be looked at by other runs.
  case folders([String])

  /// What tells it apart from others: a journal belongs to one.
  package var subject: [String] {
    guard case .folders(let folders) = self else { return [] }
    // What lies in memory can always be read.
    let number = try? ContentIdentity.identifier(of: folders.map { ArrayBytes($0.systemBytes, name: $0) })
    return ["\(folders.count) folders (\(number?.uuidString ?? ""))"]
  }
}
