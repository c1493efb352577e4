import Foundation

/// One foreign program that is run on files, its output read as it comes.
struct ProbeTool: Sendable {
  /// The program's name, or its path.
  let name: String

  /// Runs the program and hands its standard output to `consume` in pieces; returns what it said on standard error.
  ///
  /// `file` is named in errors only; the arguments say what is done.
  func run(
    _ arguments: [String], file: String, consume: (Data) throws(ProbeError) -> Void
  ) throws(ProbeError) -> String {
    let executable = try locate(file: file)
    let diagnostics = FileManager.default.temporaryDirectory.appendingPathComponent("livecam-probe-\(UUID()).log")
    // A log left over in the temporary folder does no harm.
    defer { try? FileManager.default.removeItem(at: diagnostics) }
    let output = Pipe()
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    do {
      // Standard error goes to a file: two pipes read by one thread could block each other.
      try Data().write(to: diagnostics)
      process.standardError = try FileHandle(forWritingTo: diagnostics)
      try process.run()
    } catch {
      throw ProbeError(.toolFailed, tool: name, file: file, underlying: error, message: "The program did not start.")
    }
    defer {
      // After an error of the consumer the program still writes; its reader is gone.
      if process.isRunning { process.terminate() }
      process.waitUntilExit()
    }
    while true {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      try consume(piece)
    }
    process.waitUntilExit()
    let said = Self.text(of: diagnostics)
    guard process.terminationStatus == 0 else {
      throw ProbeError(
        .toolFailed, tool: name, file: file, exitStatus: process.terminationStatus,
        message: "The program failed. It said: \(said.suffix(600))")
    }
    return said
  }

  /// Runs the program and returns all of its standard output, and what it said on standard error.
  func output(_ arguments: [String], file: String) throws(ProbeError) -> (output: Data, said: String) {
    var all = Data()
    let said = try run(arguments, file: file) { piece in all.append(piece) }
    return (all, said)
  }

  /// A file's text; empty for one that cannot be read.
  ///
  /// By a handle: of an empty file, as most of these are, `Data(contentsOf:)` keeps 4 KiB for ever.
  private static func text(of file: URL) -> String {
    guard let handle = try? FileHandle(forReadingFrom: file) else { return "" }
    // What was read is read; the handle is closed when it goes, too.
    defer { try? handle.close() }
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }

  private func locate(file: String) throws(ProbeError) -> URL {
    let folders =
      name.contains("/")
      ? [""] : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { $0 + "/" }
    for folder in folders where FileManager.default.isExecutableFile(atPath: folder + name) {
      return URL(fileURLWithPath: folder + name)
    }
    throw ProbeError(
      .toolMissing, tool: name, file: file,
      message: "The program is not installed. Install it, on Debian with: apt install ffmpeg")
  }
}
