import ArgumentParser
import MediaCore
import PhotoLibrary

/// The options that say which assets are listed, and in what order.
struct AssetFilter: ParsableArguments {
  enum Kind: String, Named { case all, live, photo, video, raw, favourites, hidden, trash, unfinished }
  enum Order: String, Named { case date, added, modified, size }

  @Option(
    parsing: .unconditional,
    help: "all, live, photo (without a movie), video, raw, favourites, hidden, trash or unfinished.")
  var kind = NamedCase(Kind.all)

  @Option(parsing: .unconditional, help: "Only those of an album, by its title.")
  var album: String?

  @Option(parsing: .unconditional, help: "Only those taken on this day or later, such as 2026-11-27.")
  var since: String?

  @Option(parsing: .unconditional, help: "Only those taken before this day.")
  var until: String?

  @Option(parsing: .unconditional, help: "In the order of date (when taken), added, modified, or size in pixels.")
  var sort = NamedCase(Order.date)

  @Flag(help: "The last ones first.")
  var reverse = false

  @Option(parsing: .unconditional, help: "At most this many. (default: all)")
  var limit: Int?

  @Option(parsing: .unconditional, help: "Skip this many.")
  var offset = 0

  func validate() throws {
    for (name, day) in [("--since", since), ("--until", until)] {
      try check(day.map { Self.day($0) != nil } ?? true, "\(name): name a day such as 2026-11-27.")
    }
    try check(limit.map { $0 > 0 } ?? true, "--limit: name 1 or more.")
    try check(offset >= 0, "--offset: name 0 or more.")
    try check(album == nil || kind.value == .all || collection == nil, "--album and --kind \(kind.value): name one.")
  }

  /// A day's beginning in UTC.
  static func day(_ text: String) -> WallTime? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], (1...9999).contains(year),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    // Days since 1970 in the Gregorian calendar, years beginning in March.
    let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468
    let time = WallTime(secondsSince1970: Int64(days) * 86_400, nanosecond: 0, utcOffsetSeconds: 0)
    return time.local.day == day && time.local.month == month ? time : nil
  }

  /// The library's own collection that is meant.
  private var collection: AssetCollection.SmartAlbum? {
    switch kind.value {
    case .all, .photo: nil
    case .live: .livePhotos
    case .video: .videos
    case .raw: .raw
    case .favourites: .favorites
    case .hidden: .hidden
    case .trash: .recentlyDeleted
    case .unfinished: .unfinished
    }
  }

  private var fetchOptions: FetchOptions {
    var options = FetchOptions()
    var conditions: [AssetPredicate] = []
    if kind.value == .photo { conditions += [.mediaType(.image), .not(.mediaSubtypes(.photoLive))] }
    if let day = since.flatMap(Self.day) { conditions.append(.takenFrom(day)) }
    if let day = until.flatMap(Self.day) { conditions.append(.takenBefore(day)) }
    if !conditions.isEmpty { options.predicate = .all(conditions) }
    switch sort.value {
    case .date: options.sortDescriptors = [AssetSortDescriptor(.creationDate, ascending: !reverse)]
    case .modified: options.sortDescriptors = [AssetSortDescriptor(.modificationDate, ascending: !reverse)]
    case .size:
      options.sortDescriptors = [
        AssetSortDescriptor(.pixelWidth, ascending: !reverse), AssetSortDescriptor(.pixelHeight, ascending: !reverse),
      ]
    case .added: options.sortDescriptors = reverse ? [AssetSortDescriptor(.addedOrder, ascending: false)] : []
    }
    return options
  }

  private func source(in library: PhotoLibrary) throws -> AssetCollection {
    if let album { return try AlbumFinder.find(album, in: library) }
    return .smartAlbum(collection ?? .userLibrary)
  }

  /// Returns the numbers of the assets that the filter lists.
  func counts(in library: PhotoLibrary) throws -> [AssetCount] {
    try Asset.countAssets(in: library, of: try source(in: library), options: fetchOptions)
  }

  /// Returns the number of the assets that ``forEachPage(in:_:)`` passes on.
  func listedCount(in library: PhotoLibrary) throws -> Int {
    let all = max(0, try counts(in: library).reduce(0) { $0 + $1.count } - offset)
    return limit.map { min($0, all) } ?? all
  }

  /// Says how many hidden assets the filter has left out, if it does that in silence otherwise.
  func tellHidden(in library: PhotoLibrary, _ deed: String) throws {
    guard kind.value == .all, album == nil else { return }
    let hidden = try Asset.countAssets(in: library, of: .smartAlbum(.hidden), options: fetchOptions)
      .reduce(0) { $0 + $1.count }
    guard hidden > 0 else { return }
    Terminal.complain("livecam: hidden assets were not \(deed): \(hidden); --kind hidden names them")
  }

  /// Passes on the assets, page by page.
  func forEachPage(in library: PhotoLibrary, _ body: ([Asset]) throws -> Void) throws {
    var options = fetchOptions
    (options.fetchOffset, options.fetchLimit) = (offset, limit ?? 0)
    try Asset.forEachPage(of: try source(in: library), in: library, options: options) { page in
      try Task.checkCancellation()
      try body(page)
    }
  }
}
