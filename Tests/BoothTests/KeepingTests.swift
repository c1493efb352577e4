import Foundation
import KioskWeb
import MediaCore
import PhotoLibrary
import Station
import Synchronization
import TestSupport
import Testing

@testable import Booth

/// What a booth keeps, however it ends.
@Suite struct KeepingTests {
  /// The library as a process that is killed now leaves it to the next one.
  private func killed(_ bench: BoothBench, _ name: String) throws -> PhotoLibrary {
    let copy = bench.folder.path(name)
    try FileManager.default.copyItem(atPath: bench.library.path, toPath: copy)
    return try PhotoLibrary(at: copy, environment: bench.library.environment)
  }

  @Test("a still that was shown is in the library after a kill while its movie is filmed, and once after one later")
  func shownStill() async throws {
    let bench = try await BoothBench()
    let page = try await EventPage(bench)
    await bench.advance(3000)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"live\", \"countdown\": 0}")) == 202)
    await bench.advance(100)
    let still = try await page.wait(shot: 1, "still")
    let review = try await bench.getBytes(try #require(still.text("still")))
    let library = try killed(bench, "filming")
    #expect(try Asset.countAssets(in: library).map(\.count) == [])
    let troubles = Mutex(0)
    let stills = ShownStills(in: library.path, of: library) { _ in troubles.withLock { $0 += 1 } }
    // What the library cannot take at the start is brought in later.
    let resources = library.path + "/resources"
    try FileManager.default.moveItem(atPath: resources, toPath: resources + ".away")
    _ = FileManager.default.createFile(atPath: resources, contents: nil)
    #expect(stills.recover() == 0 && stills.hasRefused)
    try FileManager.default.removeItem(atPath: resources)
    try FileManager.default.moveItem(atPath: resources + ".away", toPath: resources)
    #expect(stills.recover() == 1 && !stills.hasRefused)
    let told = troubles.withLock(\.self)
    #expect(told == 1)
    let asset = try #require(try Asset.fetchAssets(in: library).firstObject)
    #expect(asset.remark == "The booth ended before the movie of this Live Photo was whole.")
    let resource = try #require(try AssetResource.assetResources(for: asset, in: library).first)
    #expect(try Data(contentsOf: URL(filePath: resource.path)) == Data(review))
    #expect(resource.originalFilename == "IMG_0001.JPG")
    #expect(stills.recover() == 0)
    // What is in the library already does not come again.
    let place = try #require(stills.keep(review, named: "IMG_0001", isLive: true))
    _ = FileManager.default.createFile(atPath: place + ".part", contents: Data([0xff]))
    #expect(stills.recover() == 0)
    #expect(try Asset.countAssets(in: library).map(\.count) == [1])
    let shown = bench.library.path + "/shown"
    #expect(try FileManager.default.contentsOfDirectory(atPath: shown).count == 1)
    await bench.advance(3000)
    try await page.wait(shot: 1, "done")
    #expect(try FileManager.default.contentsOfDirectory(atPath: shown) == [])
    await bench.booth.stop()
  }

  @Test("a still that was shown and that the library could not take is in it once it can, without a start anew")
  func refusedStill() async throws {
    let bench = try await BoothBench()
    let page = try await EventPage(bench)
    await bench.advance(3000)
    // A file in the place of the folder that the library's files go into.
    let resources = bench.library.path + "/resources"
    let files = FileManager.default
    try files.moveItem(atPath: resources, toPath: resources + ".away")
    _ = files.createFile(atPath: resources, contents: nil)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"live\", \"countdown\": 0}")) == 202)
    await bench.advance(100)
    let review = try await bench.getBytes(try #require(try await page.wait(shot: 1, "still").text("still")))
    await bench.advance(3000)
    try await page.wait(shot: 1, "done")
    #expect(try Asset.countAssets(in: bench.library).map(\.count) == [])
    try files.removeItem(atPath: resources)
    try files.moveItem(atPath: resources + ".away", toPath: resources)
    await bench.advance(10_000)
    try await page.wait("asset")
    let asset = try #require(try Asset.fetchAssets(in: bench.library).firstObject)
    #expect(asset.remark == "The library could not take this Live Photo when it was taken; its movie is lost.")
    let resource = try #require(try AssetResource.assetResources(for: asset, in: bench.library).first)
    #expect(try Data(contentsOf: URL(filePath: resource.path)) == Data(review))
    #expect(try files.contentsOfDirectory(atPath: bench.library.path + "/shown") == [])
    await bench.booth.stop()
  }

  @Test("a second booth on one library is refused while the first one runs")
  func secondBooth() async throws {
    let bench = try await BoothBench(microphone: .none)
    let error = #expect(throws: PhotosError.self) { try Booth(bench.station, library: bench.library) }
    let sentence = "\(try #require(error))"
    #expect(sentence.hasPrefix("\(bench.library.path): Another booth") && sentence.contains("--library"))
    // What is to be looked at alone does not mind.
    let gallery = Gallery(
      of: bench.library, name: "x", at: .anyOfLoopback, access: KioskAccess(), in: bench.station.environment)
    _ = try await gallery.start()
    await gallery.stop()
    await bench.booth.stop()
    _ = try BoothMemory(
      in: bench.library.path, bench.library.environment.files, settings: KioskSettings(modes: [.live]),
      available: KioskMode.allCases
    ) {
      Issue.record("\($0)")
    }
  }

  @Test("guests' code and ended links are the same after a start anew")
  func links() async throws {
    let bench = try await BoothBench(microphone: .none)
    func memory(_ library: PhotoLibrary) throws -> BoothMemory {
      try BoothMemory(
        in: library.path, library.environment.files, settings: KioskSettings(modes: [.live]),
        available: KioskMode.allCases
      ) {
        Issue.record("\($0)")
      }
    }
    let first = try memory(try killed(bench, "first"))
    let token = try #require(first.guestToken)
    first.end()
    await bench.booth.stop()
    let second = try memory(bench.library)
    #expect(second.guestToken == token)
    second.keep(guestToken: "other")
    second.end()
    #expect(try memory(bench.library).guestToken == "other")
  }

  @Test("who listens everywhere is reached at the machine's addresses, those of cables and radio first")
  func reach() throws {
    #expect(try #require(ListenAddress("127.0.0.1:80")).reachable.isEmpty)
    #expect(try #require(ListenAddress("192.0.2.7:80")).reachable.map { "\($0.address)" } == ["192.0.2.7:80"])
    let all = try #require(ListenAddress("0.0.0.0:8080")).reachable
    #expect(all.allSatisfy { $0.interface != nil && $0.address.port == 8080 && !$0.address.isLoopback })
    let machine = try ForeignTool("hostname", package: "hostname").run(["-I"]).text.split(
      whereSeparator: \.isWhitespace)
    #expect(Set(all.map(\.address.host)) == Set(machine.filter { !$0.contains(":") }.map(String.init)))
  }
}
