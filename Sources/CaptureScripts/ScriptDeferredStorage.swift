import FileStorage
import LiveCapture
import MediaCore
import Simulator

/// The storage of the sources of stills that are finished later: in the script's folder, with its disk's faults.
struct ScriptDeferredStorage: DeferredPhotoStorage {
  private struct Missing: Error { let name: String }
  private static let suffix = "." + FolderDeferredStorage.fileExtension
  let files: ScriptStore

  private var folder: FolderDeferredStorage {
    FolderDeferredStorage(folder: files.folder.isEmpty ? "." : String(files.folder.dropLast()), files: files.disk)
  }

  func names() throws -> [String] {
    guard let memory = files.memory else { return try folder.names() }
    return memory.files.keys.filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }
      .sorted()
  }

  func store(_ bytes: [UInt8], of capture: CaptureID, as name: String) throws {
    guard files.memory != nil else { return try folder.store(bytes, of: capture, as: name) }
    try files.disk.create(name + Self.suffix, bytes)
  }

  func load(_ name: String) throws -> [UInt8] {
    guard let memory = files.memory else { return try folder.load(name) }
    guard let bytes = memory.files[name + Self.suffix] else { throw Missing(name: name) }
    return bytes
  }

  func remove(_ name: String) throws {
    let count = (try? load(name).count) ?? 0  // what is not to be read takes no room that is known
    if let memory = files.memory { memory.remove(name + Self.suffix) } else { try folder.remove(name) }
    files.disk.didRemove(bytes: count)
  }
}
