import Foundation
import Glibc

/// A program of someone else that judges what was written. A missing one fails the test that needs it.
///
/// Started by hand: Foundation's `Process` waits in a run loop, which hangs when many tests wait at once.
struct ForeignTool {
  let name: String

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  struct Output {
    let data: Data
    let errors: String
    let status: Int32
    var text: String { String(decoding: data, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  static let ffmpeg = ForeignTool(name: "ffmpeg")
  static let ffprobe = ForeignTool(name: "ffprobe")
  static let exiftool = ForeignTool(name: "exiftool")
  static let mediainfo = ForeignTool(name: "mediainfo")
  static let python = ForeignTool(name: "python3")

  /// Runs the program to its end.
  func run(_ arguments: [String], mayFail: Bool = false) throws -> Output {
    let folder = try TemporaryFolder()
    let status = try spawn(arguments, output: folder.path("stdout"), errors: folder.path("stderr"))
    let output = Output(
      data: Data(try folder.read("stdout")), errors: String(decoding: try folder.read("stderr"), as: UTF8.self),
      status: status)
    guard mayFail || status == 0 else {
      throw Failure(description: "\(name) \(arguments.joined(separator: " ")): \(status) \(output.errors)")
    }
    return output
  }

  func text(_ arguments: [String]) throws -> String { try run(arguments).text }

  /// The program's JSON as dictionaries and arrays.
  func json(_ arguments: [String]) throws -> Any {
    try JSONSerialization.jsonObject(with: run(arguments).data)
  }

  private func spawn(_ arguments: [String], output: String, errors: String) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var strings = ([name] + arguments).map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, name, &actions, nil, &strings, environ)
    guard failure == 0 else {
      throw Failure(description: "\(name) is not installed, and these tests need it (errno \(failure))")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }
}
