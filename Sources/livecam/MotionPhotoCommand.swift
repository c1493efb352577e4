import ArgumentParser
import LivePhotoFiles
import MediaCore

struct MotionPhotoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motionphoto", abstract: "Make an Android Motion Photo of a Live Photo, or a Live Photo of one.",
    discussion: """
      In both directions pixels and packets are unchanged, and the still keeps its place in the movie. Only PCM sound
      becomes AAC, because Android does not play PCM. Nothing is overwritten. In folders, each Live Photo becomes a
      Motion Photo and each Motion Photo a Live Photo, with the same paths below --output as the originals have in the
      folder.

      Old Android phones and some browsers do not play HEVC: --video h264 compresses the movie's pictures again. Sound
      and times do not change.
      --still-only writes the still without the movie, and removes XMP that mentions a movie, for example if the movie
      was lost.

      Examples:
        livecam motionphoto IMG_0001.HEIC IMG_0001.MOV --output android
        livecam motionphoto IMG_0001.JPG
        livecam motionphoto IMG_0001.HEIC --video h264 --output android
        livecam motionphoto PXL_0001.MP.jpg --output pair
        livecam motionphoto PXL_0001.MP.jpg --still-only --output stills
        livecam motionphoto DCIM --output android
      """)

  @Argument(
    help: "Still and movie of a Live Photo (one finds the other), a .pvt bundle; or a Motion Photo; or folders.",
    completion: .file())
  var files: [String] = []

  @Option(help: "A folder for the new files; it is made if it is not there.", completion: .directory)
  var output = "."

  @Option(help: "The name of the new files, without extension. (default: that of the still)")
  var name: String?

  enum Video: String, ExpressibleByArgument, CaseIterable {
    case copy
    case h264
  }

  @Option(help: "copy keeps the movie's pictures as they are; h264 converts other codecs to H.264.")
  var video = Video.copy

  @Flag(help: "Write the still alone: without its movie, and without XMP that tells of one.")
  var stillOnly = false

  @OptionGroup var batch: BatchOptions

  @Flag(help: "Print one JSON object; for folders and lists, one line for each photo and one for the sum.")
  var json = false

  func validate() throws {
    try batch.check(named: files, name: name)
    try check(batch.areMany(files) || files.count <= 2, "Name one or two files of one photo.")
    try check(!stillOnly || batch.areMany(files) || files.count == 1, "--still-only takes one still.")
    try check(!stillOnly || video == .copy, "--still-only writes no movie; leave --video out.")
  }

  func run() async throws {
    if batch.areMany(files) {
      let command = self
      return try await BatchRun(self, files, batch, output: output, asJSON: json).run { library, unit, output in
        switch unit {
        case .still(let path) where command.stillOnly, .motionPhoto(let path) where command.stillOnly:
          return .done(CommandReport(try await library.motionPhoto(command.request([path], output))))
        case .pair(let still, _, _) where command.stillOnly, .bundle(_, let still, _) where command.stillOnly:
          return .done(CommandReport(try await library.motionPhoto(command.request([still], output))))
        case .pair, .bundle, .motionPhoto:
          return .done(CommandReport(try await library.motionPhoto(command.request(unit.paths, output))))
        default: return .passedOver(unit.lack)
        }
      }
    }
    var request = request(files, output)
    request.name = name
    let report = try await FileOperation.run("motionphoto", request) { try await $0.motionPhoto($1, progress: $2) }
    CommandReport(report).show(asJSON: json)
  }

  private func request(_ files: [String], _ output: String) -> MotionPhotoRequest {
    var request = MotionPhotoRequest(files, output: output)
    request.convertsToH264 = video == .h264
    request.isStillOnly = stillOnly
    return request
  }
}
