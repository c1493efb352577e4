/// Which of the folders below those that are named a run over an archive looks at.
public enum ArchiveScope: Sendable {
  /// All of them.
  case all
  /// These alone, and none in them. What lies in others of the archive is known to be looked at by other runs.
  case folders([String])
}
