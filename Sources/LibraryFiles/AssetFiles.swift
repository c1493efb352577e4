import ByteCoding
import FileStorage
import PhotoLibrary

/// Files of an asset under the names that they came with: what is said of them names no places inside the library.
struct AssetFiles: FileSource {
  private let files: any FileTree
  private let places: [String: String]
  private let names: [String: String]

  init(_ resources: [AssetResource], in files: any FileTree) {
    self.files = files
    let counts = Dictionary(grouping: resources, by: \.originalFilename).mapValues(\.count)
    // Two of one name need further ones, and the places inside the library are.
    let pairs = resources.map {
      (name: counts[$0.originalFilename] == 1 ? $0.originalFilename : $0.path, path: $0.path)
    }
    places = Dictionary(pairs.map { ($0.name, $0.path) }) { first, _ in first }
    names = Dictionary(pairs.map { ($0.path, $0.name) }) { first, _ in first }
  }

  /// Returns the name by which a file is opened here: that with which it came, unless another one has it, too.
  func name(of resource: AssetResource) -> String { names[resource.path] ?? resource.path }

  func open(_ path: String) throws(FileStoreError) -> FileBytes {
    do throws(FileStoreError) {
      let bytes = try files.openOwn(places[path] ?? path)
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
