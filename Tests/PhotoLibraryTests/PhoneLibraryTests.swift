import Foundation
import MediaCore
import TestSupport
import Testing

@testable import PhotoLibrary

/// The Live Photos of phones, where there are some.
enum PhonePairs {
  struct Pair: Sendable, CustomTestStringConvertible {
    let still: URL
    let movie: URL
    var testDescription: String { still.lastPathComponent }
  }

  /// The pairs; none when `LIVECAM_FIXTURES` is not set.
  static let all: [Pair] = {
    guard let folder = ProcessInfo.processInfo.environment["LIVECAM_FIXTURES"] else { return [] }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    func stem(_ name: String) -> String { (name as NSString).deletingPathExtension }
    return names.filter { $0.lowercased().hasSuffix(".mov") }.compactMap { movie in
      names.first { $0 != movie && stem($0) == stem(movie) }.map { still in
        Pair(still: URL(fileURLWithPath: folder + "/" + still), movie: URL(fileURLWithPath: folder + "/" + movie))
      }
    }
  }()

  static let areMissing = "LIVECAM_FIXTURES names no folder with phones' Live Photos"
}

@Suite(.enabled(if: !PhonePairs.all.isEmpty, Comment(rawValue: PhonePairs.areMissing)))
struct PhoneLibraryTests {
  @Test("phones' Live Photos go in and come out as they are", arguments: PhonePairs.all)
  func roundTrip(_ pair: PhonePairs.Pair) async throws {
    let bench = try LibraryBench()
    let library = try bench.open()
    try await library.performChanges {
      let request = AssetCreationRequest.forAsset(in: library)
      request.addResource(with: .photo, fileURL: pair.still)
      request.addResource(with: .pairedVideo, fileURL: pair.movie)
    }
    let asset = try #require(try Asset.fetchAssets(in: library).firstObject)
    #expect(asset.isLivePhoto)
    #expect(asset.pixelWidth > 1000 && asset.pixelHeight > 1000)
    #expect((asset.creationDate?.local.year ?? 0) >= 2015)
    let resources = try AssetResource.assetResources(for: asset, in: library)
    #expect(resources.map(\.originalFilename) == [pair.still.lastPathComponent, pair.movie.lastPathComponent])
    for (resource, url) in zip(resources, [pair.still, pair.movie]) {
      let found = await library.data(of: resource)
      #expect(firstDifference(found.bytes, [UInt8](try Data(contentsOf: url))) == nil)
      #expect(found.error == nil)
    }
    let size = try ForeignTool.exiftool.run(["-s3", "-n", "-ImageWidth", "-ImageHeight", pair.still.path]).lines
    #expect(Set(size) == ["\(asset.pixelWidth)", "\(asset.pixelHeight)"])
  }

  @Test("halves of different phones' Live Photos are no pair")
  func strangers() throws {
    let bench = try LibraryBench()
    let library = try bench.open()
    let (first, second) = (PhonePairs.all[0], try #require(PhonePairs.all.last))
    let failure = code { () throws(PhotosError) in
      try library.performChangesAndWait {
        let request = AssetCreationRequest.forAsset(in: library)
        request.addResource(with: .photo, fileURL: first.still)
        request.addResource(with: .pairedVideo, fileURL: second.movie)
      }
    }
    #expect(failure == -1)
    #expect(try library.assetCount == 0)
  }

  @Test("the mark of a proxy can be put on phones' stills, and nothing else changes", arguments: PhonePairs.all)
  func marking(_ pair: PhonePairs.Pair) throws {
    let folder = try TemporaryFolder()
    let proxy = try TinyPair.proxy(of: [UInt8](try Data(contentsOf: pair.still)))
    let path = try folder.write(proxy, as: "proxy." + pair.still.pathExtension)
    let packet = try ForeignTool.exiftool.run(["-xmp", "-b", path]).text
    #expect(packet.contains("DeferredPhotoProxy=\"1\""))
    func kept(_ path: String) throws -> [String] {
      try ForeignTool.exiftool.run(["-s3", "-n", "-Make", "-Model", "-ContentIdentifier", "-ImageSize", path]).lines
    }
    #expect(try kept(path) == (try kept(pair.still.path)))
  }
}
