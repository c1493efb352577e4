import CaptureCodecs
import CaptureSupport
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import PhotoLibrary
import Simulator
import Synchronization
import TestSupport
import Testing

@Suite struct DeferredPhotoTests {
  /// A storage that a process uses which dies before it can forget anything.
  private struct DyingStorage: DeferredPhotoStorage {
    struct Death: Error {}
    let memory: DeferredPhotoMemory
    func names() throws -> [String] { memory.names() }
    func store(_ bytes: [UInt8], of capture: CaptureID, as name: String) throws {
      memory.store(bytes, of: capture, as: name)
    }
    func load(_ name: String) throws -> [UInt8] { try memory.load(name) }
    func remove(_ name: String) throws { throw Death() }
  }

  private let clock = VirtualClock()
  private let storage = DeferredPhotoMemory()
  private let folder: TemporaryFolder
  private let library: PhotoLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try PhotoLibrary(
      at: folder.path("library"),
      environment: LibraryEnvironment(clock: clock, wallClock: FixedWallClock(), authorization: .fixed(.authorized)))
  }

  /// Takes a Live Photo and a still whose photos are deferred; the proxies, and the movie of the first.
  private func shoot() async throws -> (proxies: [[UInt8]], movie: [UInt8]) {
    let files = MemoryFiles()
    let devices = SimulatedWorld(clock: clock, cameras: [SimulatedCamera("camera")])
    let system = try DeviceSystem(devices)
    var environment = CaptureEnvironment.virtual(clock: clock, files: files, media: .standard)
    environment.deferredStorage = storage
    let session = try CaptureSession(
      configuration: CaptureBench.Setup().session, environment: environment)
    let output = PhotoOutput()
    try await session.addInput(DeviceInput(try #require(system.defaultDevice(for: .video)), of: system))
    try await session.addOutput(output)
    try await session.setSessionPreset(.photo)
    try output.setLivePhotoCaptureEnabled(true)
    try output.setAutoDeferredPhotoDeliveryEnabled(true)
    output.maxPhotoQualityPrioritization = .quality
    try await session.startRunning()
    await clock.advance(by: .seconds(3), settling: session)
    let delegate = DelegateLog(clock: clock)
    for path in ["1.mov", nil] {
      var settings = PhotoSettings(livePhotoMoviePath: path)
      settings.photoQualityPrioritization = .quality
      try output.capturePhoto(with: settings, delegate: delegate)
      await clock.advance(by: .seconds(4), settling: session)
    }
    try await session.stopRunning()
    #expect(delegate.timeline == "B1 W1 C1 D1 R1 M1 F1 B2 W2 C2 D2 F2")
    let proxies = delegate.calls.filter { $0.step == .didCaptureProxy }.compactMap {
      $0.photo?.fileDataRepresentation()
    }
    return (proxies, try #require(files.files["1.mov"]))
  }

  private func add(_ shots: (proxies: [[UInt8]], movie: [UInt8])) async throws {
    try await library.performChanges { [library] in
      for (index, proxy) in shots.proxies.enumerated() {
        let request = AssetCreationRequest.forAsset(in: library)
        request.addResource(with: .photoProxy, data: proxy)
        if index == 0 { request.addResource(with: .pairedVideo, data: shots.movie) }
      }
    }
  }

  /// Finishes what waits and puts it in its proxies' places.
  private func finish(
    _ storage: any DeferredPhotoStorage
  ) async throws -> (replacements: [ProxyReplacement], outcomes: [DeferredPhotoProcessor.Outcome]) {
    var replacements: [ProxyReplacement] = []
    let outcomes = try await DeferredPhotoProcessor(storage, media: .standard).finishAll { photo in
      replacements.append(
        try await library.replaceProxy(withFinishedPhoto: try #require(photo.fileDataRepresentation())))
      return replacements.last != .noProxy
    }
    return (replacements, outcomes)
  }

  @Test("deferred photos take their proxies' places, each its own")
  func finishing() async throws {
    let shots = try await shoot()
    #expect(shots.proxies.count == 2)
    // Nothing is lost that comes before its proxy does.
    let early = try await finish(storage)
    #expect(early.replacements == [.noProxy, .noProxy])
    #expect(try early.outcomes.map { try $0.result.get() } == [false, false])
    #expect(storage.names().count == 2)
    try await add(shots)
    let before = try Asset.fetchAssets(in: library)
    let results = try await finish(storage)
    #expect(results.replacements == before.map { .replaced($0.localIdentifier) })
    #expect(try results.outcomes.map { try $0.result.get() } == [true, true])
    #expect(storage.names().isEmpty)
    let after = try Asset.fetchAssets(in: library)
    #expect(after.map(\.localIdentifier) == before.map(\.localIdentifier))
    #expect(after.map(\.creationDate) == before.map(\.creationDate))
    #expect(after.map(\.isLivePhoto) == [true, false])
    #expect(try AssetResource.assetResources(for: after[0], in: library).map(\.type) == [.photo, .pairedVideo])
    #expect(try AssetResource.assetResources(for: after[1], in: library).map(\.type) == [.photo])
    #expect(try await finish(storage).outcomes.isEmpty)
  }

  @Test("a process that ends between the library's change and its own note of it has lost nothing")
  func death() async throws {
    try await add(shoot())
    let outcomes = try await finish(DyingStorage(memory: storage)).outcomes
    #expect(outcomes.count == 2)
    for outcome in outcomes { #expect(throws: DyingStorage.Death.self) { try outcome.result.get() } }
    #expect(storage.names().count == 2)
    let assets = try Asset.fetchAssets(in: library)
    #expect(try await finish(storage).replacements == assets.map { .wasReplaced($0.localIdentifier) })
    #expect(storage.names().isEmpty)
  }

  @Test("what cannot be finished keeps nothing else from it, and stays")
  func failure() async throws {
    try await add(shoot())
    let name = try #require(storage.names().first)
    // Its frames are gone; its description says that there are some.
    let bytes = try storage.load(name)
    storage.remove(name)
    storage.store(Array(bytes.prefix(bytes.count / 2)), of: CaptureID(rawValue: 1), as: name)
    let outcomes = try await finish(storage).outcomes
    #expect(outcomes.count == 2 && outcomes.count { $0.pending != nil } == 1, "what cannot be read is told, too")
    #expect(storage.names() == [name])
    let types = try Asset.fetchAssets(in: library).map { asset in
      try AssetResource.assetResources(for: asset, in: library).map(\.type)
    }
    #expect(types == [[.pairedVideo, .photoProxy], [.photo]])
  }
}
