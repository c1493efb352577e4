public import FileStorage

/// Work on Live Photos as files: putting them together, taking them apart, checking, mending and changing them.
///
/// Every operation is asynchronous, can be cancelled between any two portions of work, and tells its progress from
/// 0 to 1, never backwards. What it reads may be anything; what it writes appears complete under its final name, or
/// not at all, and never in place of a file that was there. The same files give the same bytes.
public struct LivePhotoFiles: Sendable {
  /// The store for finished files.
  public let store: any FileStore
  /// The source of given files.
  public let source: any FileSource
  /// The software that is written as a file's maker, where nothing else is known.
  public let software: String

  /// Operations that write to `store` what they make of files of `source`.
  public init(
    store: any FileStore = DiskFiles(), source: any FileSource = DiskFiles(), software: String = "livecam"
  ) {
    (self.store, self.source) = (store, source)
    self.software = software
  }
}
