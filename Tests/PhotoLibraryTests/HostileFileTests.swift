import Foundation
import MediaCore
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct HostileFileTests {
  let bench: LibraryBench
  let library: PhotoLibrary
  init() throws {
    bench = try LibraryBench()
    library = try bench.open()
  }

  private func add(_ resources: [(ResourceType, [UInt8])]) -> Int? {
    code { () throws(PhotosError) in
      try library.performChangesAndWait { [library] in
        let request = AssetCreationRequest.forAsset(in: library)
        for (type, bytes) in resources { request.addResource(with: type, data: bytes) }
      }
    }
  }

  private func add(_ url: URL, _ type: ResourceType, named name: String? = nil, type identifier: String? = nil) -> Int?
  {
    code { () throws(PhotosError) in
      try library.performChangesAndWait { [library] in
        var options = AssetResourceCreationOptions()
        options.originalFilename = name
        options.uniformTypeIdentifier = identifier
        AssetCreationRequest.forAsset(in: library).addResource(with: type, fileURL: url, options: options)
      }
    }
  }

  @Test("files that are cut short anywhere are refused")
  func cutShort() throws {
    let pair = try TinyPair.first.get()
    for length in stride(from: 0, to: pair.still.count, by: max(1, pair.still.count / 60)) {
      #expect(add([(.photo, Array(pair.still[..<length]))]) == 3302, "still of \(length) bytes")
    }
    for length in stride(from: 0, to: pair.movie.count, by: max(1, pair.movie.count / 60)) {
      #expect(add([(.video, Array(pair.movie[..<length]))]) == 3302, "movie of \(length) bytes")
    }
    #expect(try library.assetCount == 0)
    #expect(bench.files(below: "resources").isEmpty)
    #expect(bench.files(below: "incoming").isEmpty)
  }

  @Test("files with bytes changed anywhere are taken or refused, and never end the process")
  func changedBytes() throws {
    let pair = try TinyPair.first.get()
    var random = SeededRandom(seed: 3)
    var outcomes: Set<Int?> = []
    for round in 0..<150 {
      let isStill = round % 2 == 0
      var bytes = isStill ? pair.still : pair.movie
      // What describes the movie is at its end, what describes the still at its beginning.
      let range = isStill ? 0..<700 : max(0, bytes.count - 2500)..<bytes.count
      for _ in 0..<3 { bytes[Int.random(in: range, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      outcomes.insert(add([(isStill ? .photo : .video, bytes)]))
    }
    #expect(outcomes == [nil, 3302])
  }

  @Test("what is no asset is refused before its files are looked at")
  func combinations() throws {
    let pair = try TinyPair.first.get()
    #expect(add([]) == 3303)
    #expect(add([(.pairedVideo, pair.movie)]) == 3303)
    #expect(add([(.photo, pair.still), (.photo, pair.still)]) == 3300)
    #expect(add([(.photo, pair.still), (.video, pair.movie)]) == 3300)
    #expect(add([(.audio, [1])]) == 3303)
    #expect(add([(.photo, pair.movie)]) == 3302)
    #expect(add([(.video, pair.still)]) == 3302)
    #expect(add([(.video, pair.movie)]) == nil)
    let video = try #require(try Asset.fetchAssets(with: .video, in: library).firstObject)
    #expect(video.playbackStyle == .video && video.mediaSubtypes.isEmpty)
    #expect(video.duration.seconds > 0.59 && video.duration.seconds < 0.61)
    for (types, isAsset) in [
      ([.photo], true), ([.video], true), ([.photo, .pairedVideo], true), ([.photoProxy], true),
      ([.photoProxy, .pairedVideo], true), ([.pairedVideo], false), ([], false), ([.photo, .photo], false),
      ([.photo, .video], false), ([.photo, .alternatePhoto, .adjustmentData], true),
    ] as [([ResourceType], Bool)] {
      #expect(AssetCreationRequest.supportsAssetResourceTypes(types) == isAsset, "\(types)")
    }
  }

  @Test("names and types that contradict the file are refused; no extension says nothing")
  func wrongNames() throws {
    let pair = try TinyPair.first.get()
    #expect(add(try bench.write(pair.still, as: "a.heic"), .photo) == 3302)
    #expect(add(try bench.write(pair.still, as: "a.mov"), .photo) == 3302)
    #expect(add(try bench.write(pair.movie, as: "b.jpg"), .video) == 3302)
    #expect(add(try bench.write(pair.movie, as: "b.avi"), .video) == 3302)
    let good = try bench.write(pair.still, as: "a.jpeg")
    #expect(add(good, .photo, named: "a.png") == 3302)
    #expect(add(good, .photo, type: "public.heic") == 3302)
    #expect(add(URL(fileURLWithPath: bench.folder.path("none.jpg")), .photo) == 3303)
    #expect(add(URL(fileURLWithPath: bench.folder.path), .photo) == -1)
    #expect(try library.assetCount == 0)
    #expect(add(good, .photo, type: "public.image") == nil)
    #expect(add(try bench.write(pair.still, as: "a"), .photo) == nil)
  }

  @Test("a database that is none, or a newer one, is an error, and stays as it is")
  func strangeDatabase() throws {
    let other = try LibraryBench(.sqlite)
    let file = try other.write(
      Array("this is not a database at all, and long enough".utf8), as: "library/library.sqlite")
    let damage = #expect(throws: PhotosError.self) {
      try PhotoLibrary(at: other.path, environment: other.environment())
    }
    #expect(damage?.code == .invalidResource && damage?.message.contains(file.path) == true)
    #expect(try Data(contentsOf: file).count == 46)
    try library.catalog.write(token: nil) { try $0.execute("UPDATE schemaVersion SET version = 1000") }
    let failure = #expect(throws: PhotosError.self) { try bench.open() }
    #expect(failure?.code == .internalError)
  }

  @Test("names in the database that lead elsewhere are passed over, also by deleting")
  func strangeNames() throws {
    let precious = try bench.write([1, 2, 3], as: "precious")
    let identifier = try library.add(TinyPair.first.get()).localIdentifier
    try library.catalog.write(token: nil) { db in
      try db.execute("UPDATE resource SET fileName = '../../../precious' WHERE type = 1")
      try db.execute("UPDATE asset SET mediaType = 77, playbackStyle = -1, pixelWidth = -5, latitude = 1000")
    }
    let asset = try #require(try Asset.fetchAssets(withLocalIdentifiers: [identifier], in: library).firstObject)
    #expect(asset.mediaType == .unknown && asset.playbackStyle == .unsupported && asset.pixelWidth == 0)
    #expect(asset.location == nil)
    #expect(try AssetResource.assetResources(for: asset, in: library).map(\.type) == [.pairedVideo])
    try library.performChangesAndWait { [library] in AssetChangeRequest.deleteAssets([asset], in: library) }
    #expect(try library.assetCount == 0)
    #expect(try [UInt8](Data(contentsOf: precious)) == [1, 2, 3])
    for name in ["", ".", "..", "a/b", "a.b.c", ".a", "a.", "ä", "a\0", String(repeating: "a", count: 129)] {
      #expect(!LibraryFolder.isName(name), "\(name)")
    }
  }

  @Test("identifiers may be any text")
  func strangeIdentifiers() throws {
    let real = try library.add(TinyPair.first.get()).localIdentifier
    let strange = ["", "'", "\"", "\\", "\u{0}", "\n\t", "𝄞", "');DROP TABLE asset;--", real]
    #expect(try Asset.fetchAssets(withLocalIdentifiers: strange, in: library).map(\.localIdentifier) == [real])
    let many = (0..<40_000).map { "\($0)" } + [real]
    #expect(try Asset.fetchAssets(withLocalIdentifiers: many, in: library).count == 1)
  }
}
