import ByteCoding
import FileStorage
import FoundationEssentials
import Hashing
import LivePhotoFiles
public import PhotoLibrary
import Synchronization

/// The albums of a Google Takeout export, whose folders hold a file of JSON with their title, and what is to join them
/// in the library.
final class ImportAlbums {
  private let library: PhotoLibrary
  private let source: any FileSource
  /// The titles by the bytes of the folders' paths; `nil` for folders that are no album.
  private var titles: [[UInt8]: String?] = [:]
  /// The library's albums by their titles; `nil` for titles that it takes for none.
  private var albums: [String: AssetCollection?] = [:]
  /// Files in albums that have the bytes of a file elsewhere.
  private var copies: [(file: String, title: String, versions: [FileVersion])] = []

  init(of source: any FileSource, for library: PhotoLibrary) { (self.source, self.library) = (source, library) }

  /// Returns the title of the album that a file lies in; `nil` if it lies in none.
  func title(of file: String) -> String? {
    let folder = FileNames.folder(of: file)
    let key = Array(folder.utf8)
    if let known = titles[key] { return known }
    let title = readTitle(in: folder)
    titles[key] = .some(title)
    return title
  }

  private struct Words: Decodable {
    let title: String
    let photoTakenTime: Ignored?

    struct Ignored: Decodable { init(from decoder: any Decoder) {} }
  }

  /// An album's own JSON has a word of the account's language for its name; those of pictures hold the pictures' names,
  /// with extensions.
  private static let longestName = 24
  private static let largestSize = 1 << 18
  private static let mostFiles = 8

  private func readTitle(in folder: String) -> String? {
    // A folder that cannot be read is told by the walk through it.
    let names = ((try? source.names(in: folder)) ?? []).filter { name in
      let stem = FileNames.stem(of: name)
      return FileNames.fileExtension(of: name) == "json" && stem.count <= Self.longestName && !stem.contains(".")
    }
    for name in names.sorted().prefix(Self.mostFiles) {
      // Other programs' JSON is none of Takeout's.
      guard let file = try? source.open(FileNames.path(folder, name)), file.count <= Self.largestSize,
        let bytes = try? file.bytes(0..<file.count),
        let words = try? JSONDecoder().decode(Words.self, from: Data(bytes)), words.photoTakenTime == nil,
        !words.title.isEmpty, !Self.isPeriod(words.title)
      else { continue }
      return words.title
    }
    return nil
  }

  /// Returns whether a title is one that Takeout gives to the folder of a year or a day, which its owner has not made.
  static func isPeriod(_ title: String) -> Bool {
    let words = title.split(separator: " ").filter { !$0.hasPrefix("#") }
    guard let last = words.last else { return false }
    let parts = last.split(separator: "-", omittingEmptySubsequences: false)
    let isDate = parts.count <= 3 && parts[0].count == 4 && parts.allSatisfy { $0.allSatisfy(\.isNumber) }
    // "Photos from 2026", in several languages.
    let isYear = words.count == 3 && ["Photo", "Foto"].contains(where: title.hasPrefix)
    return isDate && (words.count == 1 || isYear)
  }

  /// Returns the library's album of a title, which is made if there is none; `nil` for a title that no album can have.
  /// - Throws: `PhotosError` when the library cannot be changed.
  func album(titled title: String) throws(PhotosError) -> AssetCollection? {
    if let known = albums[title] { return known }
    let album: AssetCollection?
    do throws(PhotosError) { album = try LibraryAlbums.album(titled: title, in: library) } catch {
      guard error.code == .changeNotSupported else { throw error }
      album = nil
    }
    albums[title] = .some(album)
    return album
  }

  /// Notes that a file which was not stored, as another one has its bytes, lies in an album.
  func note(copy file: String, in title: String, _ versions: [FileVersion]) { copies.append((file, title, versions)) }

  /// Adds the assets that copies are of to the copies' albums, when all assets are in the library; returns the copies'
  /// versions.
  /// - Throws: `PhotosError` when the library cannot be changed.
  func addCopies() throws -> [[FileVersion]] {
    for (title, group) in Dictionary(grouping: copies, by: \.title).sorted(by: { $0.key < $1.key }) {
      let assets = try group.compactMap { copy in
        var hash = SHA256()
        try ByteRope(source.open(copy.file)).write { hash.update($0) }
        return try AssetLookup(in: library).asset(withFileHash: hash.finish())
      }
      guard !assets.isEmpty, let album = try album(titled: title) else { continue }
      try library.performChangesAndWait { [library] in
        AssetCollectionChangeRequest(for: album, in: library).addAssets(assets)
      }
    }
    defer { copies = [] }
    return copies.map(\.versions)
  }
}

/// Albums of a library by their titles.
public enum LibraryAlbums {
  /// Returns the album of a title, which is made if there is none.
  /// - Throws: `PhotosError` when the library cannot be changed, 3300 for a title that no album can have.
  public static func album(titled title: String, in library: PhotoLibrary) throws(PhotosError) -> AssetCollection {
    if let album = try AssetCollection.fetchAlbums(in: library).first(where: { $0.title == title }) { return album }
    let identifier = Mutex("")
    try library.performChangesAndWait {
      let request = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title, in: library)
      identifier.withLock { $0 = request.placeholderForCreatedAssetCollection?.localIdentifier ?? "" }
    }
    let made = try AssetCollection.fetchAlbums(withLocalIdentifiers: [identifier.withLock { $0 }], in: library)
    guard let album = made.firstObject else {
      throw PhotosError(.identifierNotFound, context: title, message: "The album is gone. Make it again.")
    }
    return album
  }
}
