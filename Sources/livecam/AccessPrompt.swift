import Dispatch
import Glibc
import LiveCapture

/// Asks the user in the terminal whether cameras or microphones may be used.
enum AccessPrompt {
  /// The question; `nil` without a terminal.
  static var prompt: AuthorizationPolicy.Prompt? { isatty(STDIN_FILENO) == 1 ? ask : nil }

  @Sendable private static func ask(_ mediaType: MediaType, _ answer: @escaping @Sendable (Bool) -> Void) {
    Terminal.show("livecam: may it use the \(mediaType == .video ? "camera" : "microphone")? [y/N] ")
    DispatchQueue.global().async {
      let text = readLine()?.trimmingPrefix { $0.isWhitespace }.lowercased() ?? ""
      answer(text.hasPrefix("y"))
    }
  }
}
