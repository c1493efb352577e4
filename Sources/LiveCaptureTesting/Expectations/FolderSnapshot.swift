import FoundationEssentials
import Glibc

/// The files in a folder at one moment, to find those that are later added, removed or changed.
///
/// ```
/// let before = try FolderSnapshot(folder)
/// …
/// let leaks = try before.changes(allowing: ["1.JPG", "1.MOV"])
/// #expect(leaks.passes)
/// ```
/// Files that begin with a dot are included: one that is left under a temporary name is a leak.
public struct FolderSnapshot: Sendable {
  private struct Entry: Hashable {
    let size: Int64
    let modifiedSeconds: Int
    let modifiedNanoseconds: Int
    let isFolder: Bool
  }

  /// The path of the folder whose files were noted.
  public let path: String
  private let entries: [String: Entry]

  /// Notes what is in a folder and its folders now.
  /// - Throws: What the file system says of a folder that cannot be listed.
  public init(_ path: String) throws {
    self.path = path
    entries = try Self.list(path)
  }

  /// The names of everything in the folder, from it, in order.
  public var names: [String] { entries.keys.sorted() }

  /// Returns how the folder has changed since the snapshot. `allowing` names what is to have come; that it has not is a
  /// problem, too.
  /// - Throws: What the file system says of a folder that cannot be listed.
  public func changes(allowing expected: Set<String> = []) throws -> FolderChanges {
    let now = try Self.list(path)
    let added = Set(now.keys).subtracting(entries.keys)
    let removed = Set(entries.keys).subtracting(now.keys)
    let changed = entries.filter { name, entry in !entry.isFolder && now[name].map { $0 != entry } ?? false }.map(\.key)
    return FolderChanges(
      path: path, added: added.sorted(), removed: removed.sorted(), changed: changed.sorted(),
      leaked: added.subtracting(expected).sorted(), missing: expected.subtracting(now.keys).sorted())
  }

  private static func list(_ path: String) throws -> [String: Entry] {
    var entries: [String: Entry] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      var facts = stat()
      // What goes while it is looked at is not there.
      guard lstat("\(path)/\(name)", &facts) == 0 else { continue }
      entries[name] = Entry(
        size: Int64(facts.st_size), modifiedSeconds: facts.st_mtim.tv_sec, modifiedNanoseconds: facts.st_mtim.tv_nsec,
        isFolder: facts.st_mode & S_IFMT == S_IFDIR)
    }
    return entries
  }
}

/// The files that have come, gone or changed in a folder since a snapshot.
public struct FolderChanges: ExpectationReport {
  /// The path of the folder that was compared.
  public let path: String
  /// The files that have come.
  public let added: [String]
  /// The files that have gone.
  public let removed: [String]
  /// The files that have other bytes or another date.
  public let changed: [String]
  /// The files that have come and were not to.
  public let leaked: [String]
  /// The files that were to come and have not.
  public let missing: [String]

  /// What a failed expectation names: `files in PATH`.
  public var subject: String { "files in \(path)" }
  /// The files that are left over, missing, gone or changed.
  public var problems: [String] {
    leaked.map { "\($0) was left over" } + missing.map { "\($0) is not there" } + removed.map { "\($0) has gone" }
      + changed.map { "\($0) has changed" }
  }
}
