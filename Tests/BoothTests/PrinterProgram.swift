import Foundation
import Synchronization
import TestSupport
import Testing

/// CUPS's ippeveprinter as a photo printer: `Tests/Printer/printer`.
final class PrinterProgram {
  let port: UInt16
  private let folder: String
  private var process: Process?

  /// With `encrypts`, it speaks TLS, too.
  init(_ folder: String, encrypts: Bool = false) throws {
    self.folder = folder
    if encrypts {
      try FileManager.default.createDirectory(atPath: folder + "/keys", withIntermediateDirectories: true)
    }
    port = try Self.freePort()
    try start()
  }

  deinit { end() }

  /// Returns when it serves.
  func start() throws {
    let process = try Process.starting { process in
      (process.executableURL, process.arguments) = (Project.url("Tests/Printer/printer"), [folder, "\(port)"])
      process.standardOutput = Pipe()
    }
    self.process = process
    let line = (process.standardOutput as? Pipe)?.fileHandleForReading.availableData
    try #require(
      line == Data("ready\n".utf8), "it does not serve: install gcc and cups-ipp-utils, and see \(folder)/log")
  }

  func end() {
    guard let process, process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Puts paper in, or takes it out, by its web form.
  func fill(sheets: Int) async throws {
    let form = "/media?size0=na_index-4x6_4x6in&type0=photographic&level0=\(sheets)"
    let client = try RawClient(port: port)
    await client.send("GET \(form) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    // It leaves the connection open.
    let answer = await client.read { String(decoding: $0, as: UTF8.self).contains("</html>") }
    #expect(String(decoding: answer, as: UTF8.self).contains("Media updated."))
  }

  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    try #require(isBound)
    return UInt16(bigEndian: address.sin_port)
  }
}
