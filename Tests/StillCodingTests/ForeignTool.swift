import Foundation

/// A program that others wrote, by which the files written here are judged.
struct ForeignTool {
  /// The tool is missing or did not succeed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let executable: URL

  /// The tool of that name on the path. A missing one is a failure: a test without its judge has not passed.
  init(_ name: String) throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { URL(fileURLWithPath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else { throw Failure(description: "\(name) is not installed; this test needs it") }
    executable = found
  }

  /// Runs the tool and returns what it wrote.
  func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let result = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0, complaint.isEmpty else {
      throw Failure(
        description: "\(executable.lastPathComponent) \(arguments.joined(separator: " ")): exit "
          + "\(process.terminationStatus), \(String(decoding: complaint, as: UTF8.self))")
    }
    return result
  }
}
