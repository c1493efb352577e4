import CaptureDevices
import Foundation
import LiveCapture
import MediaCore
import PhotoLibrary

/// The camera of an app: a session, its output, and the photo library that pairs go into.
public actor Camera {
  /// What a user is told while photos cannot be taken.
  public private(set) var notice: String?
  /// How many Live Photos are being filmed: LIVE is shown while there are any.
  public private(set) var liveCount = 0
  /// Whether the shutter button may be pressed.
  public private(set) var isShutterEnabled = false
  private let system: DeviceSystem
  private let session: CaptureSession
  private let output = PhotoOutput()
  private let library: PhotoLibrary
  private let folder: String
  private var captures: [CaptureID: PhotoCapture] = [:]

  /// A camera whose movies are filmed into a folder, until they are in a library.
  public init(
    system: DeviceSystem, environment: CaptureEnvironment, library: PhotoLibrary, folder: String
  ) throws {
    (self.system, self.library, self.folder) = (system, library, folder)
    session = try CaptureSession(configuration: SessionConfiguration(), environment: environment)
  }

  /// Asks the user, puts the session together, and starts it.
  public func start() async throws {
    guard try await system.requestAccess(for: .video) else { throw ViewfinderError.notAllowed }
    let hasSound = try await system.requestAccess(for: .audio)
    let cameras = system.discover(kinds: [.builtIn, .external])
    guard let camera = cameras.first(where: { $0.position == .back }) ?? cameras.first else {
      throw ViewfinderError.noCamera
    }
    let microphone = hasSound ? system.defaultDevice(for: .audio) : nil
    follow()
    await session.beginConfiguration()
    try await session.setSessionPreset(.photo)
    try await session.addInput(DeviceInput(camera, of: system))
    if let microphone { try await session.addInput(DeviceInput(microphone, of: system)) }
    try await session.addOutput(output)
    try await session.commitConfiguration()
    if output.isLivePhotoCaptureSupported { try output.setLivePhotoCaptureEnabled(true) }
    output.maxPhotoQualityPrioritization = .quality
    try await session.startRunning()
  }

  /// Stops the devices, when captures under way have what they need or have failed.
  public func stop() async throws { try await session.stopRunning() }

  private func makeSettings() -> PhotoSettings {
    let isHEIC = output.availablePhotoCodecTypes.contains(.heic)
    var settings = PhotoSettings(format: isHEIC ? .heic : .jpeg)
    settings.photoQualityPrioritization = .quality
    if output.supportedFlashModes.contains(.auto) { settings.flashMode = .auto }
    if output.isLivePhotoCaptureEnabled { settings.livePhotoMoviePath = "\(folder)/\(settings.uniqueID).mov" }
    return settings
  }

  /// Takes a photo, a Live Photo where that can be.
  public func capturePhoto() async throws -> Shot {
    let settings = makeSettings()
    defer { captures[settings.uniqueID] = nil }
    return try await withCheckedThrowingContinuation { continuation in
      let capture = PhotoCapture { shot, error in
        if let error, shot.still == nil {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: shot)
        }
      }
      captures[settings.uniqueID] = capture
      do { try output.capturePhoto(with: settings, delegate: capture) } catch { continuation.resume(throwing: error) }
    }
  }

  /// Puts a photo into the library.
  public func save(_ shot: Shot) async throws {
    guard let still = shot.still else { return }
    try await library.performChanges { [library] in
      let request = AssetCreationRequest.forAsset(in: library)
      request.addResource(with: .photo, data: still)
      guard let path = shot.moviePath else { return }
      var options = AssetResourceCreationOptions()
      options.shouldMoveFile = true
      request.addResource(with: .pairedVideo, fileURL: URL(fileURLWithPath: path), options: options)
    }
  }

  /// Turns photos and movies as the machine is held.
  public func setRotation(_ degrees: Int) async throws {
    for connection in await session.connections where connection.mediaType == .video {
      try connection.setVideoRotationAngle(degrees)
    }
  }

  private func follow() {
    Task { for await event in session.events { note(event) } }
    Task { for await count in output.liveIndicator.counts { liveCount = count } }
    Task { for await readiness in output.readinesses { isShutterEnabled = readiness == .ready } }
  }

  private func note(_ event: SessionEvent) {
    switch event {
    case .wasInterrupted(let reason, _): notice = "The camera waits: \(reason)"
    case .interruptionEnded: notice = nil
    case .runtimeError(let error, _): notice = "The camera has failed: \(error)"
    case .audioDidFail: notice = "There is no sound from here on"
    default: break
    }
  }
}

/// Why the app takes no photos.
public enum ViewfinderError: Error {
  /// The user has said no.
  case notAllowed
  /// There is nothing to take photos with.
  case noCamera
}
