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
      + "Allow it? [y/N\(limited)] "
    Terminal.show(PrintableText.escaped(question))
    DispatchQueue.global().async {
      switch readLine()?.trimmingPrefix(while: \.isWhitespace).lowercased().first {
      case "y": answer(.authorized)
      case "l" where request.level == .readWrite: answer(.limited)
      case nil: answer(.notDetermined)
      default: answer(.denied)
      }
    }
  }
}
