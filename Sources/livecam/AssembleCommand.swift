public import ArgumentParser
public import LivePhotoFiles
import MediaCore

struct AssembleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assemble", abstract: "Make a Live Photo of a still and a movie, or of a movie alone.",
    discussion: """
      JPEG and HEIC stills keep their pixels, and H.264, HEVC, AAC and PCM tracks their packets. Other formats are
      converted, and the output says so. Without --photo the movie's picture at the still's place becomes the still.
      Nothing is overwritten.
      In folders, a still and a movie of the same name become a Live Photo, and so does a movie alone. The results have
      the same paths below --output as the originals have in the folder.

      Examples:
        livecam assemble --photo IMG_0001.HEIC --movie clip.mp4 --output pair
        livecam assemble --photo wave.png --movie wave.webm --still-time 1.2
        livecam assemble --movie clip.mkv --still-percent 40 --codec hevc
        livecam assemble ~/clips --output pairs --jobs 4
      """)

  @Argument(help: "Folders, or files of several photos.", completion: .file())
  var files: [String] = []

  @Option(help: "The still: JPEG, HEIC, AVIF, PNG or WebP. (default: taken from the movie)", completion: .file())
  var photo: String?

  @Option(help: "The movie: anything that FFmpeg reads.", completion: .file())
  var movie: String?

  @Option(help: "A folder for the pair; it is made if it is not there.", completion: .directory)
  var output = "."

  @Option(help: "The name of both files, without extension. (default: that of the photo, or of the movie)")
  var name: String?

  @Option(
    name: .customLong("still-time"), parsing: .unconditional,
    help: "Seconds from the movie's beginning to the still. (default: the time that the movie marks, else its middle)")
  var stillTimeSeconds: Double?

  @Option(parsing: .unconditional, help: "The still's place in percent of the movie's length.")
  var stillPercent: Double?

  @Option(parsing: .unconditional, help: "A UUID for both files. (default: the one both have, else one made of them)")
  var identifier: String?

  @Option(help: "auto, copy (refuse what would have to be converted), h264 or hevc.")
  var codec = AssembleRequest.Codec.automatic

  @OptionGroup var batch: BatchOptions

  @Flag(help: "Print one JSON object; for folders and lists, one line for each photo and one for the sum.")
  var json = false

  func validate() throws {
    if movie == nil {
      try check(
        photo == nil && (!files.isEmpty || batch.filesFrom != nil), "Missing expected argument '--movie <movie>'")
      try check(
        name == nil && identifier == nil, "--name and --identifier are for one photo; name it by --photo and --movie.")
    } else {
      try check(files.isEmpty && batch.filesFrom == nil, "--photo and --movie make one photo; leave out other files.")
      try check(batch.resume == nil, "--resume is for folders and lists.")
    }
    try check(stillTimeSeconds == nil || stillPercent == nil, "--still-time and --still-percent: name one of them.")
    if let stillPercent {
      try check((0...100).contains(stillPercent), "--still-percent \(stillPercent): name 0 to 100.")
    }
    try check(stillTime: stillTimeSeconds, identifier: identifier)
  }

  func run() async throws {
    guard let movie else { return try await assembleAll() }
    let request = request(photo: photo, movie: movie, output: output)
    let report = try await FileOperation.run("assemble", request) { try await $0.assemble($1, progress: $2) }
    CommandReport(assembled: report).show(asJSON: json)
  }

  private func assembleAll() async throws {
    let command = self
    try await BatchRun(self, files, batch, output: output, asJSON: json).run(on: .material) {
      library, unit, output in
      let (photo, movie): (String?, String)
      switch unit {
      case .pair(let still, let path, _), .bundle(_, let still, let path): (photo, movie) = (still, path)
      case .movie(let path): (photo, movie) = (nil, path)
      default: return .passedOver(unit.lack)
      }
      let request = command.request(photo: photo, movie: movie, output: output)
      return .done(CommandReport(assembled: try await library.assemble(request)))
    }
  }

  private func request(photo: String?, movie: String, output: String) -> AssembleRequest {
    var request = AssembleRequest(photo: photo, movie: movie, output: output)
    request.name = name
    request.identifier = identifier.flatMap { PairIdentifier(uuidString: $0) }
    request.codec = codec
    if let stillTimeSeconds {
      request.stillPlace = .time(MediaTime(seconds: stillTimeSeconds, preferredTimescale: 1_000_000))
    } else if let stillPercent {
      request.stillPlace = .fraction(stillPercent / 100)
    }
    return request
  }
}

extension AssembleRequest.Codec: ExpressibleByArgument {}
