import CaptureDevices
import LinuxDevices
import LiveCapture
import MediaCore

/// Makes sure that cameras and microphones may be used, as the configuration has it: asks the user once for each kind, if
/// at all.
struct DevicePermission {
  let access: StationConfiguration.Access
  let machine: LinuxCatalog?
  let prompt: AuthorizationPolicy.Prompt?

  /// The microphone that is to be used, once both may be used; none where the camera alone may, which `notice` hears.
  /// - Throws: `DeviceError` with `.accessDenied` when the camera may not be used, `CaptureError` when the devices cannot be
  ///   listed.
  func permitting(_ microphone: DeviceChoice, notice: (DeviceError) -> Void) async throws -> DeviceChoice {
    try await check(.video)
    guard microphone != .none else { return .none }
    do {
      try await check(.audio)
      return microphone
    } catch let error as DeviceError {
      notice(error)
      return .none
    }
  }

  private func check(_ mediaType: MediaType) async throws {
    switch access {
    case .allow: return
    case .deny:
      throw Self.denied(mediaType, "the configuration says \"access: deny\". Change that to use it")
    case .ask: try await ask(mediaType)
    }
  }

  private func ask(_ mediaType: MediaType) async throws {
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
    case .restricted: throw Self.denied(mediaType, "\(path) is no answer of this user's. Remove it to be asked")
    case .denied: break
    case .notDetermined:
      // Nobody there is no answer: it must not be remembered as one.
      guard prompt != nil else {
        throw Self.denied(
          mediaType, "the user has not been asked, and there is no terminal to ask in. Run this in one once")
      }
      if try await system.requestAccess(for: mediaType) { return }
    }
    throw Self.denied(mediaType, "the user has said no. Remove \(path) to be asked again")
  }

  private static func denied(_ mediaType: MediaType, _ why: String) -> DeviceError {
    DeviceError(
      .accessDenied, context: mediaType == .video ? "camera" : "microphone", message: "It may not be used: \(why).")
  }
}
