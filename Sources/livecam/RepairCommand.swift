public import ArgumentParser
import Fixtures
public import LivePhotoFiles
import MediaCore
import Simulator

struct RepairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", abstract: "Mend a pair that is no Live Photo, or complete a fixture that was cut off.",
    discussion: """
      Mends missing or differing identifiers, a missing still time, wrong extensions, dates, a movie whose rotation
      differs from its still's, and MP4 instead of QuickTime. Nothing is re-encoded. The given pair stays as it is; a
      new one is written to --output. If nothing has to be mended, or the result would be no Live Photo either, nothing
      is written.
      If the dates differ, other dates in the files, satellites' times and names decide which one is right. If they
      cannot, both dates are kept, unless --trust says which is right. A still and a movie of two photos are refused.
      For a fixture NAME.livecam that 'livecam record' could not finish, --output is the new fixture: complete up to
      where the old one was cut off, with a footage.mov that players play.
      Exit codes: 0 the pair is a Live Photo now (or was one), 1 something could not be mended, or they are two photos.

      Examples:
        livecam repair IMG_0001.JPG IMG_0001.MP4 --output mended
        livecam repair IMG_0001.JPG IMG_0001.MOV --output mended --still-time 1.2
        livecam repair cut.livecam --output whole.livecam
        livecam repair ~/Pictures --output mended --resume mended.journal
      """)

  @Argument(
    help:
      "A still and a movie in either order; one of them, with the other beside it; a .pvt bundle; or folders; or a fixture.",
    completion: .file())
  var files: [String] = []

  @Option(
    help: "A folder for the new pair, made if it is not there; or the new fixture, which must not be there.",
    completion: .directory)
  var output: String

  @Option(parsing: .unconditional, help: "A UUID for both files. (default: the one that they have)")
  var identifier: String?

  @Option(
    name: .customLong("still-time"), parsing: .unconditional,
    help: "Seconds from the movie's beginning to the still. (default: the picture that looks most like it)")
  var stillTimeSeconds: Double?

  @Option(help: "Whose date is right if they differ: still or movie. (default: decided by other dates and names)")
  var trust: RepairRequest.Half?

  @OptionGroup var batch: BatchOptions

  @Flag(help: "Print one JSON object; for folders and lists, one line for each photo and one for the sum.")
  var json = false

  func validate() throws {
    try batch.check(named: files)
    try check(areMany || files.count <= 2, "Name a still and a movie, or one of them.")
    try check(
      !areMany || identifier == nil,
      "--identifier is for one photo; leave it out with folders, --files-from and --resume.")
    try check(stillTime: stillTimeSeconds, identifier: identifier)
  }

  /// A fixture is a folder, too.
  private var areMany: Bool { batch.areMany(files) && !(files.count == 1 && FixtureReader.isBundle(files[0])) }

  func run() async throws {
    if areMany {
      let command = self
      return try await BatchRun(self, files, batch, output: output, asJSON: json).run { library, unit, output in
        guard let (still, movie) = unit.halves else { return .passedOver(unit.lack) }
        let request = command.completed(RepairRequest(still, movie, output: output))
        return .done(CommandReport(try await library.repair(request), of: unit))
      }
    }
    if files.count == 1, FixtureReader.isBundle(files[0]) {
      return try ExitReason.reporting { try complete(files[0]) }
    }
    let request =
      files.count == 2
      ? RepairRequest(files[0], files[1], output: output)
      : try ExitReason.reporting { try RepairRequest(partOfPair: files[0], output: output) }
    let report = CommandReport(
      try await FileOperation.run("repair", completed(request)) { try await $0.repair($1, progress: $2) })
    report.show(asJSON: json)
    if let reason = report.reason { throw reason.exitCode }
  }

  private func completed(_ request: RepairRequest) -> RepairRequest {
    var request = request
    request.identifier = identifier.flatMap { PairIdentifier(uuidString: $0) }
    request.stillTime = stillTimeSeconds.map { MediaTime(seconds: $0, preferredTimescale: 1_000_000) }
    request.trust = trust
    return request
  }

  private func complete(_ path: String) throws(FixtureError) {
    let reader = try FixtureReader(path: path)
    guard reader.isCut else {
      try reader.verify()
      let report = RecordReport("notCut", time: .zero, message: "\(path) is complete: nothing to mend.")
      return report.tell(on: Terminal(), asJSON: json)
    }
    let summary = try reader.save(as: RecordCommand.withoutSlash(output))
    RecordReport(summary, time: .zero).tell(on: Terminal(), asJSON: json)
  }
}

extension RepairRequest.Half: ExpressibleByArgument {}
