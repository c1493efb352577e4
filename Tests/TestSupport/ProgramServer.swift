import Foundation
import Synchronization

/// A program of others that is started once, and then forks for every run where its own work begins.
///
/// A program of a hundred libraries takes longer to be linked than to look at a file, and so does one of Perl to be
/// read. Each run is a process of its own all the same, as if it had been started anew.
public final class ProgramServer: Sendable {
  private static let tools = Project.url("Tests/Tools")
  private static let idle = Mutex<[String: [ProgramServer]]>([:])

  // It ends with its input, which is this process's end at the latest.
  private let process: Process
  private let input: Pipe
  private let output: Pipe

  private init(_ program: String) throws {
    let scratch = try TemporaryFolder()
    let library = scratch.path("server.so")
    let isPerl = program.hasSuffix("/exiftool")
    if !isPerl {
      let source = Self.tools.appendingPathComponent("program_server.c").path
      try ForeignTool.compiler.run(["-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"])
    }
    var pipes: [Pipe] = []
    process = try Process.starting { process in
      if isPerl {
        // As its own first line has it.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/perl")
        process.arguments = [Self.tools.appendingPathComponent("exiftool_server.pl").path, program]
      } else {
        process.executableURL = URL(fileURLWithPath: program)
        process.environment = ProcessInfo.processInfo.environment.merging(["LD_PRELOAD": library]) { $1 }
      }
      pipes = [Pipe(), Pipe()]
      (process.standardInput, process.standardOutput) = (pipes[0], pipes[1])
    }
    (input, output) = (pipes[0], pipes[1])
    _ = try answer()
  }

  /// Runs a program to its end in a folder, or in this process's, its output and errors written to files.
  /// - Returns: Its exit status, or 128 and the number of the signal that ended it.
  static func run(
    _ program: String, _ arguments: [String], in folder: String?, output: String, errors: String
  ) throws -> Int32 {
    try lend(program) { server in
      try server.ask([folder ?? "", output, errors] + arguments)
      return try server.answer()
    }
  }

  /// Runs a program to its end and hands its standard output to `consume` as it comes.
  /// - Returns: Its exit status and what it wrote to standard error; or the consumer's error, after which nobody reads
  ///   what the program still writes.
  public static func run<E: Error>(
    _ program: String, _ arguments: [String], consume: (ArraySlice<UInt8>) throws(E) -> Void
  ) throws -> Result<(status: Int32, errors: String), E> {
    let scratch = try TemporaryFolder()
    let (pipe, errors) = (scratch.path("output"), scratch.path("errors"))
    guard mkfifo(pipe, 0o600) == 0 else { throw failure("mkfifo") }
    // Open before there is a writer, which would wait for a reader.
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard reader >= 0 else { throw failure("open") }
    defer { close(reader) }
    return try lend(program) { server in
      try server.ask(["", pipe, errors] + arguments)
      let complaint = server.read(reader, consume)
      let status = try server.answer()
      if let complaint { return .failure(complaint) }
      return .success((status, String(decoding: try scratch.read("errors"), as: UTF8.self)))
    }
  }

  /// Reads what the program writes until it has ended, or until the consumer has an error, which is returned.
  private func read<E: Error>(_ reader: Int32, _ consume: (ArraySlice<UInt8>) throws(E) -> Void) -> E? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var complaint: E?
    var waiting = [reader, output.fileHandleForReading.fileDescriptor].map { descriptor in
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }
    while poll(&waiting, 2, -1) >= 0 || errno == EINTR {
      // All that it has written is there once its end is told.
      let hasEnded = waiting[1].revents != 0
      var count = 0
      repeat {
        count = Foundation.read(reader, &buffer, buffer.count)
        do throws(E) {
          if count > 0, complaint == nil { try consume(buffer[..<count]) }
        } catch {
          complaint = error
        }
      } while count > 0 || (count < 0 && errno == EINTR)
      if hasEnded { break }
      // Poll passes over what is negative.
      if waiting[0].revents & Int16(POLLHUP) != 0, count == 0 { waiting[0].fd = -1 }
    }
    return complaint
  }

  /// Lends a server that has nothing to do; one that fails is not used again.
  private static func lend<Value>(_ program: String, _ body: (ProgramServer) throws -> Value) throws -> Value {
    let server = try idle.withLock { $0[program]?.popLast() } ?? ProgramServer(program)
    let value = try body(server)
    idle.withLock { $0[program, default: []].append(server) }
    return value
  }

  private func ask(_ fields: [String]) throws {
    let request = ([String(fields.count)] + fields).map { $0 + "\0" }.joined()
    try input.fileHandleForWriting.write(contentsOf: Data(request.utf8))
  }

  private func answer() throws -> Int32 {
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      guard let more = try output.fileHandleForReading.read(upToCount: 1), !more.isEmpty else {
        throw ForeignTool.Failure(
          description: "\(process.executableURL?.path ?? "") does not serve; its words are above")
      }
      line += more
    }
    guard let status = Int32(String(decoding: line.dropLast(), as: UTF8.self)) else {
      throw ForeignTool.Failure(description: "a server answered \(String(decoding: line, as: UTF8.self))")
    }
    return status
  }

  private static func failure(_ operation: String) -> ForeignTool.Failure {
    ForeignTool.Failure(description: "\(operation): \(String(cString: strerror(errno)))")
  }
}
