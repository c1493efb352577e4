import ByteCoding
import FileStorage
import FoundationEssentials
import LivePhotoFiles
import MediaCore
import PhotoLibrary

/// What Google Takeout's JSON tells of assets that the library had before: it came later than their files.
final class ImportSidecars {
  private let library: PhotoLibrary
  private let source: SelectedFiles
  /// JSON whose pictures are not among the given files.
  private(set) var alone: [ImportPart] = []
  /// The bytes of the paths of JSON that lies in another part of an export than its picture.
  private var used: Set<[UInt8]> = []
  /// The bytes of the paths of JSON whose picture the library had, whatever that lacked.
  private var known: Set<[UInt8]> = []
  /// Files that the library had, with JSON, by their assets' identifiers.
  private var beside: [String: ImportPart] = [:]

  init(of source: SelectedFiles, for library: PhotoLibrary) { (self.source, self.library) = (source, library) }

  /// Takes JSON that has no picture beside it.
  func add(alone part: ImportPart) { alone.append(part) }

  /// Takes files that the library had as an asset.
  func add(_ part: ImportPart, of asset: String?) {
    guard let asset, part.sidecar != nil else { return }
    beside[asset] = part
  }

  /// Notes JSON of another part, which is told of there; returns whether a path is such.
  func isOfOtherPart(_ path: String) -> Bool {
    guard let origin = source.origin(of: path) else { return false }
    used.insert(Array(origin.utf8))
    return true
  }

  /// Tells whether JSON belongs to a picture in another part, or of the library.
  func isOfPicture(_ part: ImportPart) -> Bool {
    part.files.first.map { Array($0.utf8) }.map { path in [used, known].contains { $0.contains(path) } } == true
  }

  /// What an asset has got, in words, and the part that has told it.
  typealias Deed = (part: ImportPart, asset: Asset, words: String)

  /// Gives assets that were there what JSON tells and they lack; returns what was done.
  /// - Throws: `PhotosError` when the library cannot be read or changed.
  func describe() throws -> [Deed] {
    var wishes: [(part: ImportPart, asset: Asset, isAlone: Bool)] = []
    let there = try Asset.fetchAssets(withLocalIdentifiers: Array(beside.keys), in: library)
    for asset in there { if let part = beside[asset.localIdentifier] { wishes.append((part, asset, false)) } }
    let orphans = alone.filter { !isOfPicture($0) }.compactMap { part in name(in: part).map { (part, $0) } }
    let named = try AssetLookup(in: library).assets(withOriginalFilenames: orphans.map(\.1))
    for (part, name) in orphans {
      guard let sidecar = part.sidecar, let asset = fitting(named[name.lowercased()] ?? [], sidecar) else { continue }
      known.formUnion(part.files.map { Array($0.utf8) })
      wishes.append((part, asset, true))
    }
    let deeds = wishes.compactMap { wish in
      changes(wish.asset, wish.part.sidecar, isAlone: wish.isAlone).map { (wish, $0) }
    }
    for start in stride(from: 0, to: deeds.count, by: Self.batchSize) {
      let batch = deeds[start..<min(deeds.count, start + Self.batchSize)]
      try library.performChangesAndWait { [library] in
        for (wish, change) in batch {
          AssetChangeRequest.supplement(
            wish.asset, date: change.date, location: change.location, isFavorite: change.isFavorite, in: library)
        }
      }
    }
    return deeds.map { ($0.part, $0.asset, $1.words) }
  }

  private static let batchSize = 200

  private struct Title: Decodable { let title: String }

  /// The name of the file that JSON is of. `IMG_1.jpg(2).json` is of `IMG_1(2).jpg`.
  private func name(in part: ImportPart) -> String? {
    guard let path = part.files.first,
      // It was read before; one that has gone meanwhile tells nothing.
      let file = try? source.open(path), let bytes = try? file.bytes(0..<file.count),
      let title = (try? JSONDecoder().decode(Title.self, from: Data(bytes)))?.title, !title.isEmpty
    else { return nil }
    let stem = FileNames.stem(of: path)
    guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "("),
      stem[open...].dropFirst().dropLast().allSatisfy(\.isNumber),
      !title.contains("(")
    else { return title }
    let tail = FileNames.fileExtension(of: title)
    return FileNames.stem(of: title) + stem[open...] + (tail.isEmpty ? "" : "." + title.suffix(tail.count))
  }

  /// Returns the one of several assets of a name that JSON is of: by the date that its file tells, or the only one
  /// whose file tells none.
  private func fitting(_ assets: [Asset], _ sidecar: TakeoutSidecar) -> Asset? {
    let dated = assets.map { asset in (asset, facts(of: asset)?.date) }
    let same = dated.filter { $0.1.map { Self.isSame($0, sidecar) } == true }
    let candidates = same.isEmpty ? dated.filter { $0.1 == nil } : same
    return candidates.count == 1 ? candidates[0].0 : nil
  }

  /// Tells whether a date can be that of JSON, which Google reckons from local time in a zone that it may not know.
  private static func isSame(_ date: WallTime, _ sidecar: TakeoutSidecar) -> Bool {
    abs(date.secondsSince1970 - sidecar.secondsSince1970) <= 86_400
  }

  private func facts(of asset: Asset) -> (date: WallTime?, location: GeoLocation?)? {
    let types: Set<ResourceType> = [.photo, .video, .photoProxy]
    // What is damaged is told by 'check'.
    let resources = try? AssetResource.assetResources(for: asset, in: library)
    return resources?.first { types.contains($0.type) }.flatMap { AssetLookup(in: library).facts(in: $0) }
  }

  /// Returns what an asset gets; `nil` for nothing. What somebody has set stays.
  private func changes(
    _ asset: Asset, _ sidecar: TakeoutSidecar?, isAlone: Bool
  ) -> (date: WallTime?, location: GeoLocation?, isFavorite: Bool, words: String)? {
    guard let sidecar else { return nil }
    var (date, location): (WallTime?, GeoLocation?) = (nil, nil)
    let isDated = asset.creationDate.map { Self.isSame($0, sidecar) } == true
    let isPlaced = asset.location != nil || sidecar.location == nil
    if asset.origin == nil, !isDated || !isPlaced, let facts = facts(of: asset) {
      if !isDated, facts.date == nil {
        date = WallTime(secondsSince1970: sidecar.secondsSince1970, nanosecond: 0, utcOffsetSeconds: 0)
      }
      if !isPlaced, facts.location == nil { location = sidecar.location }
    }
    // Who imports the same again may have taken the mark away.
    let isFavorite = sidecar.isFavorite && !asset.isFavorite && (isAlone || date != nil || location != nil)
    let got = [date.map { _ in "date" }, location.map { _ in "place" }, isFavorite ? "mark as a favourite" : nil]
    let words = got.compactMap { $0 }.joined(separator: ", ")
    return words.isEmpty ? nil : (date, location, isFavorite, words)
  }

  /// Returns what is wrong with a file that is JSON of a picture or movie by its name, and cannot be read as such;
  /// `nil` for other files.
  func damage(of path: String) -> String? {
    guard FileNames.fileExtension(of: path) == "json" else { return nil }
    let parts = FileNames.stem(of: path).lowercased().split(separator: ".").dropFirst()
    guard parts.contains(where: { part in Self.suffixes.contains { part == $0 || part.hasPrefix($0 + "(") } }) else {
      return nil
    }
    do {
      _ = try TakeoutSidecar(source.open(path))
      return nil
    } catch let error as CodingError where error.code == .malformed {
      return "it is Takeout's JSON, and damaged. \(error.message) Get it anew: date, place and mark are not taken"
    } catch {
      // JSON of other programs.
      return nil
    }
  }

  private static let suffixes = [
    "jpg", "jpeg", "heic", "heif", "png", "webp", "avif", "gif", "dng", "tif", "mov", "mp4", "m4v", "mp", "3gp",
  ]
}
