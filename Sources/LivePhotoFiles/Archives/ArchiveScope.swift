import ByteCoding
import MediaCore
import SystemCalls

/// The choice of folders, below those that are named, that a run over an archive looks at.
public enum ArchiveScope: Sendable {
  /// All of them.
  case all
  /// The given folders alone, without the folders in them. Other runs look at the rest of the archive.
  case folders([String])

  /// Indicates whether folders in folders are looked at.
  var goesDeeper: Bool { if case .all = self { true } else { false } }

  /// A text that distinguishes the scope from others: a journal belongs to one scope.
  package var subject: [String] {
    guard case .folders(let folders) = self else { return [] }
    // What lies in memory can always be read.
    let number = try? ContentIdentity.identifier(of: folders.map { ArrayBytes($0.systemBytes, name: $0) })
    return ["\(folders.count) folders (\(number?.uuidString ?? ""))"]
  }
}
