public import ArgumentParser
import Booth
import FoundationEssentials
import Glibc
public import KioskWeb
import OutsidePrograms
import SystemCalls

/// The options for the address of the server, and for the access to its pages.
struct ServingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The address to serve pages at: 127.0.0.1 for this machine alone; another address of it, or 0.0.0.0 for all, "
        + "needs a password. Port 0 is any free port.", valueName: "host:port"))
  var listen = ListenAddress("127.0.0.1:8080") ?? .anyOfLoopback

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A file whose first line is the password for taking pictures. (default: $LIVECAM_BOOTH_PASSWORD)",
      valueName: "path"), completion: .file())
  var passwordFile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A file whose first line is the password of guests, who look at pictures and download them. Without "
        + "--password-file, this machine's own screen then takes pictures without a password. "
        + "(default: $LIVECAM_BOOTH_GUEST_PASSWORD)",
      valueName: "path"), completion: .file())
  var guestPasswordFile: String?

  @Option(
    name: .customLong("name"), parsing: .unconditionalSingleValue,
    help: "A name of this machine by which its pages may be requested, besides its addresses; may be given repeatedly.")
  var names: [String] = []

  @Option(
    name: .customLong("public-url"), parsing: .unconditional,
    help: ArgumentHelp(
      "The beginning of links and codes, such as http://192.168.1.5:8080. (default: the host in a page's request, or "
        + "this machine's address in the network)", valueName: "url"))
  var publicURL: String?

  @Option(
    name: .customLong("trusted-proxy"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The address of a proxy, whose X-Forwarded-For tells where clients come from; may be given repeatedly.",
      valueName: "address"))
  var trustedProxies: [String] = []

  @Flag(name: .customLong("no-open"), help: "Print the address, and open no browser.")
  var noOpen = false

  func validate() throws {
    if let refusal = publicURL.flatMap(Self.refusal(ofPublicURL:)) { throw ValidationError("--public-url: \(refusal)") }
    if let refusal = Self.refusal(ofProxies: trustedProxies) { throw ValidationError("--trusted-proxy: \(refusal)") }
  }

  /// Returns what is wrong with a URL as the beginning of links; `nil` for nothing.
  static func refusal(ofPublicURL url: String) -> String? {
    let isURL = ["http://", "https://"].contains { url.hasPrefix($0) && url.utf8.count > $0.utf8.count }
    return isURL && !url.hasSuffix("/")
      ? nil : "name an address without a slash at its end, such as http://192.168.1.5:8080."
  }

  /// Returns what is wrong with the addresses of proxies; `nil` for nothing.
  static func refusal(ofProxies addresses: [String]) -> String? {
    let wrong = addresses.first { !ListenAddress.isNumeric($0) }
    return wrong.map { "\($0) is no numeric address, such as 127.0.0.1." }
  }

  /// Returns the access that the options and password files describe; `isGallery` for pages that only show pictures.
  /// - Throws: ``ReasonedError`` without a password where others than this machine's users can come.
  func access(hasProxies: Bool, publicAddress: String?, isGallery: Bool = false) throws -> KioskAccess {
    var access = KioskAccess()
    access.names = Set(names.map { $0.lowercased() })
    // The name that links lead to is one of the machine's.
    if let host = publicAddress?.split(separator: "/").dropFirst().first?.prefix(while: { $0 != ":" }) {
      access.names.insert(host.lowercased())
    }
    access.password = try Self.password(passwordFile, "LIVECAM_BOOTH_PASSWORD")
    access.guestPassword = try Self.password(guestPasswordFile, "LIVECAM_BOOTH_GUEST_PASSWORD")
    guard access.password == nil || access.password != access.guestPassword else {
      throw ReasonedError(
        .badArguments,
        "The guests' password is that for taking pictures: each guest could delete pictures. Choose another.")
    }
    guard access.password != nil || access.guestPassword != nil || listen.isLoopback && !hasProxies else {
      throw ReasonedError(
        .badArguments,
        isGallery
          ? "--listen \(listen): everybody in the network could look at these pictures. Name a file with a password by "
            + "--password-file."
          : "--listen \(listen): others than this machine's users could take pictures and delete them. Name a file with "
            + "a password by --password-file, or one for guests alone by --guest-password-file.")
    }
    return access
  }

  /// Returns the first line of a file, or what a variable of the environment has.
  /// - Throws: ``ReasonedError`` for a file that cannot be read, or has fewer characters than `least`.
  static func password(_ file: String?, _ variable: String, least: Int = 6) throws -> String? {
    guard let path = file else {
      return ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    let bytes: [UInt8]
    do { bytes = try Descriptor(opening: path, O_RDONLY).readToEnd() } catch {
      throw ReasonedError(.badArguments, "\(path): the file with the password cannot be read: \(error)")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).first, line.utf8.count >= least
    else {
      throw ReasonedError(.badArguments, "\(path): the first line must be a password of \(least) characters or more.")
    }
    return String(line)
  }

  /// Prints where the pages are, and opens them where somebody looks at a screen.
  func announce(_ address: ListenAddress, publicAddress: String?) {
    let host = "\(address.isAny ? address.at("127.0.0.1") : address)"
    let terminal = Terminal()
    terminal.line("http://\(host)/")
    terminal.line(Self.reach(of: address, publicAddress))
    let environment = ProcessInfo.processInfo.environment
    guard !noOpen, environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
    do { _ = try OutsideProgram.start(["xdg-open", "http://\(host)/"], environment: environment) } catch {
      // The address has been told.
      Terminal.complain("livecam: No browser could be opened; open the address by hand.")
    }
  }
}

extension ServingOptions {
  /// Returns a sentence that tells where telephones find the pages.
  private static func reach(of address: ListenAddress, _ publicAddress: String?) -> String {
    if let publicAddress { return "Codes lead to \(publicAddress)/, as you have said." }
    if address.isLoopback {
      return
        "Telephones do not reach it: it listens for this machine alone. --listen 0.0.0.0:\(address.port) and "
        + "--password-file let them in."
    }
    let reachable = address.reachable
    guard let best = reachable.first else {
      return
        "Telephones do not reach it: this machine is in no network. Connect it, or name an address by --public-url."
    }
    let way = best.interface.map { " by \($0)" } ?? ""
    let others = reachable.dropFirst().map { "\($0.address)" }
    let rest = others.isEmpty ? "" : "; it has \(others.joined(separator: ", ")), too, which --public-url may name"
    return "Telephones reach it, and codes lead to it, at http://\(best.address)/\(way)\(rest)."
  }
}

extension ListenAddress: ExpressibleByArgument {
  /// Creates an address such as `0.0.0.0:8080`.
  public init?(argument: String) { self.init(argument) }
}
