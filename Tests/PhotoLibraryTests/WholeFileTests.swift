import Foundation
import MediaCore
import TestSupport
import Testing

@testable import PhotoLibrary

/// Live Photos as files, the project's own and those of phones where there are some.
@Suite struct WholeFileTests {
  @Test("Live Photos go in and come out as they are", arguments: LivePhotoFixtures.pairs)
  func roundTrip(_ pair: LivePhotoFixtures.Pair) async throws {
    let bench = try LibraryBench()
    let library = try bench.open()
    try await library.performChanges {
      let request = AssetCreationRequest.forAsset(in: library)
      request.addResource(with: .photo, fileURL: pair.stillURL)
      request.addResource(with: .pairedVideo, fileURL: pair.movieURL)
    }
    let asset = try #require(try Asset.fetchAssets(in: library).firstObject)
    #expect(asset.isLivePhoto)
    #expect((asset.creationDate?.local.year ?? 0) >= 2015)
    let resources = try AssetResource.assetResources(for: asset, in: library)
    #expect(resources.map(\.originalFilename) == [pair.stillURL, pair.movieURL].map(\.lastPathComponent))
    for (resource, url) in zip(resources, [pair.stillURL, pair.movieURL]) {
      let found = await library.data(of: resource)
      #expect(firstDifference(found.bytes, [UInt8](try Data(contentsOf: url))) == nil)
      #expect(found.error == nil)
    }
    let size = try ForeignTool.exiftool.run(["-s3", "-n", "-ImageWidth", "-ImageHeight", pair.still]).lines
    #expect(Set(size) == ["\(asset.pixelWidth)", "\(asset.pixelHeight)"])
  }

  @Test("halves of different Live Photos are no pair")
  func strangers() throws {
    let bench = try LibraryBench()
    let library = try bench.open()
    let (first, second) = (LivePhotoFixtures.pairs[0], try #require(LivePhotoFixtures.pairs.last))
    let failure = code { () throws(PhotosError) in
      try library.performChangesAndWait {
        let request = AssetCreationRequest.forAsset(in: library)
        request.addResource(with: .photo, fileURL: first.stillURL)
        request.addResource(with: .pairedVideo, fileURL: second.movieURL)
      }
    }
    #expect(failure == -1)
    #expect(try library.assetCount == 0)
  }

  @Test("the mark of a proxy can be put on any still, and nothing else changes", arguments: LivePhotoFixtures.pairs)
  func marking(_ pair: LivePhotoFixtures.Pair) throws {
    let folder = try TemporaryFolder()
    let proxy = try TinyPair.proxy(of: [UInt8](try Data(contentsOf: pair.stillURL)))
    let path = try folder.write(proxy, as: "proxy." + pair.stillURL.pathExtension)
    let packet = try ForeignTool.exiftool.run(["-xmp", "-b", path]).text
    #expect(packet.contains("DeferredPhotoProxy=\"1\""))
    func kept(_ path: String) throws -> [String] {
      try ForeignTool.exiftool.run(["-s3", "-n", "-Make", "-Model", "-ContentIdentifier", "-ImageSize", path]).lines
    }
    #expect(try kept(path) == (try kept(pair.still)))
  }
}

extension LivePhotoFixtures.Pair {
  fileprivate var stillURL: URL { URL(fileURLWithPath: still) }
  fileprivate var movieURL: URL { URL(fileURLWithPath: movie) }
}
