import FileStorage
import Foundation
import LibraryFiles
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import StillCoding
import TestSupport
import Testing
import VideoCoding

/// Files of others into a library, and out of it again.
@Suite struct LibraryFilesTests {
  private let bench: ImportBench
  private var folder: TemporaryFolder { bench.folder }
  private var library: PhotoLibrary { bench.library }

  init() throws { bench = try ImportBench() }

  @Test("phones' pairs are imported byte for byte, by identifier whatever their names, and once only")
  func pairs() async throws {
    let source = try bench.source("phone")
    for (index, pair) in LivePhotoFixtures.pairs.enumerated() {
      let suffix = (pair.still as NSString).pathExtension
      try bench.copy(pair.still, to: source, as: "A\(index).\(suffix)")
      try bench.copy(pair.movie, to: source, as: "B\(index).mov")
    }
    _ = try folder.write(Array("shopping".utf8), as: "phone/list.txt")
    let first = try await bench.importing(source)
    #expect(first.report.count(.added) == LivePhotoFixtures.pairs.count)
    #expect(first.report.livePhotos == LivePhotoFixtures.pairs.count && first.report.count(.failed) == 0)
    #expect(first.report.count(.leftOut) == 1)
    #expect(first.findings.filter { $0.outcome == .added }.allSatisfy { $0.reason.contains("identifier") })
    let hashes = try Set(
      Asset.fetchAssets(in: library).flatMap {
        try AssetResource.assetResources(for: $0, in: library).compactMap(\.sha256)
      })
    for pair in LivePhotoFixtures.pairs {
      for path in [pair.still, pair.movie] {
        let digest = try ForeignTool("sha256sum", package: "coreutils").run([path]).text.prefix(64)
        #expect(hashes.contains(String(digest)), "\(path)")
      }
    }
    let again = try await bench.importing(source)
    #expect(again.report.count(.duplicate) == LivePhotoFixtures.pairs.count && again.report.count(.added) == 0)
    #expect(try Asset.countAssets(in: library).map(\.count) == [LivePhotoFixtures.pairs.count])
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test("a still alone, a movie alone, a broken file and a named file are each told of")
  func others() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let other = try bench.twin(of: pair, 1)
    let source = try bench.source("mixed")
    try bench.copy(pair.movie, to: source, as: "film.mov")
    _ = try folder.write([UInt8](repeating: 0, count: 5000), as: "mixed/zeros.jpg")
    let (result, named) = (try await bench.importing(source), try await bench.importing(other.still))
    #expect(result.report.counts == [.added: 1, .failed: 1] && result.report.livePhotos == 0)
    #expect(named.report.counts == [.added: 1])
    #expect((result.findings + named.findings).compactMap(\.kind) == [.video, .photo])
    #expect(result.findings.contains { $0.outcome == .failed && $0.files == [source + "/zeros.jpg"] })
    let missing = try await bench.importing(folder.path("nowhere.jpg"))
    #expect(missing.report.count(.failed) == 1)
  }

  @Test(
    "a good still whose movie is damaged is taken alone, with a word on the movie",
    arguments: ["half", "tables", "empty"])
  func brokenMovie(_ damage: String) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.source("damaged")
    try bench.copy(pair.still, to: source, as: "IMG_0001.JPG")
    var movie = try bench.bytes(pair.movie)
    switch damage {
    case "half": movie.removeLast(movie.count / 2)
    case "empty": movie = []
    default:
      // Every sample is said to be larger than the file.
      for start in movie.indices.dropLast(20) where movie[start..<start + 4].elementsEqual("stsz".utf8) {
        for index in start + 12..<start + 20 { movie[index] = 0x7f }
      }
    }
    _ = try folder.write(movie, as: "damaged/IMG_0001.MOV")
    let result = try await bench.importing(source)
    let asset = try bench.asset()
    #expect(asset.remark == "Its movie IMG_0001.MOV is broken." && !asset.isLivePhoto)
    #expect(result.report.count(.added) == 1 && result.report.count(.failed) == 1)
    #expect(result.findings.contains { $0.outcome == .failed && $0.files == [source + "/IMG_0001.MOV"] })
    #expect(result.findings.contains { $0.outcome == .added && $0.files == [source + "/IMG_0001.JPG"] })
  }

  @Test(
    "a still over whose picture zeros were written is taken, and said to be damaged", arguments: LivePhotoFixtures.pairs
  )
  func emptyStill(_ pair: LivePhotoFixtures.Pair) async throws {
    let source = try bench.phone(with: pair)
    let name = "IMG_0001." + (pair.still as NSString).pathExtension
    var still = try bench.bytes(pair.still)
    // In all of them these are bytes of the picture.
    for index in still.count * 62 / 100..<still.count * 3 / 4 { still[index] = 0 }
    _ = try folder.write(still, as: "phone/" + name)
    let (report, findings) = try await bench.importing(source)
    #expect(report.count(.added) == 1 && report.livePhotos == 1)
    #expect(findings[0].changes.contains { $0.hasPrefix("\(name) is damaged: ") }, "\(findings)")
    #expect(try bench.asset().remark?.hasPrefix("\(name) is damaged: ") == true)
    let whole = try await ImportBench().importing(pair.still, pair.movie)
    #expect(whole.findings.allSatisfy { $0.changes.isEmpty })
  }

  @Test("a picture that was damaged before it came is found by decoding it, and its asset tells of it then")
  func damagedPicture() async throws {
    let pair = try #require(LivePhotoFixtures.pairs.first { $0.still.lowercased().hasSuffix(".jpg") })
    let source = try bench.phone(with: pair)
    var still = try bench.bytes(pair.still)
    let name = "IMG_0001." + (pair.still as NSString).pathExtension
    // Header and end are there, and nothing contradicts itself but the picture.
    still.removeSubrange(still.count * 62 / 100..<still.count * 3 / 4)
    _ = try folder.write(still, as: "phone/" + name)
    #expect(try await bench.importing(source).report.counts == [.added: 1])
    #expect(try bench.asset().remark == nil)
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
    for repairs in [false, true, true] {
      var thorough = LibraryCheck(of: library, effort: .pictures, repairs: repairs)
      let report = try thorough.run()
      #expect(report.findings.map(\.kind) == [.damagedPicture] && report.lossCount == 0, "\(report.findings)")
      #expect(report.isClean == repairs && report.findings[0].message.hasPrefix("The photo \(name) came damaged."))
    }
    #expect(try bench.asset().remark?.hasPrefix("\(name) is damaged: ") == true)
    let whole = try ImportBench()
    for pair in LivePhotoFixtures.pairs { _ = try await whole.importing(pair.still, pair.movie) }
    var thorough = LibraryCheck(of: whole.library, effort: .pictures)
    #expect(try thorough.run().findings.isEmpty)
  }

  @Test("pairs that have one identifier and other bytes are each an asset, and none of their files is lost")
  func oneIdentifier() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    let suffix = (pair.still as NSString).pathExtension
    for number: UInt8 in 2...3 {
      _ = try folder.write(bench.edited(pair.still, mark: number), as: "phone/IMG_000\(number).\(suffix)")
      _ = try folder.write(bench.edited(pair.movie, mark: number), as: "phone/IMG_000\(number).MOV")
    }
    let (report, findings) = try await bench.importing(source)
    #expect(report.counts == [.added: 3] && report.livePhotos == 3, "\(findings)")
    // The first keeps the identifier, the others get new ones, and all are given back as they came.
    let assets = try Asset.fetchAssets(in: library)
    var exporter = LibraryExporter(from: library)
    exporter.isOriginal = true
    let back = try assets.flatMap { try exporter.export($0, to: folder.path("original")).files }
    let names = try FileManager.default.contentsOfDirectory(atPath: source)
    #expect(back.count == 6)
    #expect(try Set(back.map { try bench.bytes($0) }) == Set(names.map { try bench.bytes(source + "/" + $0) }))
    let shown = try assets.flatMap { try LibraryExporter(from: library).export($0, to: folder.path("shown")).files }
    let movies = shown.filter { $0.hasSuffix(".MOV") }
    let identifiers = try movies.map { try ForeignTool.exiftool.run(["-s3", "-ContentIdentifier", $0]).text }
    #expect(Set(identifiers).count == 3)
    #expect(try await bench.importing(source).report.counts == [.duplicate: 3])
  }

  @Test("a good movie whose still is damaged is taken alone, with a word on the still")
  func brokenStill() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.source("damaged")
    let name = "IMG_0001." + (pair.still as NSString).pathExtension
    // Pairing finds its metadata, and the library that the end is missing.
    let still = try bench.bytes(pair.still)
    _ = try folder.write(Array(still.prefix(still.count - 1000)), as: "damaged/" + name)
    try bench.copy(pair.movie, to: source, as: "IMG_0001.MOV")
    let result = try await bench.importing(source)
    let asset = try bench.asset()
    #expect(asset.remark == "Its still \(name) is broken." && asset.mediaType == .video)
    #expect(result.report.count(.added) == 1 && result.report.count(.failed) == 1)
    #expect(result.findings.contains { $0.outcome == .failed && $0.files == [source + "/" + name] })
    #expect(result.findings.contains { $0.outcome == .added && $0.files == [source + "/IMG_0001.MOV"] })
  }

  @Test(
    "pictures, movies and archives of kinds that a library does not take are told of, with what to do",
    arguments: [
      ("a.mkv", "ffmpeg"), ("a.avi", "ffmpeg"), ("a.gif", "JPEG"), ("a.bmp", "JPEG"), ("a.CR3", ".DNG"),
      ("takeout-001.tgz", "Unpack it"),
    ])
  func untaken(_ name: String, _ advice: String) async throws {
    let source = try bench.source("given")
    if advice == "ffmpeg" || advice == "JPEG" {
      try ForeignTool.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1", source + "/" + name,
      ])
    } else {
      _ = try folder.write(Array("What is in it counts for nothing here.".utf8), as: "given/" + name)
    }
    _ = try folder.write(Array("a list".utf8), as: "given/notes.txt")
    let result = try await bench.importing(source)
    #expect(result.report.count(.failed) == 1 && result.report.count(.leftOut) == 1)
    let finding = try #require(result.findings.first { $0.outcome == .failed })
    #expect(finding.files == [source + "/" + name] && finding.reason.contains(advice), "\(finding.reason)")
  }

  @Test("what links in the folders lead to is not taken, and is told of")
  func links() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let (source, other) = (try bench.source("given"), try bench.source("other"))
    try bench.copy(pair.still, to: other, as: "secret.jpg")
    try bench.copy(pair.still, to: source, as: "a.jpg")
    let files = FileManager.default
    for (link, place) in [
      ("out.jpg", other + "/secret.jpg"), ("folder", other), ("up", ".."), ("in.jpg", "a.jpg"), ("nowhere.jpg", "x"),
    ] { try files.createSymbolicLink(atPath: source + "/" + link, withDestinationPath: place) }
    #expect(mkfifo(source + "/pipe.jpg", 0o600) == 0)
    var findings: [ImportFinding] = []
    let contained = ContainedFiles(below: [source])
    _ = try await LibraryImporter(into: library, from: contained).run([source]) { findings.append($0) }
    _ = try bench.asset()
    let told = findings.filter { $0.outcome != .added }
    for name in ["out.jpg", "folder", "up", "in.jpg", "nowhere.jpg"] {
      let finding = try #require(told.first { $0.files == [source + "/" + name] }, "\(name)")
      #expect(finding.reason.contains("link"))
    }
    #expect(told.contains { $0.files == [source + "/pipe.jpg"] && $0.reason.contains("pipe") })
    #expect(throws: FileStoreError.self) { try contained.open(source + "/folder/secret.jpg") }
    #expect(throws: FileStoreError.self) { try contained.open(source + "/../other/secret.jpg") }
    #expect(try contained.open(source + "/in.jpg").count > 0)
    // A link that is named itself is meant.
    #expect(try ContainedFiles(below: [source + "/out.jpg"]).open(source + "/out.jpg").count > 0)
  }

  @Test("exports of each form are what their kinds of programs take, and the library stays as it is")
  func exports() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    _ = try await bench.importing(source)
    let asset = try #require(try Asset.fetchAssets(in: library).firstObject)
    for format in LibraryExporter.Format.allCases {
      var exporter = LibraryExporter(from: library)
      exporter.format = format
      let output = folder.path("out-\(format)")
      let once = try exporter.export(asset, to: output).files
      #expect(once.allSatisfy { FileManager.default.fileExists(atPath: $0) })
      #expect(try FileManager.default.contentsOfDirectory(atPath: output).count == once.count)
      switch format {
      case .pair:
        #expect(try bench.bytes(once[0]) == bench.bytes(pair.still) && bench.bytes(once[1]) == bench.bytes(pair.movie))
      case .bundle: #expect(try await LivePhotoFiles().verify(partOfPair: once[0]).isLivePhoto)
      case .motionphoto: #expect(once[0].contains(".MP."))
      case .zip:
        let listing = try ForeignTool.python.run(["-m", "zipfile", "-t", once[0]]).text
        #expect(listing.contains("Done testing"))
      }
    }
  }

  @Test("a damaged file is not given away unawares, in any form", arguments: LibraryExporter.Format.allCases)
  func damaged(_ format: LibraryExporter.Format) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    _ = try await bench.importing(bench.phone(with: pair))
    let asset = try bench.asset()
    let movie = try #require(try AssetResource.assetResources(for: asset, in: library).last)
    var bytes = try bench.bytes(movie.path)
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: movie.path))
    var exporter = LibraryExporter(from: library)
    exporter.format = format
    let output = folder.path("out")
    let refusal = #expect(throws: PhotosError.self) { try exporter.export(asset, to: output) }
    #expect(refusal?.code == .invalidResource && refusal?.context == "IMG_0001.MOV")
    for advice in [movie.path, "livecam library import"] { #expect(refusal?.message.contains(advice) == true) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).isEmpty, "nothing half is left")
    exporter.takesDamaged = true
    var notes: [LibraryExporter.Note] = []
    let files = try exporter.export(asset, to: output) { notes.append($0) }.files
    #expect(notes.map(\.isDamage) == [true] && notes[0].text.contains("IMG_0001.MOV"))
    if format == .pair { #expect(try files.count == 2 && bench.bytes(files[1]) == bytes) }
    try FileManager.default.removeItem(atPath: movie.path)
    let rest = try exporter.export(asset, to: output) { notes.append($0) }.files
    #expect(rest.count == 1 && notes.count == 2 && notes[1].isDamage)
    exporter.takesDamaged = false
    for work in [{ _ = try exporter.export(asset, to: output) }, { _ = try await edit(asset) }]
      as [() async throws -> Void]
    {
      let error = await #expect(throws: PhotosError.self) { try await work() }
      #expect(error?.code == .missingResource)
      for advice in [movie.path, "livecam library import"] { #expect(error?.message.contains(advice) == true) }
    }
  }

  private func edit(_ asset: Asset) async throws -> [String] {
    try await LibraryEditor(of: library).edit(asset, description: "turned") { $0.turn = .right }
  }

  @Test("an export tells that a still is a proxy, and what an asset lacks")
  func unfinished() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let proxy = try folder.write(ProxyMark.marking(bench.bytes(pair.still)), as: "A.JPG")
    var draft = LibraryDraft(
      [.init(.photoProxy, at: proxy, name: "A.JPG"), .init(.pairedVideo, at: pair.movie, name: "A.MOV")])
    draft.remark = "Its sound failed."
    try LibraryDraft.addAndWait([draft], to: library)
    var notes: [LibraryExporter.Note] = []
    _ = try LibraryExporter(from: library).export(bench.asset(), to: folder.path("out")) { notes.append($0) }
    #expect(notes.count == 2 && notes.allSatisfy { !$0.isDamage })
    #expect(notes[0].text.contains("A.JPG: this is a proxy") && notes[1].text.contains("Its sound failed."))
  }

  @Test("other versions of a photo are told once for each file, however many there are")
  func versions() async throws {
    let still = LivePhotoFixtures.pairs[0].still
    let source = try bench.source("phone")
    let suffix = (still as NSString).pathExtension
    for number: UInt8 in 0..<6 {
      _ = try folder.write(bench.edited(still, mark: number), as: "phone/IMG_\(number).\(suffix)")
    }
    let findings = try await bench.importing(source).findings
    let told = findings.map { $0.changes.filter { $0.contains("by its identifier") } }
    #expect(told.count == 6 && told.allSatisfy { $0.count == 1 }, "\(told)")
    #expect(told.joined().contains { $0.contains("5 other versions") && $0.hasSuffix("and others") })
  }

  @Test(
    "neither exports nor links go into the library's own folder, by whatever path",
    arguments: ["", "/resources", "/a/b"])
  func ownFolder(_ part: String) async throws {
    _ = try await bench.importing(bench.phone(with: LivePhotoFixtures.pairs[0]))
    let asset = try bench.asset()
    let before = try FileManager.default.subpathsOfDirectory(atPath: library.path).sorted()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("way"), withDestinationPath: library.path + "/resources")
    for path in [library.path + part, folder.path("phone/../library" + part), folder.path("way/x")] {
      #expect { try LibraryExporter(from: library).export(asset, to: path) } throws: {
        "\($0)".contains("library's own")
      }
      #expect { try LibraryTree(of: library, at: path).update() } throws: { "\($0)".contains("library's own") }
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: library.path).sorted() == before)
    #expect(try LibraryTree(of: library, at: library.path + "-tree").update().added == 2, "beside it is another")
  }

  @Test("an edit is shown, exported and taken back; its words are kept")
  func edits() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    _ = try await bench.importing(source)
    let asset = try #require(try Asset.fetchAssets(in: library).firstObject)
    for _ in 0..<2 {
      _ = try await LibraryEditor(of: library).edit(asset, description: "rotate 90") { $0.turn = .right }
    }
    let edited = try #require(try Asset.fetchAssets(in: library).firstObject)
    #expect(edited.pixelWidth == asset.pixelWidth && edited.pixelHeight == asset.pixelHeight, "turned twice")
    let words = try #require(
      try AssetResource.assetResources(for: edited, in: library).first { $0.type == .adjustmentData })
    #expect(words.byteCount == Int64("rotate 90\nrotate 90\n".utf8.count))
    var exporter = LibraryExporter(from: library)
    let shown = try exporter.export(edited, to: folder.path("shown")).files
    #expect(try bench.bytes(shown[0]) != bench.bytes(pair.still))
    #expect(try await LivePhotoFiles().verify(partOfPair: shown[0]).isLivePhoto)
    exporter.isOriginal = true
    let original = try exporter.export(edited, to: folder.path("original")).files
    #expect(try bench.bytes(original[0]) == bench.bytes(pair.still))
  }

  @Test("a half whose other half is in the trash takes it out, and both are one Live Photo", arguments: [false, true])
  func halfInTrash(_ movieFirst: Bool) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    _ = try await bench.importing(movieFirst ? pair.movie : pair.still)
    let half = try bench.asset()
    try await library.performChanges { [library] in AssetChangeRequest.trashAssets([half], in: library) }
    let (report, findings) = try await bench.importing(movieFirst ? pair.still : pair.movie)
    #expect(report.count(.joined) == 1 && report.count(.added) == 0)
    #expect(findings[0].changes.contains { $0.contains("was in the trash") })
    #expect(try bench.asset().isLivePhoto)
    #expect(try bench.asset() == half && bench.asset().trashedDate == nil)
  }

  @Test("a half joins what is in the trash only where nothing outside fits")
  func halfOutsideTrash() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    _ = try await bench.importing(pair.still)
    let first = try bench.asset()
    try await library.performChanges { [library] in AssetChangeRequest.trashAssets([first], in: library) }
    let other = try folder.write(bench.edited(pair.still), as: "IMG_2.\((pair.still as NSString).pathExtension)")
    _ = try await bench.importing(other)
    let (report, findings) = try await bench.importing(pair.movie)
    #expect(report.count(.joined) == 1 && findings[0].asset != first.localIdentifier)
    #expect(try bench.asset().isLivePhoto)
  }

  @Test("halves that come one after the other become one Live Photo", arguments: [false, true])
  func halvesApart(isMovieFirst: Bool) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let halves = isMovieFirst ? [pair.movie, pair.still] : [pair.still, pair.movie]
    #expect(try await bench.importing(halves[0]).report.count(.added) == 1)
    let alone = try bench.asset()
    let second = try await bench.importing(halves[1])
    #expect(second.report.count(.joined) == 1 && second.findings.map(\.kind) == [.livePhoto])
    let live = try bench.asset()
    #expect(live.localIdentifier == alone.localIdentifier && live.isLivePhoto && live.mediaType == .image)
    #expect(live.duration == .zero && live.playbackStyle == .livePhoto)
    let files = try LibraryExporter(from: library).export(live, to: folder.path("out")).files
    #expect(try await LivePhotoFiles().verify(partOfPair: files[0]).isLivePhoto)
    #expect(try bench.bytes(files[0]) == bench.bytes(pair.still) && bench.bytes(files[1]) == bench.bytes(pair.movie))
    // Once more, each is there.
    for half in halves { #expect(try await bench.importing(half).report.count(.duplicate) == 1) }
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test(
    "a half that was edited by itself becomes a Live Photo's with its edit, dated as the still is",
    arguments: [false, true])
  func editedHalfApart(isMovieFirst: Bool) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let halves = isMovieFirst ? [pair.movie, pair.still] : [pair.still, pair.movie]
    _ = try await bench.importing(halves[0])
    _ = try await LibraryEditor(of: library).edit(bench.asset(), description: "edit") {
      if isMovieFirst { $0.removesSound = true } else { $0.turn = .right }
    }
    #expect(try await bench.importing(halves[1]).report.count(.joined) == 1)
    let live = try bench.asset()
    let edit = isMovieFirst ? ResourceType.fullSizePairedVideo : .fullSizePhoto
    #expect(
      try AssetResource.assetResources(for: live, in: library).map(\.type)
        == [.photo, .adjustmentData, .pairedVideo, edit].sorted { $0.rawValue < $1.rawValue })
    #expect(live.hasAdjustments)
    let files = try LibraryExporter(from: library).export(live, to: folder.path("out")).files
    #expect(try await LivePhotoFiles().verify(partOfPair: files[0]).isLivePhoto)
    // As it would have come with both halves at once.
    let other = try ImportBench()
    _ = try await other.importing(other.phone(with: pair))
    #expect(try live.creationDate == other.asset().creationDate)
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test(
    "an export that is done again writes what is missing, and overwrites nothing",
    arguments: LibraryExporter.Format.allCases)
  func exportAgain(_ format: LibraryExporter.Format) async throws {
    _ = try await bench.importing(bench.phone(with: LivePhotoFixtures.pairs[0]))
    let (asset, place) = (try bench.asset(), folder.path("out"))
    var exporter = LibraryExporter(from: library)
    exporter.format = format
    let first = try exporter.export(asset, to: place)
    #expect(!first.wasThere)
    let before = try FileManager.default.subpathsOfDirectory(atPath: place).sorted()
    let again = try exporter.export(asset, to: place)
    #expect(again.wasThere && again.files == first.files)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: place).sorted() == before)
    if format == .pair {
      // One that was killed between the two.
      try FileManager.default.removeItem(atPath: first.files[1])
      #expect(try exporter.export(asset, to: place) == first)
    }
    let changed = format == .bundle ? first.files[0] + "/metadata.plist" : first.files[0]
    try Data([1]).write(to: URL(fileURLWithPath: changed))
    let other = try exporter.export(asset, to: place)
    #expect(!other.wasThere && other.files.allSatisfy { $0.contains("IMG_0001 (1)") })
    #expect(try bench.bytes(changed) == [1])
  }

  @Test("an edit that somebody else makes meanwhile is kept: this one is made of what that has left")
  func editsAtOnce() async throws {
    _ = try await bench.importing(bench.phone(with: LivePhotoFixtures.pairs[0]))
    let asset = try bench.asset()
    let still = try bench.bytes(LivePhotoFixtures.pairs[0].still)
    var attempts = 0
    _ = try await LibraryEditor(of: library).edit(asset, description: "rotate 90") { [library] request in
      attempts += 1
      if attempts == 1 {
        #expect(throws: Never.self) {
          try library.performChangesAndWait {
            AssetChangeRequest.setContentEdits(
              [AssetEdit(.fullSizePhoto, data: still), AssetEdit(.adjustmentData, data: Array("mute\n".utf8))],
              of: asset, in: library)
          }
        }
      }
      request.turn = .right
    }
    #expect(attempts == 2)
    let words = try #require(
      try AssetResource.assetResources(for: asset, in: library).first { $0.type == .adjustmentData })
    #expect(try bench.bytes(words.path) == Array("mute\nrotate 90\n".utf8))
  }

  @Test("a photo, or a movie, by itself is turned, too; what it cannot have is refused with what it can")
  func loneEdits() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    for path in [pair.still, try bench.twin(of: pair, 1).movie] {
      _ = try await bench.importing(path)
    }
    let editor = LibraryEditor(of: library)
    let assets = try Asset.fetchAssets(in: library)
    #expect(assets.count == 2)
    for asset in assets {
      _ = try await editor.edit(asset, description: "rotate 90") { $0.turn = .right }
      let turned = try #require(
        try Asset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], in: library).firstObject)
      #expect(turned.pixelWidth == asset.pixelHeight && turned.pixelHeight == asset.pixelWidth)
      let files = try LibraryExporter(from: library).export(turned, to: folder.path("shown")).files
      let form = try #require(
        try AssetResource.assetResources(for: turned, in: library).first {
          [.fullSizePhoto, .fullSizeVideo].contains($0.type)
        })
      #expect(try files.count == 1 && bench.bytes(files[0]) == bench.bytes(form.path))
      let refusal = await #expect(throws: LivePhotoError.self) {
        try await editor.edit(turned, description: "key-time 1") { $0.keyTime = MediaTime(value: 1, timescale: 2) }
      }
      #expect(refusal?.code == .invalidSetting && refusal?.message.contains("can be turned") == true)
    }
    let movie = try #require(try Asset.fetchAssets(with: .video, in: library).firstObject)
    _ = try await editor.edit(movie, description: "trim, mute") {
      $0.trim = EditTrim(end: movie.duration.multiplied(by: 9, over: 10))
      $0.removesSound = true
    }
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test(
    "thumbnails are upright and small, follow edits, and may be deleted at any time", arguments: LivePhotoFixtures.pairs
  )
  func thumbnails(_ pair: LivePhotoFixtures.Pair) async throws {
    let source = try bench.phone(with: pair)
    _ = try await bench.importing(source, pair.movie)
    func size(_ path: String) throws -> [Int] {
      try ForeignTool.exiftool.run(["-s3", "-n", "-ImageWidth", "-ImageHeight", path]).lines.compactMap { Int($0) }
    }
    let thumbnails = LibraryThumbnails(of: library)
    for asset in try Asset.fetchAssets(in: library) {
      let path = try thumbnails.path(for: asset, side: 64)
      let sides = try size(path)
      #expect(sides.max() == 64 && (sides[0] > sides[1]) == (asset.pixelWidth > asset.pixelHeight))
      let bytes = try bench.bytes(path)
      try FileManager.default.removeItem(atPath: library.path + "/thumbnails")
      #expect(try bench.bytes(thumbnails.path(for: asset, side: 64)) == bytes)
    }
    let asset = try #require(try Asset.fetchAssets(of: .smartAlbum(.livePhotos), in: library).firstObject)
    let before = try thumbnails.path(for: asset, side: 64)
    _ = try await LibraryEditor(of: library).edit(asset, description: "rotate 90") { $0.turn = .right }
    let after = try thumbnails.path(for: asset, side: 64)
    #expect(before != after)
    #expect(try size(after) == size(before).reversed())
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test("names that would leave the folder, hide files or hold orders are made harmless")
  func hostileNames() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let data = try bench.bytes(pair.still)
    let names = [
      "../../evil.jpg", "..", ".hidden.jpg", "a\nb\u{1b}[31m.jpg", "nul\0.jpg", String(repeating: "x", count: 4000),
    ]
    for name in names {
      try await library.performChanges { [library] in
        var options = AssetResourceCreationOptions()
        options.originalFilename = name
        AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: data, options: options)
      }
    }
    let output = folder.path("out")
    for asset in try Asset.fetchAssets(in: library) { _ = try LibraryExporter(from: library).export(asset, to: output) }
    let found = try FileManager.default.contentsOfDirectory(atPath: output)
    #expect(found.count == names.count)
    #expect(found.allSatisfy { !$0.hasPrefix(".") && !$0.unicodeScalars.contains { $0.value < 0x20 } })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["library", "out"])
  }
}
