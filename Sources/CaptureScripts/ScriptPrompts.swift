import LiveCapture
import Synchronization

/// The user of a script: is asked whether devices may be used, and answers when the script says so.
final class ScriptPrompts: Sendable {
  private let log: ScriptLog
  private let pending = Mutex<[MediaType: @Sendable (Bool) -> Void]>([:])

  init(_ log: ScriptLog) { self.log = log }

  func policy(of script: CaptureScript) -> AuthorizationPolicy {
    guard let authorization = script.authorization else { return .filePermissions }
    let answers = [MediaType.video: authorization.camera, .audio: authorization.microphone]
    let memory = AuthorizationMemory(answers.filter { $0.value != .notDetermined })
    // Held by the system's policy: the closure must not hold the play.
    return .asking(remembering: memory) { [log, weak self] mediaType, answer in
      log.note(.access, "\(Self.name(mediaType)) asked")
      self?.pending.withLock { $0[mediaType] = answer }
    }
  }

  /// The user answers; whether there was a question.
  func answer(_ mediaType: MediaType, isGranted: Bool) -> Bool {
    guard let answer = pending.withLock({ $0.removeValue(forKey: mediaType) }) else { return false }
    answer(isGranted)
    return true
  }

  static func name(_ mediaType: MediaType) -> String {
    switch mediaType {
    case .video: "camera"
    case .audio: "microphone"
    case .muxed, .metadata: mediaType.rawValue
    }
  }
}
