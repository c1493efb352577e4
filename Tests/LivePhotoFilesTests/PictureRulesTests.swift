import ByteCoding
import FileStorage
import MediaCore
import MovieCoding
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles

/// What is said of a movie whose pictures nobody could look at.
@Suite struct PictureRulesTests {
  @Test(
    "a movie that does not decode is refused, and one that there is no decoder for is not judged",
    arguments: [(CodingError.Code.malformed, RuleResult.Status.failure), (.missingLibrary, .notChecked)])
  func undecoded(code: CodingError.Code, expected: RuleResult.Status) throws {
    let movie = try MovieReader().read(ArrayBytes(try SamplePair.good.get().movie, name: "A.MOV"))
    let error = CodingError(code, context: "A.MOV", message: "There is a reason. Do something.")
    let results = PictureRules(movie: movie, time: nil, look: .failure(error), still: .failure(error)).results
    let decodes = try #require(results.first { $0.rule == .decodes })
    #expect(decodes.status == expected && decodes.found.contains("There is a reason"))
    #expect(results.filter { $0.rule != .decodes }.allSatisfy { $0.status == .notChecked })
  }

  @Test("a still that is all of one colour beside a movie that is not is warned of, and one of a dark movie is not")
  func lostStill() throws {
    let pair = try SamplePair.good.get()
    let movie = try MovieReader().read(ArrayBytes(pair.movie, name: "A.MOV"))
    let look = try MovieLook(of: movie, source: ArrayBytes(pair.movie, name: "A.MOV"), near: pair.stillTime)
    let recipe = SamplePair.Recipe()
    let black = try I420Picture(width: recipe.width, height: recipe.height, range: .full)
    black.fill(x: 0, y: 0, width: recipe.width, height: recipe.height, luma: 0)
    var dark = look
    dark.frames = [.init(time: look.frames[0].time, grid: LumaGrid(black))]
    func likeness(_ still: I420Picture, _ look: MovieLook) throws -> RuleResult {
      let rules = PictureRules(
        movie: movie, time: pair.stillTime, look: .success(look), still: .success(LumaGrid(still)))
      return try #require(rules.results.first { $0.rule == .likeness })
    }
    let seen = try DriftingBlocks.picture(recipe, frame: recipe.stillFrame)
    #expect(try likeness(seen, look).status == .pass)
    let lost = try likeness(black, look)
    #expect(lost.status == .warning && lost.found.contains("all of one colour"), "\(lost)")
    #expect(try likeness(black, dark).status == .notChecked)
    let flat = try likeness(seen, dark)
    #expect(flat.status == .warning && flat.found.contains("the movie is all of one colour"), "\(flat)")
    // Where all pictures are decoded, those that show nothing are counted.
    var late = look
    late.isWhole = true
    late.frames += (0..<9).map {
      .init(time: pair.stillTime + MediaTime(value: $0 + 9, timescale: 9), grid: LumaGrid(black))
    }
    let faded = try likeness(seen, late)
    #expect(faded.status == .warning && faded.found.contains("9 of its 10 pictures are all of one colour"), "\(faded)")
  }

  @Test("a still's time at another picture than the still's is warned of, with the place of the right one")
  func movedStillTime() throws {
    let pair = try SamplePair.good.get()
    let movie = try MovieReader().read(ArrayBytes(pair.movie, name: "A.MOV"))
    let scenes = try [3, 5].map { try DrawnScene(seed: $0).picture(width: 320, height: 240) }
    let (still, other) = (LumaGrid(scenes[0]), LumaGrid(scenes[1]))
    func likeness(_ pictures: [LumaGrid]) throws -> RuleResult {
      var look = try MovieLook(of: movie, source: ArrayBytes(pair.movie, name: "A.MOV"), near: pair.stillTime)
      look.isWhole = true
      look.frames = pictures.enumerated().map { index, grid in
        .init(time: pair.stillTime + MediaTime(value: Int64(index), timescale: 2), grid: grid)
      }
      let rules = PictureRules(movie: movie, time: pair.stillTime, look: .success(look), still: .success(still))
      return try #require(rules.results.first { $0.rule == .likeness })
    }
    // Another moment of the scene, which by itself would do, and another scene.
    for share in [0.45, 0] as [Float] {
      let values = zip(still.values, other.values).map { share * $0 + (1 - share) * $1 }
      let late = LumaGrid(width: still.width, height: still.height, values: values)
      #expect(try likeness([still, late]).status == .pass)
      #expect(try share == 0 || likeness([late]).status == .pass)
      let moved = try likeness([late, late, still])
      let place = FileReport.seconds((pair.stillTime + MediaTime(value: 1, timescale: 1)).seconds)
      #expect(moved.status == .warning && moved.found.contains(" at \(place): the still's time"), "\(moved)")
    }
  }

  @Test(
    "a movie that is black from its middle on is warned of, by one picture more, and one that ends so is not",
    arguments: [(25, RuleResult.Status.warning), (42, .pass)])
  func blackHalf(blackFrom: Int, status: RuleResult.Status) throws {
    let pair = try SamplePair(SamplePair.Recipe(blackFrom: blackFrom))
    let halves = try [("A.JPG", pair.still), ("A.MOV", pair.movie)].map { name, bytes in
      try InputFile(name, ArrayBytes(bytes, name: name), modified: 0)
    }
    let evidence = try PairEvidence(halves[0], halves[1])
    for isThorough in [false, true] {
      let look = try KeyLook(evidence, isThorough: isThorough)
      let result = try #require(evidence.verdict(look: look.look, stillGrid: look.stillGrid)[.likeness])
      #expect(result.status == status, "\(result)")
      #expect(result.found.contains("towards its end") == (status == .warning), "\(result)")
    }
  }

  @Test("sound that does not decode is a movie that does not, where all of it is decoded", .foreignPrograms)
  func brokenSound() async throws {
    let folder = try TemporaryFolder()
    let clip = try ForeignClip.bFrames.make(in: folder, size: "320x240")
    let whole = try await LivePhotoFiles().assemble(
      AssembleRequest(photo: nil, movie: clip, output: folder.path("pair")))
    let file = try FileBytes(whole.files[1].path)
    var bytes = try file.bytes(0..<file.count)
    let track = try #require(try MovieReader().read(ArrayBytes(bytes, name: "A.MOV")).audioTrack)
    for sample in try track.samples().dropFirst(20).prefix(5) {
      let start = Int(sample.offset)
      bytes.replaceSubrange(start..<start + sample.size, with: repeatElement(0xff, count: sample.size))
    }
    let broken = try folder.write(bytes, as: "broken.MOV")
    #expect(throws: ForeignTool.Failure.self) {
      try ForeignTool.ffmpeg.run(["-v", "error", "-i", broken, "-map", "0:a", "-f", "null", "-"])
    }
    for (movie, status) in [(whole.files[1].path, RuleResult.Status.pass), (broken, .failure)] {
      let verdict = try await LivePhotoFiles().verify(whole.files[0].path, movie)
      #expect(verdict[.decodes]?.status == status, "\(verdict[.decodes]?.found ?? "")")
    }
  }

  @Test("a movie on its side is known for the still's, and the turn is told", arguments: [Orientation.right, .down])
  func onItsSide(_ orientation: Orientation) async throws {
    let pair = try SamplePair(SamplePair.Recipe(orientation: orientation))
    let folder = try TemporaryFolder()
    let still = try folder.write(pair.still, as: "A.JPG")
    let movie = try folder.write(pair.movie, as: "A.MOV")
    let likeness = try FileWitness(DiskFiles()).likeness(
      of: FileFacts(still, .still),
      to: [PairGuess(movie: FileFacts(movie, .movie), seconds: pair.stillTime.seconds)])
    #expect(try #require(likeness.first ?? nil).value > MovieTurn.beyondDoubt)
    let rule = try #require(try await LivePhotoFiles().verify(still, movie)[.likeness])
    let turn = 360 - orientation.clockwiseDegrees
    #expect(rule.status == .warning && rule.found.hasSuffix("when the movie is turned by \(turn)°"), "\(rule.found)")
  }
}
