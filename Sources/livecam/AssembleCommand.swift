public import ArgumentParser
public import LivePhotoFiles
import MediaCore

struct AssembleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assemble", abstract: "Make a Live Photo of a still and a movie, or of a movie alone.",
    discussion: """
      JPEG and HEIC keep their pixels, H.264 and HEVC, AAC and PCM their packets; every other kind is converted, and a
      line says so. Without --photo the movie's picture at the still's place becomes the still. Nothing is overwritten.

      Examples:
        livecam assemble --photo IMG_0001.HEIC --movie clip.mp4 --output pair
        livecam assemble --photo wave.png --movie wave.webm --still-time 1.2
        livecam assemble --movie clip.mkv --still-percent 40 --codec hevc
      """)

  @Option(help: "The still: JPEG, HEIC, AVIF, PNG or WebP. (default: taken from the movie)")
  var photo: String?

  @Option(help: "The movie: anything that FFmpeg reads.")
  var movie: String

  @Option(help: "A folder for the pair; it is made if it is not there.")
  var output = "."

  @Option(help: "The stem of both names. (default: that of the photo, or of the movie)")
  var name: String?

  @Option(
    name: .customLong("still-time"), parsing: .unconditional,
    help: "Seconds from the movie's beginning to the still. (default: where the movie says, else its middle)")
  var stillTimeSeconds: Double?

  @Option(parsing: .unconditional, help: "The still's place in percent of the movie's length.")
  var stillPercent: Double?

  @Option(parsing: .unconditional, help: "A UUID for both files. (default: the one both have, else one made of them)")
  var identifier: String?

  @Option(help: "auto, copy (refuse what would have to be converted), h264 or hevc.")
  var codec = AssembleRequest.Codec.automatic

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    try check(stillTimeSeconds == nil || stillPercent == nil, "--still-time and --still-percent: name one of them.")
    if let stillPercent {
      try check((0...100).contains(stillPercent), "--still-percent \(stillPercent): name 0 to 100.")
    }
    try check(stillTime: stillTimeSeconds, identifier: identifier)
  }

  func run() async throws {
    var request = AssembleRequest(photo: photo, movie: movie, output: output)
    request.name = name
    request.identifier = identifier.flatMap { PairIdentifier(uuidString: $0) }
    request.codec = codec
    if let stillTimeSeconds {
      request.stillPlace = .time(MediaTime(seconds: stillTimeSeconds, preferredTimescale: 1_000_000))
    } else if let stillPercent {
      request.stillPlace = .fraction(stillPercent / 100)
    }
    let report = try await FileOperation.run("assemble", request) { try await $0.assemble($1, progress: $2) }
    FileOperation.show(
      report,
      summary: "Live Photo \(report.identifier): still at \(report.stillTime.text) of "
        + "\(report.duration.text)", asJSON: json)
  }
}

extension AssembleRequest.Codec: ExpressibleByArgument {}
