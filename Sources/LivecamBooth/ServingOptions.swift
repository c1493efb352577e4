public import ArgumentParser
import FoundationEssentials
import Glibc
public import KioskWeb
import OutsidePrograms
import SystemCalls

/// Where pages are served, and to whom.
struct ServingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where pages are served: this machine alone, or an address of it, or 0.0.0.0 for all; then a password is asked for. "
        + "Port 0 is any that is free.", valueName: "host:port"))
  var listen = ListenAddress("127.0.0.1:8080") ?? .anyOfLoopback

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A file whose first line is the password that pages ask for. (default: $LIVECAM_BOOTH_PASSWORD)",
      valueName: "path"))
  var passwordFile: String?

  @Option(
    name: .customLong("name"), parsing: .unconditionalSingleValue,
    help: "A name of this machine by which its pages may be asked for, besides its addresses; may be given repeatedly.")
  var names: [String] = []

  @Option(
    parsing: .unconditional,
    help:
      "What links to pictures begin with, such as http://192.168.1.5:8080. (default: the host that the page came from)"
  )
  var publicAddress: String?

  @Flag(name: .customLong("no-open"), help: "Print the address, and open no browser.")
  var noOpen = false

  func validate() throws {
    if let address = publicAddress {
      guard address.hasPrefix("http://") || address.hasPrefix("https://"), !address.hasSuffix("/") else {
        throw ValidationError("--public-address: name an address such as http://192.168.1.5:8080.")
      }
    }
  }

  /// Who is let in.
  /// - Throws: `ProgramError` without a password where others than this machine's users can come.
  func access() throws -> KioskAccess {
    var access = KioskAccess()
    access.names = Set(names.map { $0.lowercased() })
    access.password = try password()
    guard access.password != nil || listen.isLoopback else {
      throw ProgramError(
        code: .validationFailure,
        message:
          "--listen \(listen): others than this machine's users could take pictures and delete them. Name a file with "
          + "a password by --password-file, or set LIVECAM_BOOTH_PASSWORD.")
    }
    return access
  }

  private func password() throws -> String? {
    guard let path = passwordFile else {
      return ProcessInfo.processInfo.environment["LIVECAM_BOOTH_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
    }
    let bytes: [UInt8]
    do { bytes = try Descriptor(opening: path, O_RDONLY).readToEnd() } catch {
      throw ProgramError(code: .validationFailure, message: "--password-file \(path): \(error)")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).first, line.utf8.count >= 6 else {
      throw ProgramError(
        code: .validationFailure, message: "\(path): the first line must be a password of 6 characters or more.")
    }
    return String(line)
  }

  /// Prints where the pages are, and opens them where somebody looks at a screen.
  func announce(_ address: ListenAddress) {
    let host = address.isAny ? "127.0.0.1:\(address.port)" : "\(address)"
    Program.tell("http://\(host)/")
    let environment = ProcessInfo.processInfo.environment
    guard !noOpen, environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
    do { _ = try OutsideProgram.start(["xdg-open", "http://\(host)/"], environment: environment) } catch {
      // The address has been told.
      Program.complain("No browser could be opened; open the address by hand.")
    }
  }
}

extension ListenAddress: ExpressibleByArgument {
  /// An address such as `0.0.0.0:8080`.
  public init?(argument: String) { self.init(argument) }
}
