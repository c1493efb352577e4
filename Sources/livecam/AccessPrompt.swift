import CaptureDevices
import Dispatch
import Glibc
import LinuxDevices
import LiveCapture
import Station

/// Asks the user in the terminal whether cameras and microphones may be used, once for each kind.
struct AccessPrompt {
  let access: StationConfiguration.Access
  let machine: LinuxCatalog

  /// Makes sure that devices of a kind may be used.
  /// - Throws: `DeviceError` with `.accessDenied` when they may not, `CaptureError` when the devices cannot be listed.
  func check(_ mediaType: MediaType) async throws {
    switch access {
    case .allow: return
    case .deny:
      throw Self.denied(mediaType, "the configuration says \"access: deny\". Change that to use it")
    case .ask: try await ask(mediaType)
    }
  }

  /// The microphone that is to be used, once the user lets both be used; none where the user lets the camera alone, which
  /// `notice` hears.
  /// - Throws: As ``check(_:)``, of the camera.
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

  private func ask(_ mediaType: MediaType) async throws {
    guard let folder = FileAuthorizationStore.defaultFolder(program: "livecam") else {
      throw Self.denied(mediaType, "answers cannot be remembered. Set HOME or XDG_STATE_HOME to a folder")
    }
    let store = FileAuthorizationStore(folder: folder)
    let system = try DeviceSystem(machine, authorization: .asking(remembering: store, Self.prompt))
    let path = store.path(mediaType)
    switch try system.authorizationStatus(for: mediaType) {
    case .authorized: return
    case .restricted: throw Self.denied(mediaType, "\(path) is no answer of this user's. Remove it to be asked")
    case .denied: throw Self.denied(mediaType, "the user has said no. Remove \(path) to be asked again")
    case .notDetermined:
      // Nobody there is no answer: it must not be remembered as one.
      guard isatty(STDIN_FILENO) == 1 else {
        throw Self.denied(
          mediaType, "the user has not been asked, and there is no terminal to ask in. Run this in one once")
      }
      guard try await system.requestAccess(for: mediaType) else {
        throw Self.denied(mediaType, "the user has said no. Remove \(path) to be asked again")
      }
    }
  }

  private static func prompt(_ mediaType: MediaType, _ answer: @escaping @Sendable (Bool) -> Void) {
    Terminal.show("livecam: may it use the \(name(mediaType))? [y/N] ")
    DispatchQueue.global().async {
      let text = readLine()?.trimmingPrefix { $0.isWhitespace }.lowercased() ?? ""
      answer(text.hasPrefix("y"))
    }
  }

  private static func name(_ mediaType: MediaType) -> String { mediaType == .video ? "camera" : "microphone" }

  private static func denied(_ mediaType: MediaType, _ why: String) -> DeviceError {
    DeviceError(.accessDenied, device: name(mediaType), message: "It may not be used: \(why).")
  }
}
