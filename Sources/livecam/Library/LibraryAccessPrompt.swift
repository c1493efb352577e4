import Glibc
import PhotoLibrary

/// Asks the user in the terminal whether a program may use his photo library.
struct LibraryAccessPrompt: AuthorizationPrompt {
  /// Indicates whether there is a user to ask.
  static var hasTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Asks, and waits for the answer; an interrupt of the command is none.
  func askForAccess(
    _ request: AccessRequest, answer: @escaping @Sendable (LibraryAuthorizationStatus) -> Void
  ) {
    guard Self.hasTerminal, let terminal = UserTerminal() else { return answer(.notDetermined) }
    let what = request.level == .addOnly ? "add photos to" : "read and change"
    let limited = request.level == .addOnly ? "" : "/l for chosen ones only"
    terminal.write(
      "livecam: \(request.program) wants to \(what) the photo library \(request.library). "
        + "\(request.usageDescription) Allow it? [y/n\(limited); Enter: not now] ")
    answer(Self.answer(terminal, hasLimited: request.level == .readWrite))
  }

  /// Reads answers until one is understood. An empty line is none for good: the next command asks again.
  private static func answer(_ terminal: UserTerminal, hasLimited: Bool) -> LibraryAuthorizationStatus {
    // What is interrupted is told by the command.
    while let line = try? terminal.readLine() {
      switch line.trimmingPrefix(while: \.isWhitespace).lowercased() {
      case "y", "yes": return .authorized
      case "n", "no": return .denied
      case "l" where hasLimited:
        terminal.write(
          "It sees what it adds itself, and what 'livecam library access limit PROGRAM ASSET…' lets it see.\n")
        return .limited
      case "": return .notDetermined
      default: terminal.write("Answer y or n\(hasLimited ? ", or l for chosen ones only" : "") (Enter: not now): ")
      }
    }
    return .notDetermined
  }
}
