import CaptureDevices
import LinuxDevices
import LiveCapture
import MediaCore

/// Makes sure that cameras and microphones may be used, as the configuration has it: asks the user once for each kind,
/// if at all.
struct DevicePermission {
  let access: StationConfiguration.Access
  let machine: LinuxCatalog?
  let prompt: AuthorizationPolicy.Prompt?

  /// The microphone that is to be used, once both may be used; none where the camera alone may, which `notice` hears.
  /// - Throws: `DeviceError` with `.accessDenied` when the camera may not be used, `CaptureError` when the devices
  ///   cannot be listed.
  func permitting(_ microphone: DeviceChoice, notice: (String) -> Void) async throws -> DeviceChoice {
    try await check(.video, notice)
    guard microphone != .none else { return .none }
    do {
      try await check(.audio, notice)
      return microphone
    } catch let error as DeviceError {
      notice("\(error) Movies will be silent.")
      return .none
    }
  }

  private func check(_ mediaType: MediaType, _ notice: (String) -> Void) async throws {
    switch access {
    case .allow: return
    case .deny:
      throw Self.denied(mediaType, "the configuration says \"access: deny\". Change that to use it")
    case .ask: try await ask(mediaType, notice)
    }
  }

  private func ask(_ mediaType: MediaType, _ notice: (String) -> Void) async throws {
    guard let machine else { return }
    guard let folder = FileAuthorizationStore.defaultFolder(program: "livecam") else {
      throw Self.denied(mediaType, "answers cannot be remembered. Set HOME or XDG_STATE_HOME to a folder")
    }
    let store = FileAuthorizationStore(folder: folder)
    let system = try DeviceSystem(
      machine, authorization: .asking(remembering: store, prompt ?? { _, answer in answer(false) }))
    let path = store.path(mediaType)
    switch try system.authorizationStatus(for: mediaType) {
    case .authorized: return
    case .restricted:
      let failure = store.failure(for: mediaType)
      throw Self.denied(mediaType, failure.map { "\($0)" } ?? "\(path) has changed meanwhile. Try again", failure)
    case .denied: break
    case .notDetermined:
      // Nobody there is no answer: it must not be remembered as one.
      guard prompt != nil else {
        throw Self.denied(
          mediaType, "the user has not been asked, and there is no terminal to ask in. Run this in one once")
      }
      let isGranted = try await system.requestAccess(for: mediaType)
      if let failure = store.failure(for: mediaType) { notice("This answer is not kept. Cause: \(failure)") }
      if isGranted { return }
    }
    throw Self.denied(mediaType, "the user has said no. Remove \(path) to be asked again")
  }

  private static func denied(_ mediaType: MediaType, _ why: String, _ cause: (any Error)? = nil) -> DeviceError {
    DeviceError(
      .accessDenied, context: mediaType == .video ? "camera" : "microphone", message: "It may not be used: \(why).",
      underlying: cause)
  }
}
