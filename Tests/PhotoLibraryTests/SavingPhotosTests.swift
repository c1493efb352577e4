import CaptureCodecs
import Dispatch
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import PhotoLibrary
import Simulator
import Synchronization
import TestSupport
import Testing

/// The flow of Apple's article "Saving captured photos", in its order: permission, a capture, its data, a creation
/// request, completion; then the resources read in chunks, the placeholder, and a request to show it, degraded and
/// final.
@Suite struct SavingPhotosTests {
  /// What an app's camera does with a photo: as in the article, but for its names.
  private final class Camera: PhotoCaptureDelegate, PhotoProcessingDelegate {
    let library: PhotoLibrary
    let saved: AsyncStream<Result<ObjectPlaceholder, PhotosError>>.Continuation

    init(_ library: PhotoLibrary, saved: AsyncStream<Result<ObjectPlaceholder, PhotosError>>.Continuation) {
      (self.library, self.saved) = (library, saved)
    }

    var isPhotoLibraryReadWriteAccessGranted: Bool {
      get async {
        let status = library.authorizationStatus(for: .readWrite)
        // Determine if the user previously authorized access.
        var isAuthorized = status == .authorized
        // If not determined, ask for approval.
        if status == .notDetermined {
          isAuthorized = await library.requestAuthorization(for: .readWrite) == .authorized
        }
        return isAuthorized
      }
    }

    func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
      if let error {
        Issue.record("Error processing photo: \(error)")
        return
      }
      Task { await save(photo: photo) }
    }

    func save(photo: CapturePhoto) async {
      guard await isPhotoLibraryReadWriteAccessGranted else { return }
      if let photoData = photo.fileDataRepresentation() {
        let placeholder = Mutex<ObjectPlaceholder?>(nil)
        library.performChanges { [library] in
          let creationRequest = AssetCreationRequest.forAsset(in: library)
          creationRequest.addResource(with: .photo, data: photoData)
          placeholder.withLock { $0 = creationRequest.placeholderForCreatedAsset }
        } completionHandler: { [saved] success, error in
          if let error {
            saved.yield(.failure(error))
          } else if success, let placeholder = placeholder.withLock({ $0 }) {
            saved.yield(.success(placeholder))
          }
        }
      }
    }

    func photoOutput(_ output: PhotoOutput, willBeginCaptureFor resolvedSettings: ResolvedPhotoSettings) {}
    func photoOutput(_ output: PhotoOutput, willCapturePhotoFor resolvedSettings: ResolvedPhotoSettings) {}
    func photoOutput(_ output: PhotoOutput, didCapturePhotoFor resolvedSettings: ResolvedPhotoSettings) {}
    func photoOutput(
      _ output: PhotoOutput, didFinishCaptureFor resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
    ) {}
  }

  private let clock = VirtualClock()
  private let bench: LibraryBench
  init() throws { bench = try LibraryBench() }

  /// Takes one still of the scene, which the camera saves.
  private func capture(by camera: Camera) async throws {
    let system = try DeviceSystem(SimulatedWorld(clock: clock, cameras: [SimulatedCamera("camera")]))
    let session = try CaptureSession(
      configuration: CaptureBench.Setup().session,
      environment: .virtual(clock: clock, files: MemoryFiles(), media: .standard))
    let output = PhotoOutput()
    try await session.addInput(DeviceInput(try #require(system.defaultDevice(for: .video)), of: system))
    try await session.addOutput(output)
    try await session.startRunning()
    await clock.advance(by: .seconds(1), settling: session)
    try output.capturePhoto(with: PhotoSettings(), delegate: camera)
    await clock.advance(by: .seconds(1), settling: session)
    try await session.stopRunning()
  }

  @Test("a captured photo is saved once the user has said yes, comes back in chunks, and is shown small and then whole")
  func saving() async throws {
    let prompt = ScriptedPrompt(.authorized)
    let library = try bench.open(authorization: .prompting(prompt))
    let (stream, saved) = AsyncStream<Result<ObjectPlaceholder, PhotosError>>.makeStream()
    let camera = Camera(library, saved: saved)
    try await capture(by: camera)
    var outcomes = stream.makeAsyncIterator()
    let placeholder = try #require(try await outcomes.next()?.get())
    #expect(prompt.questions.all == [.readWrite], "asked once")
    // The placeholder is the asset.
    let asset = try #require(
      try Asset.fetchAssets(withLocalIdentifiers: [placeholder.localIdentifier], in: library).firstObject)
    #expect(asset == placeholder && asset.mediaType == .image && asset.playbackStyle == .image)
    // Its resource, chunk by chunk.
    let resource = try #require(try AssetResource.assetResources(for: asset, in: library).first)
    #expect(resource.type == .photo && resource.uniformTypeIdentifier == "public.jpeg")
    let read = await library.data(of: resource)
    #expect(read.error == nil && Int64(read.bytes.count) == resource.byteCount)
  }

  @Test("nothing is saved when the user says no, and the app hears of it")
  func denied() async throws {
    let library = try bench.open(authorization: .prompting(ScriptedPrompt(.denied)))
    let (_, saved) = AsyncStream<Result<ObjectPlaceholder, PhotosError>>.makeStream()
    let camera = Camera(library, saved: saved)
    #expect(await !camera.isPhotoLibraryReadWriteAccessGranted)
    try await capture(by: camera)
    #expect(try bench.open().assetCount == 0)
  }

  @Test("a saved Live Photo is requested for display: first degraded, with its placeholder, then final")
  func display() async throws {
    let library = try bench.open()
    let identifier = try library.add(TinyPair.first.get()).localIdentifier
    let asset = try #require(try Asset.fetchAssets(withLocalIdentifiers: [identifier], in: library).firstObject)
    let calls = Log<LivePhotoCall>()
    let final = AsyncStream<Void>.makeStream()
    bench.mainQueue.async {
      LivePhoto.request(
        for: asset, targetSize: .zero, contentMode: .aspectFit, in: library
      ) { photo, info in
        calls.add(LivePhotoCall(photo: photo, info: info))
        if !info.isDegraded { final.continuation.yield() }
      }
    }
    var ends = final.stream.makeAsyncIterator()
    await ends.next()
    #expect(calls.all.first?.info.isDegraded == true && calls.all.last?.info.isDegraded == false)
    let photo = try #require(calls.all.last?.photo)
    #expect(AssetResource.assetResources(for: photo).map(\.type) == [.photo, .pairedVideo])
  }
}
