import ByteCoding
import CLinux
import Glibc

/// Looks for shared objects where the loader does, and loads none: what is loaded stays, and costs memory and time.
///
/// What it says can still turn out wrong, such as for a library of another version: only loading it tells.
struct LibrarySearch {
  private let folders: [String]
  private let cache: [String: String]
  /// The names that have been looked for, so that each is once.
  private var known: [String: Bool] = [:]

  /// Creates a search as things are now.
  init() {
    folders = Self.loaderFolders()
    cache = Self.cachedPaths()
  }

  /// Tells whether a library, such as `libheif.so.1`, and all that it needs are there.
  mutating func finds(_ name: String, from others: [String] = []) -> Bool {
    if let known = known[name] { return known }
    // Libraries may need each other.
    known[name] = true
    let isThere = Self.isLoaded(name) || isWhole(name, others)
    known[name] = isThere
    return isThere
  }

  private mutating func isWhole(_ name: String, _ others: [String]) -> Bool {
    let paths =
      name.contains("/") ? [name] : (others + folders).map { "\($0)/\(name)" } + [cache[name]].compactMap(\.self)
    // The first file of that name counts, whatever it is.
    guard let path = paths.first(where: { access($0, F_OK) == 0 }), let object = SharedObject(path: path) else {
      return false
    }
    return object.needed.allSatisfy { finds($0, from: object.folders) }
  }

  private static func isLoaded(_ name: String) -> Bool {
    guard let handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD) else { return false }
    dlclose(handle)
    return true
  }

  /// Returns the folders in which the loader looks: `LD_LIBRARY_PATH` as it was at the start, the program's own
  /// folders, the system's.
  private static func loaderFolders() -> [String] {
    guard let program = dlopen(nil, RTLD_LAZY) else { return [] }
    defer { dlclose(program) }
    let room = 1 << 16
    // As many bytes are counted as have been written.
    let joined = [UInt8](unsafeUninitializedCapacity: room) { bytes, count in
      count = Int(clinux_loader_folders(program, bytes.baseAddress, UInt(room)))
    }
    return joined.split(separator: UInt8(ascii: ":")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the paths that `ldconfig` has found, by name: its own form of file, in order of preference.
  private static func cachedPaths() -> [String: String] {
    let magic = "glibc-ld.so.cache1.1"
    // A machine without one has its libraries in the folders.
    guard let file = try? Descriptor(opening: "/etc/ld.so.cache", O_RDONLY), let bytes = try? file.readToEnd() else {
      return [:]
    }
    var reader = ByteReader(bytes)
    guard reader.ascii(magic.utf8.count) == magic else { return [:] }
    let count = reader.u32(.little)
    reader.skip(24)
    var paths: [String: String] = [:]
    for _ in 0..<count where reader.remaining >= 24 {
      reader.skip(4)
      let (name, path) = (reader.u32(.little), reader.u32(.little))
      reader.skip(12)
      if let name = text(bytes, name), paths[name] == nil { paths[name] = text(bytes, path) }
    }
    return paths
  }

  private static func text(_ bytes: [UInt8], _ offset: UInt32) -> String? {
    guard Int(offset) < bytes.count else { return nil }
    return String(decoding: bytes[Int(offset)...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
