import ByteCoding
import Foundation
import MediaCore
import StillCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Verdicts on whole archives: every file that is, or should be, a picture or a movie is accounted for.
@Suite struct ArchiveVerifyTests {
  private let folder: TemporaryFolder
  private let pair: SamplePair

  init() throws {
    folder = try TemporaryFolder()
    pair = try SamplePair.good.get()
  }

  private func write(_ pair: SamplePair, as stem: String) throws {
    try folder.write(pair.still, as: stem + ".JPG")
    try folder.write(pair.movie, as: stem + ".MOV")
  }

  private func other(_ number: Int) throws -> SamplePair {
    var recipe = SamplePair.Recipe()
    recipe.identifier = "1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A7\(number)"
    recipe.scene = 9
    return try SamplePair(recipe)
  }

  private func survey(_ effort: PictureEffort = .key) async throws -> Survey {
    try await Survey([folder.path], effort: effort)
  }

  @Test("damage in a second video track is found when everything is decoded")
  func secondVideo() async throws {
    let movie = try folder.write(SamplePair.good.get().movie, as: "one.mov")
    let path = folder.path("a/two.mov")
    try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: true)
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", movie, "-i", movie, "-map", "0:v", "-map", "1:v", "-c", "copy", "-disposition:v:1", "0",
      path,
    ])
    let places = try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "v:1", "-show_entries", "packet=pos,size", "-of", "csv=p=0", path,
    ]).lines.compactMap { $0.split(separator: ",").compactMap { Int($0) } }.filter { $0.count == 2 }
    #expect(try await Survey([path], effort: .full).paths(.movie) == [path])
    let largest = try #require(places.max { $0[0] < $1[0] })
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    for index in 40..<min(largest[0], 400) { bytes[largest[1] + index] = UInt8(truncatingIfNeeded: index &* 7919 >> 3) }
    try folder.write(bytes, as: "a/two.mov")
    #expect(try await Survey([path], effort: .full).paths(.broken) == [path])
  }

  @Test(
    "a damaged archive beside a good pair is not well: files of zeros, empty ones, junk before a movie, a broken .livp")
  func damagedArchive() async throws {
    try write(pair, as: "IMG_1")
    let zeros = [UInt8](repeating: 0, count: 5000)
    let broken = [
      try folder.write([], as: "empty.HEIC"), try folder.write([], as: "empty.MOV"),
      try folder.write(Array(repeating: 0x5a, count: 64) + pair.movie, as: "junk.MOV"),
      try folder.write(Array("PK\u{3}\u{4}and no more".utf8), as: "share.livp"),
      try folder.write(zeros, as: "zeros.JPG"), try folder.write(zeros, as: "zeros.MOV"),
    ]
    for effort in PictureEffort.allCases {
      let survey = try await survey(effort)
      #expect(survey.paths(.broken) == broken)
      #expect(survey.verdict.livePhotos == 1 && survey.verdict.broken == 6 && !survey.verdict.isGood)
      #expect(survey.lines(about: folder.path("junk.MOV")).contains("64 bytes of something else"))
      #expect(survey.verdict.text.hasSuffix("6 broken, 0 not looked at"))
    }
    for path in broken { try FileManager.default.removeItem(atPath: path) }
    #expect(try await self.survey().verdict.isGood)
  }

  @Test("pairs, bundles, Motion Photos, archives and what is alone are told apart, and make a good archive")
  func units() async throws {
    try write(pair, as: "pictures/2026/IMG_1")
    try write(try other(1), as: "pictures/B.pvt/B")
    try folder.write(try other(2).still, as: "pictures/alone.JPG")
    try folder.write(try other(3).movie, as: "pictures/film.MOV")
    try folder.write(Array("notes".utf8), as: "pictures/notes.txt")
    try folder.write(Array("GIF89a and so on".utf8), as: "pictures/dance.gif")
    try folder.write([1, 2, 3], as: "pictures/.thumbnail.jpg")
    let fourth = try other(4)
    let motion = try MotionPhoto.rope(
      still: ArrayBytes(fourth.still, name: "still"), movie: ArrayBytes(fourth.movie, name: "movie"))
    try folder.write(try motion.contents(), as: "pictures/P.MP.jpg")
    try archive("pictures/S.livp", try other(5), compression: 0)
    try archive("pictures/T.livp", try other(6), compression: 8)
    let survey = try await survey()
    #expect(survey.verdict.isGood, "\(survey.findings.map(\.line))")
    #expect(survey.paths(.pair) == [folder.path("pictures/2026/IMG_1.JPG")])
    #expect(survey.paths(.bundle) == [folder.path("pictures/B.pvt")])
    #expect(survey.paths(.motionPhoto) == [folder.path("pictures/P.MP.jpg")])
    #expect(survey.paths(.archive) == ["pictures/S.livp", "pictures/T.livp"].map(folder.path))
    #expect(survey.paths(.still) == [folder.path("pictures/alone.JPG")])
    #expect(survey.paths(.movie) == [folder.path("pictures/film.MOV")])
    #expect(survey.paths(.passedOver) == [folder.path("pictures/dance.gif")])
    #expect(survey.verdict.pairs == 4 && survey.verdict.others == 1 && survey.verdict.hidden == 1)
    let bundle = try await Survey([folder.path("pictures/B.pvt")])
    #expect(bundle.verdict.isGood && bundle.verdict.pairs == 1)
  }

  /// Writes a `.livp` archive by another program.
  private func archive(_ name: String, _ pair: SamplePair, compression: Int) throws {
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", int(sys.argv[2])) as archive:
          archive.write(sys.argv[3], "IMG.JPG")
          archive.write(sys.argv[4], "IMG.MOV")
      """
    let parts = try TemporaryFolder()
    _ = try ForeignTool.python.run([
      "-c", script, folder.path(name), "\(compression)", try parts.write(pair.still, as: "a"),
      try parts.write(pair.movie, as: "b"),
    ])
  }

  @Test("archives that are not looked into are told and in the sum, and a bundle's list that is none is broken")
  func otherArchives() async throws {
    try write(pair, as: "IMG_1")
    let names = ["a.7z", "b.rar", "c.tar", "d.tar.gz", "e.tgz", "f.HEIC.gz", "g.mov.xz"]
    for name in names { try folder.write(Array("something".utf8), as: name) }
    for name in ["log.gz", "words.txt.bz2"] { try folder.write([1, 2, 3], as: name) }
    for (name, list) in [
      ("B", "bplist00garbage"), ("C", "words"), ("D", "<?xml version=\"1.0\"?><plist><dict/></plist>"),
    ] {
      try write(try other(1), as: "\(name).pvt/B")
      try folder.write(Array(list.utf8), as: "\(name).pvt/metadata.plist")
    }
    let survey = try await survey(.none)
    #expect(survey.paths(.passedOver) == names.map(folder.path))
    #expect(survey.verdict.passedOver == names.count && survey.verdict.others == 2)
    #expect(survey.lines(about: folder.path("d.tar.gz")).contains("not looked into"))
    #expect(survey.paths(.broken) == ["B.pvt", "C.pvt"].map { folder.path("\($0)/metadata.plist") })
  }

  @Test("an archive with the name of a picture is broken, as are archives whose entries contradict each other")
  func archivesThatLie() async throws {
    try write(pair, as: "IMG_1")
    try archive("B.HEIC", try other(1), compression: 0)
    try archive("C.livp", try other(2), compression: 0)
    var bytes = try folder.read("C.livp")
    bytes[14] ^= 1
    try folder.write(bytes, as: "C.livp")
    try archive("D.livp", try other(3), compression: 0)
    try folder.write(try folder.read("D.livp") + [0], as: "D.livp")
    for effort in [PictureEffort.none, .key] {
      let survey = try await survey(effort)
      #expect(survey.paths(.broken) == ["B.HEIC", "C.livp"].map(folder.path))
      #expect(survey.lines(about: folder.path("B.HEIC")).contains("a ZIP archive, whatever its name"))
      #expect(survey.lines(about: folder.path("D.livp")).contains("1 byte behind its end"))
    }
  }

  @Test("a Motion Photo and an archive are broken when what is inside is", arguments: [PictureEffort.none, .key])
  func brokenInside(effort: PictureEffort) async throws {
    try write(pair, as: "IMG_1")
    let second = try other(1)
    let motion = try MotionPhoto.rope(
      still: ArrayBytes(second.still, name: "still"), movie: ArrayBytes(second.movie, name: "movie")
    ).contents()
    try folder.write(Array(motion.dropLast(2000)), as: "cut.MP.jpg")
    try folder.write(Array(motion.prefix(second.still.count + 900)), as: "lost.MP.jpg")
    try archive("S.livp", second, compression: 0)
    var bytes = try folder.read("S.livp")
    bytes[bytes.count / 2] ^= 0x40
    try folder.write(bytes, as: "S.livp")
    let survey = try await survey(effort)
    #expect(survey.paths(.broken) == ["S.livp", "cut.MP.jpg", "lost.MP.jpg"].map(folder.path))
    #expect(survey.verdict.livePhotos == 1 && !survey.verdict.isGood)
  }

  @Test("files alone are no fault when they are whole, and broken when they are not")
  func alone() async throws {
    try write(pair, as: "IMG_1")
    let (second, third) = (try other(1), try other(2))
    try folder.write(Array(third.still.prefix(third.still.count * 2 / 3)), as: "cut.JPG")
    var bytes = second.movie
    for index in stride(from: 4000, to: bytes.count - 6000, by: 97) { bytes[index] ^= 0xff }
    try folder.write(bytes, as: "noise.MOV")
    try folder.write(Array(second.movie.prefix(900)), as: "short.MOV")
    try folder.write(Array("<html>404</html>".utf8), as: "page.jpg")
    for effort in [PictureEffort.none, .full] {
      let broken = try await survey(effort).paths(.broken).sorted()
      #expect(broken == ["cut.JPG", "noise.MOV", "page.jpg", "short.MOV"].map(folder.path))
    }
  }

  @Test("a still that breaks off makes no Live Photo, be it decoded or not", arguments: PictureEffort.allCases)
  func cutStill(effort: PictureEffort) async throws {
    try folder.write(Array(pair.still.prefix(pair.still.count * 2 / 3)), as: "IMG_1.JPG")
    try folder.write(pair.movie, as: "IMG_1.MOV")
    let survey = try await survey(effort)
    #expect(survey.findings.first?.verdict?[.stillDecodes]?.status == .failure)
    #expect(survey.verdict.pairs == 1 && survey.verdict.livePhotos == 0 && !survey.verdict.isGood)
  }

  @Test("a PNG without its last chunk is broken, be it decoded or not", arguments: PictureEffort.allCases)
  func cutPNG(effort: PictureEffort) async throws {
    try write(pair, as: "IMG_1")
    let png = folder.path("a.png")
    try ForeignTool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64", "-frames:v", "1", png])
    #expect(try await survey(effort).verdict.isGood)
    try folder.write(Array(folder.read("a.png").dropLast(12)), as: "a.png")
    #expect(try await !survey(effort).verdict.isGood)
  }

  @Test("without pictures, consumers that go by them are unknown")
  func withoutPictures() async throws {
    try write(pair, as: "IMG_1")
    let verdict = try #require(try await survey(.none).findings.first?.verdict)
    #expect(verdict.isLivePhoto && verdict[.decodes]?.status == .notChecked)
    let mac = try #require(verdict.consumers.first { $0.consumer == .applePhotosMac })
    #expect(mac.answer == .unknown && mac.reason == "not decoded")
    #expect(verdict.consumers.first { $0.consumer == .immich }?.answer == .accepted)
  }

  @Test("one picture is enough to tell a pair, and to tell two halves of different scenes")
  func onePicture() async throws {
    try write(pair, as: "A")
    var recipe = SamplePair.Recipe()
    recipe.scene = 99
    recipe.identifier = "2F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A70"
    let still = try SamplePair(recipe).still
    recipe.scene = 4
    try folder.write(still, as: "B.JPG")
    try folder.write(try SamplePair(recipe).movie, as: "B.MOV")
    let survey = try await survey()
    let likeness = survey.findings.map { $0.verdict?[.likeness]?.status }
    #expect(likeness == [.pass, .warning])
    #expect(survey.findings[0].verdict?[.decodes]?.found.hasPrefix("the picture at") == true)
  }

  @Test("the identifier of another photo is told with where that is, within a folder and between folders")
  func repeated() async throws {
    try write(pair, as: "a/IMG_1")
    try write(pair, as: "a/copy")
    try write(pair, as: "b/IMG_1")
    let survey = try await survey()
    #expect(survey.verdict.livePhotos == 3 && survey.verdict.repeated == 2 && survey.verdict.isGood)
    #expect(survey.findings.map(\.repeated?.folder) == [nil, folder.path("a"), folder.path("a")])
    #expect(survey.lines(about: folder.path("b/IMG_1.JPG")).contains("another photo in \(folder.path("a"))"))
  }

  @Test("halves in different folders are joined by their identifier")
  func apart() async throws {
    try folder.write(pair.still, as: "stills/IMG_1.JPG")
    try folder.write(pair.movie, as: "movies/IMG_1.MOV")
    let survey = try await survey()
    #expect(survey.findings.map(\.unit.paths) == [["stills/IMG_1.JPG", "movies/IMG_1.MOV"].map(folder.path)])
    #expect(survey.verdict.isGood && survey.verdict.repeated == 0)
  }

  @Test("findings come in the same order, and with the same words, whatever the number of jobs")
  func order() async throws {
    for number in 0..<12 {
      try write(number % 3 == 0 ? pair : try other(number % 8), as: "f\(number % 2)/IMG_\(number)")
    }
    try folder.write([], as: "f1/A.MOV")
    func lines(_ jobs: Int) async throws -> [String] {
      try await Survey([folder.path], effort: .none, jobs: jobs).findings.map(\.line)
    }
    let one = try await lines(1)
    for jobs in [2, 5] { #expect(try await lines(jobs) == one) }
  }

  @Test("a survey that is cancelled tells what it found, and that this is not all")
  func cancelled() async throws {
    for number in 0..<8 { try write(pair, as: "IMG_\(number)") }
    let path = folder.path
    let task = Task {
      try await LivePhotoFiles().verify(all: [path], effort: .none) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    let verdict = try await task.value
    #expect(verdict.isPartial && !verdict.isGood && (1..<8).contains(verdict.pairs))
    #expect(verdict.text.hasPrefix("Not complete"))
  }

  @Test("files that are named find their other half, and are judged once")
  func namedFiles() async throws {
    try write(pair, as: "IMG_1")
    try write(try other(1), as: "IMG_2")
    try folder.write([], as: "IMG_3.JPG")
    let names = ["IMG_1.JPG", "IMG_2.MOV", "IMG_2.JPG"].map(folder.path)
    let survey = try await Survey(names)
    #expect(survey.findings.map(\.unit.path) == ["IMG_1.JPG", "IMG_2.JPG"].map(folder.path))
    #expect(survey.verdict.isGood)
  }

  @Test("a damaged half beside a file that is named is told, and once, in whatever order a list has them")
  func namedBesideDamage() async throws {
    try write(pair, as: "IMG_1")
    try write(try other(1), as: "IMG_2")
    let broken = try folder.write([UInt8](repeating: 0, count: 5000), as: "IMG_2.MOV")
    try write(pair, as: "b/IMG_1")
    let first = ["IMG_1.JPG", "IMG_2.JPG"].map(folder.path)
    for names in [first, first + [folder.path("b/IMG_1.JPG"), broken]] {
      let survey = try await Survey(names)
      #expect(survey.paths(.broken) == [broken] && !survey.verdict.isGood)
    }
  }

  @Test("a file of a list that is no partner of the one beside it is told, wherever the list has it")
  func namedApart() async throws {
    try write(pair, as: "IMG_1")
    try folder.write(try other(1).still, as: "IMG_1.HEIC")
    try folder.write(try other(2).movie, as: "IMG_1_HEVC.MOV")
    try write(try other(3), as: "b/IMG_1")
    let here = ["IMG_1.JPG", "IMG_1.MOV", "IMG_1.HEIC", "IMG_1_HEVC.MOV"].map(folder.path)
    let there = folder.path("b/IMG_1.JPG")
    let whole = Set(try await Survey([folder.path]).findings.flatMap(\.unit.paths))
    #expect(whole.count == 6)
    for first in here.indices {
      // `find` prints a folder's files around those of the folders in it.
      let list = [here[first], there] + here.filter { $0 != here[first] }.flatMap { [$0, there, $0] }
      let survey = try await Survey(list)
      let told = survey.findings.flatMap(\.unit.paths)
      #expect(told.count == 6 && Set(told) == whole, "\(list): \(told)")
      #expect(survey.verdict.repeated == 0)
    }
  }

  @Test("what is named several times, by itself and with its folder, is judged once")
  func namedTwice() async throws {
    try write(pair, as: "a/IMG_1")
    try folder.write([], as: "a/IMG_2.JPG")
    let (still, empty) = (folder.path("a/IMG_1.JPG"), folder.path("a/IMG_2.JPG"))
    let same = folder.path("a/../a/IMG_1.MOV")
    for names in [
      [still, still, empty, empty], [still, folder.path, empty], [folder.path, still, empty, same],
      [empty, still, same, folder.path("a")],
    ] {
      let survey = try await Survey(names)
      #expect(survey.findings.count == 2 && survey.verdict.repeated == 0, "\(names)")
      #expect(survey.verdict.livePhotos == 1 && survey.verdict.broken == 1)
    }
  }

  @Test("names that differ in the composition of their characters alone are two files, in folders and in lists")
  func composition() async throws {
    let names = ["\u{e9}.JPG", "e\u{301}.JPG"]
    try folder.write(pair.still, as: names[0])
    try folder.write([], as: names[1])
    for paths in [[folder.path], names.map(folder.path), names.reversed().map(folder.path)] {
      let survey = try await Survey(paths, effort: .none)
      #expect(survey.verdict.stillsAlone == 1 && survey.verdict.broken == 1)
    }
  }

  @Test("beside the halves of a bundle, a file whose name is that of one in other characters is told")
  func compositionInBundles() async throws {
    try write(pair, as: "B.pvt/\u{e9}")
    let twin = try folder.write([UInt8](repeating: 0, count: 5000), as: "B.pvt/e\u{301}.JPG")
    let survey = try await survey(.none)
    #expect(survey.verdict.pairs == 1 && survey.paths(.broken) == [twin])
  }

  @Test("a list of one folder's files is told in portions, and its pairs are whole all the same")
  func portions() async throws {
    let count = 1100
    let (still, movie) = (try folder.write(pair.still, as: "s"), try folder.write(pair.movie, as: "m"))
    try FileManager.default.createDirectory(atPath: folder.path("list"), withIntermediateDirectories: true)
    for number in 0..<count {
      try FileManager.default.linkItem(atPath: still, toPath: folder.path("list/\(number).JPG"))
      try FileManager.default.linkItem(atPath: movie, toPath: folder.path("list/\(number).MOV"))
    }
    // Stills before movies: each pair's halves come in different portions.
    let list = [".JPG", ".MOV"].flatMap { kind in (0..<count).map { folder.path("list/\($0)\(kind)") } }
    var told = 0
    var toldBeforeEnd = 0
    var asked = 0
    let names = AnySequence(
      AnyIterator {
        asked += 1
        if asked == list.count { toldBeforeEnd = told }
        return asked <= list.count ? list[asked - 1] : nil
      })
    let verdict = try await LivePhotoFiles().verify(all: names, effort: .none) { _ in told += 1 }
    #expect(verdict.pairs == count && told == count && toldBeforeEnd > 0)
    #expect(verdict.stillsAlone == 0 && verdict.moviesAlone == 0)
  }

  @Test("a damaged half is named, of a bundle, and of a pair whose file has changed since it was found")
  func brokenHalves() throws {
    let still = try folder.write(pair.still, as: "B.pvt/B.JPG")
    let movie = try folder.write(Array(pair.movie.prefix(400)), as: "B.pvt/B.MOV")
    let judge = ArchiveJudge(files: LivePhotoFiles().source, effort: .none)
    let bundle = try judge.finding(.bundle(folder.path("B.pvt"), still: still, movie: movie))
    #expect(bundle.status == .broken && bundle.message?.hasPrefix("B.MOV: ") == true)
    let pair = try judge.finding(.pair(still: still, movie: movie, foundBy: .name))
    #expect(pair.status == .broken && pair.unit.paths == [still, movie])
    let lost = try judge.finding(.pair(still: still, movie: movie + "x", foundBy: .name))
    #expect(lost.status == .broken && lost.unit.paths == [still, movie + "x"])
    #expect(lost.message?.contains("B.MOVx: ") == true)
  }

  @Test("halves of Live Photos whose other half is missing are counted as such")
  func lostHalves() async throws {
    try write(pair, as: "IMG_1")
    try folder.write(try other(1).still, as: "IMG_2.JPG")
    var plain = SamplePair.Recipe()
    plain.hasIdentifier = false
    try folder.write(try SamplePair(plain).still, as: "IMG_3.JPG")
    let survey = try await survey()
    #expect(survey.verdict.stillsAlone == 2 && survey.verdict.halves == 1 && survey.verdict.isGood)
    #expect(survey.lines(about: folder.path("IMG_2.JPG")).contains("half of a Live Photo"))
    #expect(!survey.lines(about: folder.path("IMG_3.JPG")).contains("half of"))
    #expect(survey.verdict.text.contains("alone (1 Live Photo still without its movie), 0 broken"))
    #expect(survey.lines(about: folder.path("IMG_2.JPG")).hasPrefix("warning "))
    #expect(survey.verdict.stillHalves == 1)
  }

  @Test("the sum tells how much was decoded, so that nobody takes a quick look for a thorough one")
  func depth() async throws {
    try write(pair, as: "IMG_1")
    for (effort, words) in [(PictureEffort.none, "--quick"), (.key, "one picture"), (.full, "All pictures")] {
      let verdict = try await survey(effort).verdict
      #expect(verdict.pictures == effort && verdict.lines[0].contains(words) && verdict.folders == 1)
      // What decodes may have been changed all the same.
      #expect(verdict.lines[0].contains("not show") && verdict.lines[0].contains("--checksums"))
    }
  }

  @Test("a Motion Photo whose XMP has the video begin elsewhere is broken", arguments: ["1", "9", "x"])
  func misplacedVideo(digit: String) async throws {
    let rope = try MotionPhoto.rope(
      still: ArrayBytes(pair.still, name: "still"), movie: ArrayBytes(pair.movie, name: "movie"))
    let bytes = try rope.contents()
    let video = try #require(try StillFile.read(ArrayBytes(bytes, name: "P")).motionPhoto?.videoRange.count)
    let announced = try #require(bytes.firstRange(of: Array("Length=\"\(video)\"".utf8)))
    var changed = bytes
    let length = String(repeating: digit, count: "\(video)".count)
    changed.replaceSubrange(announced, with: Array("Length=\"\(length)\"".utf8))
    try folder.write(bytes, as: "good.MP.jpg")
    let path = try folder.write(changed, as: "P.MP.jpg")
    let survey = try await survey(.none)
    #expect(survey.paths(.broken) == [path] && survey.verdict.motionPhotos == 1)
    #expect(survey.lines(about: path).contains("phones do not find it"))
  }

  @Test("a Motion Photo whose video shows something else, or ends before the still, is warned of")
  func otherVideo() async throws {
    var recipe = SamplePair.Recipe()
    recipe.stillFrame = 36
    let pair = try SamplePair(recipe)
    recipe.scene = 99
    let stranger = try SamplePair(recipe).movie
    func motionPhoto(_ movie: [UInt8]) throws -> [UInt8] {
      try MotionPhoto.rope(still: ArrayBytes(pair.still, name: "still"), movie: ArrayBytes(movie, name: "movie"))
        .contents()
    }
    var late = try motionPhoto(pair.movie)
    let time = try #require(late.firstRange(of: Array("PresentationTimestampUs=\"1200000".utf8)))
    late[time.upperBound - 7] = UInt8(ascii: "9")
    try folder.write(motionPhoto(pair.movie), as: "good.MP.jpg")
    let other = try folder.write(motionPhoto(stranger), as: "other.MP.jpg")
    let behind = try folder.write(late, as: "late.MP.jpg")
    for effort in [PictureEffort.key, .full] {
      let survey = try await survey(effort)
      #expect(survey.verdict.motionPhotos == 3 && survey.verdict.broken == 0)
      let rules = Dictionary(uniqueKeysWithValues: survey.findings.map { ($0.unit.path, $0.notableRules.map(\.rule)) })
      #expect(rules[other] == [.likeness] && rules[behind]?.contains(.stillTime) == true)
      #expect(rules[folder.path("good.MP.jpg")] == [])
    }
  }

  @Test("a Motion Photo whose still and video have dates of different days is warned of")
  func otherDay() async throws {
    var recipe = SamplePair.Recipe()
    recipe.begins = WallTime(secondsSince1970: 1_795_255_805 - 90_000, nanosecond: 0, utcOffsetSeconds: 0)
    let video = try SamplePair(recipe).movie
    for (name, movie) in [("good.MP.jpg", pair.movie), ("other.MP.jpg", video)] {
      let rope = try MotionPhoto.rope(
        still: ArrayBytes(pair.still, name: "still"), movie: ArrayBytes(movie, name: "movie"))
      try folder.write(try rope.contents(), as: name)
    }
    let rules = try await survey(.none).findings.map { $0.notableRules.map(\.rule) }
    #expect(rules == [[], [.dates]])
  }

  @Test("what lies in a bundle or an archive beside the pair is told, too")
  func besidePairs() async throws {
    try write(pair, as: "B.pvt/B")
    let zeros = try folder.write([UInt8](repeating: 0, count: 5000), as: "B.pvt/C.JPG")
    try folder.write(Array("<plist/>".utf8), as: "B.pvt/metadata.plist")
    try folder.write(try other(1).still, as: "B.pvt/deeper/D.JPG")
    let survey = try await survey()
    #expect(
      survey.paths(.bundle) == [folder.path("B.pvt")] && survey.paths(.broken) == [folder.path("B.pvt/deeper"), zeros])
    #expect(!survey.verdict.isGood)
    let zip = try TemporaryFolder()
    _ = try ForeignTool.python.run([
      "-c",
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as archive:
          for name, path in zip(("A.JPG", "A.MOV"), sys.argv[2:]): archive.write(path, name)
          archive.writestr("inner.livp", "PK and no more")
      """, zip.path("S.livp"), folder.path("B.pvt/B.JPG"), folder.path("B.pvt/B.MOV"),
    ])
    let packed = try await Survey([zip.path])
    #expect(packed.lines(about: zip.path("S.livp")).contains("Not looked at in it: inner.livp"))
  }

  @Test("files that are not what their names promise, and pictures of kinds that are not read, are told as such")
  func names() async throws {
    let swapped = [try folder.write(pair.movie, as: "a.JPG"), try folder.write(pair.still, as: "b.MOV")]
    let jpeg2000 = try folder.write([0, 0, 0, 12] + Array("jP  \r\n\u{87}\n    ftypjp2 ".utf8), as: "c.jpg")
    let damaged = [
      try folder.write(
        [0, 0, 0, 20, 0xff, 0xff] + [UInt8](repeating: 9, count: 14) + pair.movie.dropFirst(20), as: "d.MOV")
    ]
    let unfinished = try folder.write(Array(pair.movie.dropLast(pair.movie.count / 2)), as: "f.MOV.part")
    try folder.write(Array("words".utf8), as: "notes.txt.part")
    let panorama = try folder.write([UInt8](repeating: 0, count: 50), as: "e.insp")
    let survey = try await survey(.none)
    #expect(Set(survey.paths(.broken)) == Set(swapped + damaged + [unfinished, panorama]))
    #expect(survey.lines(about: swapped[0]).contains("It is a movie, whatever its name (.jpg) says"))
    #expect(survey.lines(about: damaged[0]).contains("first box"))
    #expect(survey.paths(.passedOver) == [jpeg2000] && survey.verdict.others == 1)
  }

  @Test("what breaks a pair is told with what was found, and a list's line ends of Windows by their name")
  func reasons() async throws {
    try folder.write(pair.still, as: "A.JPG")
    try folder.write(try other(1).movie, as: "A.MOV")
    let survey = try await survey()
    #expect(survey.lines(about: folder.path("A.JPG")).contains("identifiersEqual: still 0F3C1B5E"))
    let listed = try await Survey([folder.path("A.JPG\r")])
    #expect(listed.findings.first?.message?.contains("line ends of Windows") == true)
  }
}
