import ByteCoding
public import FileStorage
import Hashing
public import MediaCore
import SystemCalls

/// The checksums of files that a file holds, in the format of coreutils' `sha256sum`.
///
/// Of each line are kept a number that stands for its name, and its place: an archive has very many. What else it says
/// is read again when it is asked for.
public struct ChecksumList: Sendable {
  private struct Entry {
    let file: Int
    let place: Int
  }

  /// No system takes paths of so many bytes.
  private static let longestLine = 1 << 16
  /// The most lines about one file: all of them are read each time that it is met.
  private static let mostLines = 1000

  /// The number of checksums.
  public var count: Int { entries.count }
  /// The list's name in messages.
  var name: String { source.name }
  let whole: WholePath
  private let source: any ByteSource
  /// The lines, by the numbers of their files.
  private let entries: [Entry]
  /// The lines, by the numbers of their checksums.
  private let bySum: [Entry]
  /// The lines, by the numbers of the ends of their files' paths.
  private let byEnd: [Entry]
  /// The most lines with one checksum that are read.
  private static let mostNames = 16

  /// Reads the list that a file holds.
  /// - Parameters:
  ///   - file: The file, which must not change while the list is used; `nil` for a list without checksums.
  ///   - folder: The folder, from the root on and without links, from which the paths go that are not whole: those in
  ///     the list, and those of the files that are compared with it.
  /// - Throws: ``LivePhotoError`` with `.malformed` for what is no such list, and with `.unreadable`.
  public init(_ file: FileBytes?, from folder: String) throws(LivePhotoError) {
    if let file { source = file } else { source = ArrayBytes([]) }
    whole = WholePath(from: folder.systemBytes)
    var (entries, bySum, byEnd) = ([Entry](), [Entry](), [Entry]())
    var lines = Self.lines(of: source)
    while let (line, place) = try Self.next(in: &lines) {
      bySum.append(Entry(file: WholePath.number(of: line.sum[...]), place: place))
      let form = whole.form(of: line.name)
      entries.append(Entry(file: WholePath.number(of: form[...]), place: place))
      byEnd.append(Entry(file: WholePath.number(of: Self.end(of: form)), place: place))
    }
    entries.sort { ($0.file, $0.place) < ($1.file, $1.place) }
    let most = Self.mostLines
    if let index = entries.indices.dropFirst(most).first(where: { entries[$0 - most].file == entries[$0].file }) {
      lines = Self.lines(of: source)
      lines.skip(to: entries[index].place)
      let name = try Self.next(in: &lines)?.line.name ?? []
      throw LivePhotoError(
        .malformed, context: source.name,
        message: "It has more than \(most) lines about '\(String(systemPath: name))'. Remove all but the last of them.")
    }
    self.entries = entries
    self.bySum = bySum.sorted { ($0.file, $0.place) < ($1.file, $1.place) }
    self.byEnd = byEnd.sorted { ($0.file, $0.place) < ($1.file, $1.place) }
  }

  /// The lines of the list, to be read by ``next(in:)``.
  var lines: SourceLines { Self.lines(of: source) }

  /// The lines of a list in a source.
  static func lines(of source: any ByteSource) -> SourceLines {
    SourceLines(
      source, longest: longestLine, advice: "Name a list that 'livecam verify --checksums' or 'sha256sum' has written.")
  }

  /// The next line with a checksum, and where it begins; `nil` at the end.
  /// - Throws: ``LivePhotoError`` with `.malformed` or `.unreadable`.
  static func next(in lines: inout SourceLines) throws(LivePhotoError) -> (line: ChecksumLine, place: Int)? {
    while true {
      let place = lines.position
      guard let bytes = try lines.nextOrRest() else { return nil }
      if ChecksumLine.isNone(bytes) { continue }
      guard let line = ChecksumLine(bytes) else { throw lines.malformed("is no checksum of SHA-256 with a name") }
      return (line, place)
    }
  }

  /// Returns the places of the lines about a file, among all lines; the path has the form of ``WholePath``.
  func indices(of form: [UInt8]) -> Range<Int> {
    let file = WholePath.number(of: form[...])
    let start = entries.searchFirst { $0.file >= file }
    return start..<entries[start...].searchFirst { $0.file > file }
  }

  /// Returns the checksums that the list has of a file: several if it has several lines.
  /// - Throws: ``LivePhotoError`` if the list can no longer be read.
  func sums(of path: String) throws(LivePhotoError) -> [[UInt8]] {
    let form = whole.form(of: path.systemBytes)
    var sums: [[UInt8]] = []
    for entry in entries[indices(of: form)] {
      var lines = self.lines
      lines.skip(to: entry.place)
      if let (line, _) = try Self.next(in: &lines), whole.form(of: line.name) == form { sums.append(line.sum) }
    }
    return sums
  }

  /// The end of a path that a file keeps when folders above it are moved or get other names: its folder and name.
  private static func end(of form: [UInt8]) -> ArraySlice<UInt8> {
    let slash = UInt8(ascii: "/")
    guard let last = form.lastIndex(of: slash), let one = form[..<last].lastIndex(of: slash) else { return form[...] }
    return form[one...]
  }

  /// Returns the name of a file that is gone and was called as this one is, in a folder of the same name.
  private func lostNamesake(of path: String, in files: any FileSource) throws(LivePhotoError) -> String? {
    let own = whole.form(of: path.systemBytes)
    let (end, number) = (Self.end(of: own), WholePath.number(of: Self.end(of: own)))
    let start = byEnd.searchFirst { $0.file >= number }
    for entry in byEnd[start...].prefix(Self.mostNames) where entry.file == number {
      var lines = self.lines
      lines.skip(to: entry.place)
      guard let (line, _) = try Self.next(in: &lines), case let form = whole.form(of: line.name), form != own,
        Self.end(of: form) == end, Self.isGone(String(systemPath: form), files)
      else { continue }
      return String(systemPath: line.name)
    }
    return nil
  }

  /// Returns the name of the first other file that the list has a checksum of, and for whose path `isSought` holds.
  private func other(
    than path: String, with sum: [UInt8], _ isSought: (String) -> Bool
  ) throws(LivePhotoError) -> String? {
    let (own, number) = (whole.form(of: path.systemBytes), WholePath.number(of: sum[...]))
    let start = bySum.searchFirst { $0.file >= number }
    for entry in bySum[start...].prefix(Self.mostNames) where entry.file == number {
      var lines = self.lines
      lines.skip(to: entry.place)
      guard let (line, _) = try Self.next(in: &lines), line.sum == sum, case let form = whole.form(of: line.name),
        form != own, isSought(String(systemPath: form))
      else { continue }
      return String(systemPath: line.name)
    }
    return nil
  }

  /// Compares a file with what the list says of it; `nil` if that is nothing, unless the file `isToBeAdded` then.
  /// - Throws: ``LivePhotoError`` if the list can no longer be read; `CancellationError`.
  func comparison(of path: String, in files: any FileSource, isToBeAdded: Bool) throws -> FileChecksum? {
    let known = try sums(of: path)
    guard !known.isEmpty || isToBeAdded else { return nil }
    do {
      var hash = SHA256()
      try ByteRope(files.open(path)).write { piece in
        try Task.checkCancellation()
        hash.update(piece)
      }
      let sum = hash.finish()
      let state: FileChecksum.State =
        known.isEmpty ? .added : known.allSatisfy { $0.elementsEqual(sum.utf8) } ? .same : .changed
      // A copy of what is still there is new.
      let other =
        state == .same
        ? nil : try other(than: path, with: Array(sum.utf8)) { state == .changed || Self.isGone($0, files) }
      // Of a file that was moved, and changed on its way, nothing but the name is left.
      if state == .added, other == nil, let lost = try lostNamesake(of: path, in: files) {
        return FileChecksum(path: path, state: .namesake, sha256: sum, other: lost)
      }
      return FileChecksum(path: path, state: state, sha256: sum, other: other)
    } catch let error as FileStoreError where error.code == .notFound {
      let other = try other(than: path, with: known.first ?? []) { !Self.isGone($0, files) }
      return FileChecksum(path: path, state: other == nil ? .missing : .moved, sha256: nil, other: other)
    } catch  where error is FileStoreError || error is ByteError {
      return FileChecksum(path: path, state: .unreadable, sha256: nil)
    }
  }

  private static func isGone(_ path: String, _ files: any FileSource) -> Bool {
    do { return try files.kind(of: path) != .file } catch { return error.code == .notFound }
  }

  /// A sentence about a file that is not what it was.
  func problem(_ checksum: FileChecksum) -> String {
    let name = source.name
    return switch checksum.state {
    case .missing:
      "checksum: it is gone, and \(name) has its line; restore it from a backup, or, if you removed it yourself, "
        + "remove its line"
    case .moved:
      "it is gone, and \(checksum.other ?? "another file") has its bytes, unchanged; if it was moved or removed, remove "
        + "its line from \(name)"
    case .changed where checksum.other != nil:
      "checksum: changed since \(name) was written: its bytes are now those that \(checksum.other ?? "another file") had; "
        + "give the files their names back, or, if you changed them yourself, remove their lines"
    case .namesake:
      "checksum: \(name) has neither it nor its bytes, and \(checksum.other ?? "another file"), called alike, is gone: if "
        + "it was moved, it has changed on the way; restore it from a backup, or, if it is another file, remove that line"
    case .unreadable: "checksum: it cannot be read to its end; restore it from a backup"
    case .same, .changed, .added, .withheld:
      "checksum: changed since \(name) was written; restore it from a backup, or, if you changed it yourself, remove "
        + "its line"
    }
  }
}
