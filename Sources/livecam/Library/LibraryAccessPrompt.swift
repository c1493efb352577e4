import Dispatch
import Glibc
import PhotoLibrary

/// Asks the user in the terminal whether a program may use his photo library.
struct LibraryAccessPrompt: AuthorizationPrompt {
  func askForAccess(
    _ request: AccessRequest, answer: @escaping @Sendable (LibraryAuthorizationStatus) -> Void
  ) {
    guard isatty(STDIN_FILENO) == 1 else { return answer(.notDetermined) }
    let what = request.level == .addOnly ? "add photos to" : "read and change"
    let limited = request.level == .addOnly ? "" : "/l for chosen ones only"
    let question =
      "livecam: \(request.program) wants to \(what) the photo library \(request.library). \(request.usageDescription) "
      + "Allow it? [y/n\(limited); Enter: not now] "
    Terminal.show(PrintableText.escaped(question))
    DispatchQueue.global().async { answer(Self.answer(hasLimited: request.level == .readWrite)) }
  }

  /// Reads answers until one is understood. An empty line is none for good: the next command asks again.
  private static func answer(hasLimited: Bool) -> LibraryAuthorizationStatus {
    while let line = readLine() {
      switch line.trimmingPrefix(while: \.isWhitespace).lowercased() {
      case "y", "yes": return .authorized
      case "n", "no": return .denied
      case "l" where hasLimited: return .limited
      case "": return .notDetermined
      default: Terminal.show("Answer y or n\(hasLimited ? ", or l for chosen ones only" : "") (Enter: not now): ")
      }
    }
    return .notDetermined
  }
}
