import ArgumentParser
import LivePhotoFiles

struct MotionPhotoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motionphoto", abstract: "Make an Android Motion Photo of a Live Photo, or a Live Photo of one.",
    discussion: """
      Pixels and packets stay as they are either way, and the still falls where it fell; only PCM sound becomes AAC,
      as Android plays no other. Nothing is overwritten. Of folders the results lie below --output as the originals lie
      in the folder.

      Examples:
        livecam motionphoto IMG_0001.HEIC IMG_0001.MOV --output android
        livecam motionphoto IMG_0001.JPG
        livecam motionphoto PXL_0001.MP.jpg --output pair
        livecam motionphoto DCIM --output android
      """)

  @Argument(
    help: "Still and movie of a Live Photo (one finds the other), a .pvt bundle; or a Motion Photo; or folders.")
  var files: [String] = []

  @OptionGroup var batch: BatchOptions

  @Option(help: "A folder for what is made; it is made if it is not there.")
  var output = "."

  @Option(help: "The stem of the names. (default: that of the still)")
  var name: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    try batch.check(named: files, name: name)
    try check(batch.areMany(files) || files.count <= 2, "Name one or two files of one photo.")
  }

  func run() async throws {
    if batch.areMany(files) {
      return try await BatchRun(self, files, batch, output: output, asJSON: json).run { library, unit, output in
        switch unit {
        case .pair, .bundle, .motionPhoto:
          return .done(CommandReport(try await library.motionPhoto(MotionPhotoRequest(unit.paths, output: output))))
        default: return .passedOver(unit.lack)
        }
      }
    }
    var request = MotionPhotoRequest(files, output: output)
    request.name = name
    let report = try await FileOperation.run("motionphoto", request) { try await $0.motionPhoto($1, progress: $2) }
    CommandReport(report).show(asJSON: json)
  }
}
