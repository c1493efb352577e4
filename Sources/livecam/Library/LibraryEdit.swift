public import ArgumentParser
import LibraryFiles
import LivePhotoFiles
public import MediaCore
import PhotoLibrary

struct LibraryEdit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change an asset: its picture, its movie, or what is said of it. Originals are kept.",
    discussion: """
      A Live Photo can have all changes. A photo without a movie can be turned, and what tells its place be removed; a movie
      without a still can be trimmed and muted, too. --revert brings the original back, and the date and place that
      --date, --place and --strip-location have changed. 'livecam edit' explains what happens to pictures and movies.

      Examples:
        livecam library edit IMG_0001 --key-time 1.2
        livecam library edit IMG_0001 --rotate 90 --mute
        livecam library edit IMG_0001 --date 2026-11-27T10:00:00+01:00 --place 52.5163,13.3777
        livecam library edit IMG_0001 --revert
      """)

  @OptionGroup var arguments: AssetArguments
  @OptionGroup var options: LibraryOptions

  @Option(
    name: .customLong("key-time"), parsing: .unconditional, help: "Take the key photo from the movie at this second.")
  var keyTimeSeconds: Double?

  @Option(parsing: .unconditional, help: "Show a part of the movie, in seconds: A..B, A.. or ..B.")
  var trim: EditTrim?

  @Option(
    parsing: .unconditional,
    help: "Show a part of a Live Photo's movie, as --trim does, and take the rest out of the file that is shown.")
  var cut: EditTrim?

  @Flag(help: "Remove the sound.")
  var mute = false

  @Option(parsing: .unconditional, help: "Turn clockwise by 90, 180 or 270 degrees.")
  var rotate: QuarterTurn = .none

  @Flag(help: "Remove what tells where it was taken, from the files that are shown and from the library.")
  var stripLocation = false

  @Flag(help: "Make a long exposure of the movie.")
  var longExposure = false

  @Flag(
    help:
      "Take back the edits made in the library, also of date and place; then, if it is done again, those that it came with."
  )
  var revert = false

  @Option(parsing: .unconditional, help: "When it was taken, such as 2026-11-27T10:00:00+01:00.")
  var date: WallTime?

  @Option(parsing: .unconditional, help: "Where it was taken: latitude,longitude in degrees; or none.")
  var place: String?

  @Option(parsing: .unconditional, help: "yes leaves it out of lists unless hidden ones are asked for; no undoes that.")
  var hidden: NamedCase<Answer>?

  enum Answer: String, Named { case yes, no }

  private var changesContent: Bool {
    keyTimeSeconds != nil || trim != nil || cut != nil || mute || rotate != .none || stripLocation || longExposure
  }

  func validate() throws {
    try check(
      changesContent || revert || date != nil || place != nil || hidden != nil, "There is nothing to do: name a change."
    )
    try check(trim == nil || cut == nil, "--cut does what --trim does, and more: name one of them.")
    try check(!revert || !changesContent, "--revert takes changes away; name it without others.")
    try check(
      !revert || place == nil && date == nil,
      "--revert --\(place == nil ? "date" : "place"): the one brings back what the other sets; name one of them.")
    try check(
      keyTimeSeconds.map { $0 >= 0 && $0 < 1e6 } ?? true, "--key-time: name seconds from the movie's beginning.")
    try check(
      place.map { $0 == "none" || Self.location($0) != nil } ?? true,
      "--place: name latitude,longitude in degrees, from -90 to 90 and from -180 to 180, or none.")
    try check(
      !stripLocation || place == nil || place == "none",
      "--strip-location --place: the one removes what the other sets; name one of them.")
  }

  func run() async throws {
    try await options.run { library in
      let terminal = Terminal()
      for asset in try arguments.found(in: library) {
        var notes: [String] = []
        if revert {
          notes = try LibraryEditor(of: library).revert(asset) + notesOnForms(of: asset, in: library)
        }
        if changesContent { notes = try await changeContent(of: asset, in: library) }
        if date != nil || place != nil || hidden != nil || stripLocation { try describe(asset, in: library) }
        if date != nil || place.map({ $0 != "none" }) == true {
          notes.append("date and place are the library's: its files, and copies that are exported, keep their own")
        } else if place != nil {
          notes.append("the library's place is gone; the files have theirs: --strip-location makes copies without it")
        }
        terminal.show(
          ["identifier": asset.localIdentifier, "notes": notes] as JSONObject,
          ["\(asset.shortIdentifier)  \(revert ? "reverted" : "edited")"] + notes.map { "  " + $0 },
          asJSON: options.json)
      }
    }
  }

  /// Tells of edited forms that the asset came with.
  private func notesOnForms(of asset: Asset, in library: PhotoLibrary) throws -> [String] {
    let resources = try AssetResource.assetResources(for: asset, in: library)
    func names(_ types: Set<ResourceType>) -> String {
      resources.filter { types.contains($0.type) }.map(\.originalFilename).joined(separator: " + ")
    }
    let shown = names([.fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo])
    let setAside = names([.importedFullSizePhoto, .importedFullSizeVideo, .importedFullSizePairedVideo])
    if !shown.isEmpty { return ["it is shown as it was edited before: \(shown); --revert again brings the original"] }
    if !setAside.isEmpty { return ["\(setAside), as it was edited before, stays: export --original gives it back"] }
    return []
  }

  private func changeContent(of asset: Asset, in library: PhotoLibrary) async throws -> [String] {
    let words = [
      keyTimeSeconds.map { "key-time \($0)" }, trim.map { _ in "trim" },
      cut.map { _ in "cut" }, mute ? "mute" : nil,
      rotate != .none ? "rotate \(rotate.rawValue)" : nil, stripLocation ? "strip-location" : nil,
      longExposure ? "long-exposure" : nil,
    ]
    let bar = ProgressBar("edit")
    defer { bar.clear() }
    return try await LibraryEditor(of: library).edit(
      asset, description: words.compactMap { $0 }.joined(separator: ", "), progress: { bar.show($0) }
    ) { request in
      request.keyTime = keyTimeSeconds.map { MediaTime(seconds: $0, preferredTimescale: 1_000_000) }
      request.trim = cut ?? trim
      request.cutsOff = cut != nil
      request.removesSound = mute
      request.turn = rotate
      request.removesLocation = stripLocation
      request.isLongExposure = longExposure
    }
  }

  private func describe(_ asset: Asset, in library: PhotoLibrary) throws {
    try library.performChangesAndWait {
      let request = AssetChangeRequest(for: asset, in: library)
      if let date { request.creationDate = date }
      if let place { request.location = Self.location(place) }
      if stripLocation { request.location = nil }
      if let hidden { request.isHidden = hidden.value == .yes }
    }
  }

  private static func location(_ text: String) -> GeoLocation? {
    let parts = text.split(separator: ",").map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
    return GeoLocation(latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMeters: nil)
  }
}

extension WallTime: ExpressibleByArgument {
  /// Creates a date as `2026-11-27T10:00:00+01:00`; with `Z`, or without an offset, in UTC.
  public init?(argument: String) {
    let parts = argument.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let day = AssetFilter.day(String(parts[0])) else { return nil }
    var time = Substring(parts[1])
    var offset = 0
    if time.hasSuffix("Z") {
      time = time.dropLast()
    } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let digits = time[time.index(after: sign)...].split(separator: ":").map { Int($0) }
      guard digits.count == 2, let hours = digits[0], let minutes = digits[1], (0...14).contains(hours),
        (0...59).contains(minutes)
      else { return nil }
      offset = (hours * 3600 + minutes * 60) * (time[sign] == "-" ? -1 : 1)
      time = time[..<sign]
    }
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2], (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    self.init(
      secondsSince1970: day.secondsSince1970 + Int64(hour * 3600 + minute * 60 + second - offset), nanosecond: 0,
      utcOffsetSeconds: offset)
  }
}
