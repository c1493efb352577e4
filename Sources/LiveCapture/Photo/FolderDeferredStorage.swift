import ByteCoding
public import FileStorage
public import MediaCore

/// Keeps the sources of stills that are finished later as files in a folder.
public struct FolderDeferredStorage: DeferredPhotoStorage {
  /// The file name extension of sources that wait for their still.
  public static let fileExtension = "livecam-deferred"
  private static let suffix = "." + fileExtension
  private let folder: String
  private let files: any FileStore
  private let tree: any FileTree
  private let naming: @Sendable (CaptureID) -> String?

  /// Creates a storage in a folder, which must exist and be writable. Files are made by `files`, read and removed by
  /// `tree`;
  /// `naming` may give what is stored of a capture a name of its own.
  public init(
    folder: String, files: any FileStore = DiskFiles(), tree: any FileTree = DiskFiles(),
    naming: @escaping @Sendable (CaptureID) -> String? = { _ in nil }
  ) {
    (self.folder, self.files, self.tree, self.naming) = (folder, files, tree, naming)
  }

  /// The names of what is kept, by name.
  /// - Throws: `FileStoreError` when the folder cannot be read.
  public func names() throws -> [String] {
    // Stores only make files; what is there is the tree's to tell.
    try tree.names(in: folder).filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.suffix.count)) }.sorted()
  }

  /// Keeps bytes of a capture under a name.
  /// - Throws: `FileStoreError`.
  public func store(_ bytes: [UInt8], of capture: CaptureID, as name: String) throws {
    try files.create(path(naming(capture) ?? name), bytes)
  }

  /// Returns the bytes under a name.
  /// - Throws: `FileStoreError` or `ByteError`.
  public func load(_ name: String) throws -> [UInt8] {
    let file = try tree.open(path(name))
    return try file.bytes(0..<file.count)
  }

  /// Forgets a name.
  /// - Throws: `FileStoreError` when the file cannot be removed.
  public func remove(_ name: String) throws { try tree.remove(path(name)) }

  private func path(_ name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }
}
