import LiveCapture

/// What a view shows.
@MainActor public final class CameraModel {
  /// How many Live Photos are being recorded: LIVE is shown while there are any.
  public private(set) var liveCount = 0
  /// Whether photos are to be Live Photos, which the user decides.
  public var isLive = true
  /// The names of the photos that have been saved.
  public private(set) var photos: [String] = []
  /// What to tell the user.
  public private(set) var message: String?
  private let service: CaptureService

  /// A model over a service.
  public init(_ service: CaptureService) { self.service = service }

  /// Starts the camera, and follows what it tells.
  public func start() async throws {
    Task { for await change in service.liveChanges { liveCount += change } }
    try await service.start()
  }

  /// Takes a photo: what the shutter button does.
  public func capturePhoto() async {
    do { photos.append(try await service.capturePhoto(isLive: isLive)) } catch { message = "\(error)" }
  }
}
