import Foundation

/// A program of someone else's that judges what livecam makes. One that is missing is an error, not a skipped test.
struct ForeignTool {
  let name: String

  static let ffmpeg = ForeignTool(name: "ffmpeg")
  static let ffprobe = ForeignTool(name: "ffprobe")

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs the program in a folder and returns what it writes to its standard output.
  @discardableResult
  func run(_ arguments: [String], in folder: TemporaryFolder) throws -> [UInt8] {
    let complaints = folder.url.appendingPathComponent("complaints-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: complaints.path, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: complaints)
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let text = try String(contentsOf: complaints, encoding: .utf8)
      throw Failure(description: "\(name) ended with \(process.terminationStatus): \(text)")
    }
    return [UInt8](bytes)
  }
}

/// A folder that is there as long as its owner.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("livecam-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ bytes: [UInt8], as name: String) throws { try Data(bytes).write(to: url.appendingPathComponent(name)) }

  func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url.appendingPathComponent(name))) }
}
