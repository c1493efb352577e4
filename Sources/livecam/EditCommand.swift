public import ArgumentParser
public import LivePhotoFiles
import MediaCore

struct EditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a Live Photo, or make something to share out of it.",
    discussion: """
      Writes a new pair with an identifier of its own (IMG_0001 becomes IMG_E0001), and leaves the original unchanged.
      Changes are made in this order, and all times refer to the original movie: key photo, trim, mute, rotate,
      location. Only a new key photo, a long exposure and some pictures at a --cut are encoded, at the movie's size; all
      other pixels are unchanged.

      --trim hides the rest of the movie: its pictures and sound stay in the file, and anybody who has the file can
      bring them back. --cut removes them. If the part begins where a group of pictures begins, nothing is encoded;
      elsewhere pictures are compressed again. The output says which.

      With --export, or the effects loop and bounce, one file for sharing is written instead, which is not a Live Photo.

      Examples:
        livecam edit IMG_0001.HEIC --key-time 1.2
        livecam edit IMG_0001.MOV --trim 0.5..2.25 --mute --rotate 90 --output edited
        livecam edit IMG_0001.HEIC --cut 0.5..2.25
        livecam edit IMG_0001.HEIC --strip-location
        livecam edit IMG_0001.JPG --effect long-exposure
        livecam edit IMG_0001.JPG --effect loop
        livecam edit IMG_0001.JPG --effect bounce --export gif --width 320
        livecam edit IMG_0001.JPG --export sheet --columns 5 --count 20
        livecam edit ~/Pictures --strip-location --output public --resume public.journal
      """)

  enum Effect: String, ExpressibleByArgument, CaseIterable {
    case loop
    case bounce
    case longExposure = "long-exposure"
  }

  @Argument(
    help: "The still or the movie of a Live Photo (one finds the other), a .pvt bundle; or several, or folders.",
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("key-time"), parsing: .unconditional, help: "Take the key photo from the movie at this second.")
  var keyTimeSeconds: Double?

  @Option(
    parsing: .unconditional,
    help: "Show a part of the movie, in seconds: A..B, A.. or ..B, with the still. The rest is hidden in the file.")
  var trim: EditTrim?

  @Option(
    parsing: .unconditional,
    help: "Keep a part of the movie, as --trim does, and take the rest out of the file. May encode pictures anew.")
  var cut: EditTrim?

  @Flag(help: "Remove the sound.")
  var mute = false

  @Option(parsing: .unconditional, help: "Turn clockwise by 90, 180 or 270 degrees.")
  var rotate: QuarterTurn = .none

  @Flag(help: "Remove the place where the photo was taken.")
  var stripLocation = false

  @Option(
    help: "loop, bounce: write a video. long-exposure: write a Live Photo whose still is a long exposure of its movie.")
  var effect: Effect?

  @Option(help: "Write a file for sharing: mp4, gif, webp, avif, or sheet for a grid of pictures.")
  var export: ExportFormat?

  @Option(help: "For an export: its width in pixels; for a sheet, the width of one picture.")
  var width: Int?

  @Option(help: "For an export: the most pictures in a second. (default: the movie's; 15 for GIF)")
  var fps: Double?

  @Option(help: "For a sheet: how many pictures. (default: 12)")
  var count: Int?

  @Option(help: "For a sheet: pictures in a row. (default: 4)")
  var columns: Int?

  @Option(
    help: "A folder for the new files; it is made if it is not there. (default: the original's)", completion: .directory
  )
  var output: String?

  @Option(help: "The name of the new files, without extension.")
  var name: String?

  @OptionGroup var batch: BatchOptions

  @Flag(help: "Print one JSON object; for folders and lists, one line for each photo and one for the sum.")
  var json = false

  private var format: ExportFormat? { export ?? (effect == .loop || effect == .bounce ? .mp4 : nil) }

  func validate() throws {
    try batch.check(named: files, name: name)
    try check(
      keyTimeSeconds.map { $0 >= 0 && $0 < 1e6 } ?? true, "--key-time: name seconds from the movie's beginning.")
    try check(effect != .longExposure || export == nil, "--effect long-exposure makes a still; leave --export out.")
    try check(
      format == nil || keyTimeSeconds == nil, "--key-time changes a Live Photo; leave --export and --effect out.")
    try check(
      format != nil || (width == nil && fps == nil), "--width and --fps belong to --export, or --effect loop or bounce."
    )
    try check(
      format == .sheet || (count == nil && columns == nil), "--count and --columns belong to --export sheet.")
    try check(trim == nil || cut == nil, "--cut does what --trim does, and more: name one of them.")
    try check(
      format == nil || cut == nil, "A file for sharing has only what it shows: with --export use --trim, not --cut.")
    try check(
      format != nil || keyTimeSeconds != nil || trim != nil || cut != nil || mute || rotate != .none || stripLocation
        || effect != nil,
      "There is nothing to do: name a change, an --effect or an --export.")
  }

  func run() async throws {
    if files.count != 1 || batch.areMany(files) { return try await editAll() }
    let report: CommandReport
    if let format {
      let request = exportRequest(of: files[0], format)
      report = try await CommandReport(
        FileOperation.run("export", request) { try await $0.export($1, progress: $2) }, as: format)
    } else {
      let request = editRequest(of: files[0])
      report = try await CommandReport(
        edited: FileOperation.run("edit", request) { try await $0.edit($1, progress: $2) })
    }
    report.show(asJSON: json)
  }

  private func editAll() async throws {
    let command = self
    try await BatchRun(self, files, batch, output: output, asJSON: json).run { library, unit, output in
      guard let (still, movie) = unit.halves else { return .passedOver(unit.lack) }
      if let format = command.format {
        var request = command.exportRequest(of: still, format)
        request.partner = movie
        if command.output != nil { request.output = output }
        return .done(CommandReport(try await library.export(request), as: format))
      }
      var request = command.editRequest(of: still)
      request.partner = movie
      if command.output != nil { request.output = output }
      return .done(CommandReport(edited: try await library.edit(request)))
    }
  }

  private func editRequest(of pair: String) -> EditRequest {
    var request = EditRequest(pair: pair)
    request.output = output
    request.name = name
    request.keyTime = keyTimeSeconds.map { MediaTime(seconds: $0, preferredTimescale: 1_000_000) }
    request.isLongExposure = effect == .longExposure
    request.trim = cut ?? trim
    request.cutsOff = cut != nil
    request.removesSound = mute
    request.turn = rotate
    request.removesLocation = stripLocation
    return request
  }

  private func exportRequest(of pair: String, _ format: ExportFormat) -> ExportRequest {
    var request = ExportRequest(pair: pair, format: format)
    request.effect = effect == .loop ? .loop : effect == .bounce ? .bounce : nil
    request.output = output
    request.name = name
    request.trim = trim
    request.removesSound = mute
    request.turn = rotate
    request.width = width
    request.frameRate = fps
    if let count { request.sheetCount = count }
    if let columns { request.sheetColumns = columns }
    return request
  }
}

extension ExportFormat: ExpressibleByArgument {}

extension EditTrim: ExpressibleByArgument {
  /// Creates a range from `A..B`, `A..` or `..B`.
  public init?(argument: String) { self.init(argument) }
}

extension QuarterTurn: ExpressibleByArgument {
  /// Degrees; `-90` is 270.
  public init?(argument: String) {
    guard let degrees = Int(argument), degrees != 0 else { return nil }
    self.init(rawValue: ((degrees % 360) + 360) % 360)
  }
}
