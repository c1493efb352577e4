/// The folders below some paths, one after another: what lies in each, and what keeps one from being looked at.
///
/// A folder comes before those in it, and names are sorted. The walk keeps the paths of folders that it has still to
/// enter and the numbers of those that it has been in, so that each is entered once, however many paths and links lead
/// there. Names that begin with a dot are counted only.
package struct FolderWalk: Sequence, IteratorProtocol {
  /// An entry of a folder, other than further folders that the walk enters.
  package struct Entry: Sendable {
    /// The kind of an entry.
    package enum Kind: Sendable {
      case file
      /// A folder that is left whole.
      case leaf
      /// A link to something that the walk meets at that other path.
      case link(to: String)
      /// A link, in a walk that follows none; `nil` for one that leads nowhere.
      case unfollowed(to: String?)
      /// A folder that the walk has been in, by another path.
      case known
      /// A pipe, a device or a socket.
      case special
      /// An entry that cannot be looked at, such as a link to nowhere.
      case lost(FileStoreError)
    }

    /// Its path, beginning with the one that the walk was given.
    package let path: String
    /// The kind of the entry.
    package let kind: Kind
  }

  /// One folder.
  package struct Folder: Sendable {
    /// Its path.
    package let path: String
    /// The entries of the folder, sorted by name.
    package fileprivate(set) var entries: [Entry] = []
    /// The number of names in the folder that begin with a dot.
    package fileprivate(set) var hiddenCount = 0
    /// The error that kept the folder from being listed.
    package fileprivate(set) var error: FileStoreError?

    /// Indicates whether the walk has been in the folder by another path, so that its entries are not told again.
    package var isKnown: Bool {
      if case .known? = entries.first?.kind { entries.first?.path == path } else { false }
    }
  }

  private struct Number: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private let files: any FileSource
  private let followsLinks: Bool
  private let isLeaf: @Sendable (String) -> Bool
  private var waiting: [String] = []
  /// Indicates whether folders in folders are entered.
  private var goesDeeper = true
  /// Folders that were entered, and things outside of the given folders that links led to.
  private var seen: Set<Number> = []
  /// The real paths of the given folders, and of those that links lead to.
  private var roots: [String] = []

  /// Creates a walk that has nowhere to go yet. Folders for which `isLeaf` holds, by their path, are not entered.
  /// Without
  /// `followsLinks`, links in folders are told of and lead nowhere; the folders that the walk is given may be links.
  package init(of files: any FileSource, followsLinks: Bool = true, isLeaf: @escaping @Sendable (String) -> Bool) {
    (self.files, self.followsLinks, self.isLeaf) = (files, followsLinks, isLeaf)
  }

  /// Adds folders and all below them to the walk, after those that it knows of.
  package mutating func enter(_ folders: [String]) {
    waiting.insert(contentsOf: folders.reversed(), at: 0)
    roots += folders.compactMap { files.place(of: $0)?.path }
  }

  /// Adds some of the folders that lie below `roots` to the walk, and none in them. Links to what lies below `roots`
  /// are known as such.
  package mutating func enter(only folders: [String], below roots: [String]) {
    goesDeeper = false
    waiting = folders.reversed()
    self.roots += roots.compactMap { files.place(of: $0)?.path }
  }

  /// The next folder, or `nil` when there are no more.
  package mutating func next() -> Folder? {
    guard let path = waiting.popLast() else { return nil }
    var folder = Folder(path: path)
    // Several of the given paths, or a link and a mount, may lead to it.
    guard isNew(files.place(of: path)) else {
      folder.entries = [Entry(path: path, kind: .known)]
      return folder
    }
    var names: [String]
    do throws(FileStoreError) { names = try files.names(in: path) } catch {
      folder.error = error
      return folder
    }
    folder.hiddenCount = names.count
    names.removeAll(where: Self.isHidden)
    folder.hiddenCount -= names.count
    names.sort()
    var below: [String] = []
    for name in names {
      let child = path.utf8.last == UInt8(ascii: "/") ? path + name : path + "/" + name
      if let kind = kind(of: child) {
        folder.entries.append(Entry(path: child, kind: kind))
      } else {
        below.append(child)
      }
    }
    if goesDeeper { waiting += below.reversed() }
    return folder
  }

  /// Returns the kind of what lies at a path; `nil` for a folder to be entered.
  private mutating func kind(of path: String) -> Entry.Kind? {
    if !followsLinks, files.isLink(path) { return .unfollowed(to: files.place(of: path)?.path) }
    let kind: PathKind
    do throws(FileStoreError) { kind = try files.kind(of: path) } catch { return .lost(error) }
    if kind == .other { return .special }
    guard files.isLink(path), let place = files.place(of: path) else {
      return kind == .file ? .file : isLeaf(path) ? .leaf : nil
    }
    if isMetAnyway(place.path) { return .link(to: place.path) }
    if kind == .folder, !isLeaf(path) {
      roots.append(place.path)
      return nil
    }
    guard isNew(place) else { return .link(to: place.path) }
    return kind == .file ? .file : .leaf
  }

  /// Tells whether a walk through the folders that it was given has met, or will meet, what lies at a path from the
  /// root on without links.
  package func meets(_ path: String) -> Bool { goesDeeper && isMetAnyway(path) }

  /// Tells whether the walk meets a place by its own path, too: below a given folder, and by no name that is passed
  /// over.
  private func isMetAnyway(_ path: String) -> Bool {
    roots.contains { root in
      if path == root { return true }
      let start = root == "/" ? root : root + "/"
      guard path.utf8.starts(with: start.utf8) else { return false }
      let parts = path.unicodeScalars.dropFirst(start.unicodeScalars.count).split(separator: "/").map { String($0) }
      // What lies in a folder that is left whole is met as a part of it alone.
      return !parts.contains(where: Self.isHidden) && !parts.dropLast().contains(where: isLeaf)
    }
  }

  // By characters, a dot and an accent on it would be another than a dot.
  private static func isHidden(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ".") }

  /// Remembers a place; `false` if it is known.
  private mutating func isNew(_ place: FilePlace?) -> Bool {
    guard let place else { return true }
    return seen.insert(Number(device: place.device, inode: place.inode)).inserted
  }
}
