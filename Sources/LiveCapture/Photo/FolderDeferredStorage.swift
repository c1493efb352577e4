import ByteCoding
public import FileStorage

/// Keeps the sources of stills that are finished later as files in a folder.
public struct FolderDeferredStorage: DeferredPhotoStorage {
  private static let suffix = ".livecam-deferred"
  private let folder: String
  private let files: any FileStore

  /// A storage in a folder, which must exist and be writable.
  public init(folder: String, files: any FileStore = DiskFiles()) {
    self.folder = folder
    self.files = files
  }

  /// The names of what is kept, by name.
  /// - Throws: `FileStoreError` when the folder cannot be read.
  public func names() throws -> [String] {
    // Stores only make files; what is there is the disk's to tell.
    try DiskFiles().listing(of: folder).filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.suffix.count)) }.sorted()
  }

  /// Keeps bytes under a name.
  /// - Throws: `FileStoreError`.
  public func store(_ bytes: [UInt8], as name: String) throws {
    try files.create(path(name)) { write in try bytes.withUnsafeBytes(write) }
  }

  /// The bytes under a name.
  /// - Throws: `FileStoreError` or `ByteError`.
  public func load(_ name: String) throws -> [UInt8] {
    let file = try FileBytes(path(name))
    return try file.bytes(0..<file.count)
  }

  /// Forgets a name.
  /// - Throws: `FileStoreError` when the file cannot be removed.
  public func remove(_ name: String) throws { try DiskFiles().remove(path(name)) }

  private func path(_ name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }
}
