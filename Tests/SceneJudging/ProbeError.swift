public import MediaCore

/// Why a file could not be looked at with ffmpeg.
public struct ProbeError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public typealias Code = ErrorCode<ProbeError>

  /// The kind of failure.
  public let code: Code
  /// The program, `ffmpeg` or `ffprobe`.
  public let tool: String
  /// The file that was looked at.
  public let file: String
  /// The program's exit status, if it ran.
  public internal(set) var exitStatus: Int32?
  /// The error behind this one.
  public internal(set) var underlying: (any Error)?
  /// What is wrong and what to do about it, with the end of what the program said.
  public let message: String

  /// Tool, file, message, exit status and the error behind it.
  public var description: String {
    var text = "\(tool) on \(file): \(message)"
    if let exitStatus { text += " [exit status \(exitStatus)]" }
    if let underlying { text += " [\(underlying)]" }
    return text
  }
}

extension ErrorCode<ProbeError> {
  /// The program is not installed.
  public static var toolMissing: Self { Self("toolMissing") }
  /// The program could not be run, or it ended with an error.
  public static var toolFailed: Self { Self("toolFailed") }
  /// The program's output was not what it should be.
  public static var unexpectedOutput: Self { Self("unexpectedOutput") }
}
