import ByteCoding
import FileStorage
import PhotoLibrary

/// Files of an asset under the names that they came with: what is said of them names no places inside the library.
struct AssetFiles: FileSource {
  private let files: any FileSource
  private let places: [String: String]

  init(_ resources: [AssetResource], in files: any FileSource) {
    self.files = files
    places = Dictionary(resources.map { ($0.originalFilename, $0.path) }) { first, _ in first }
  }

  func open(_ path: String) throws(FileStoreError) -> FileBytes {
    do throws(FileStoreError) {
      let bytes = try files.open(places[path] ?? path)
      // All of a file always lies within it.
      guard let named = try? bytes.slice(0..<bytes.count, name: path) else { return bytes }
      return .init(named, modificationNanoseconds: bytes.modificationNanoseconds)
    } catch {
      throw FileStoreError(
        error.code, path: path, operation: error.operation, message: error.message, underlying: error.underlying)
    }
  }

  func exists(_ path: String) -> Bool { files.exists(places[path] ?? path) }

  func kind(of path: String) throws(FileStoreError) -> PathKind { try files.kind(of: places[path] ?? path) }

  func names(in folder: String) -> [String] { [] }
}
