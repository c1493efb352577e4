import CCUPS
import MediaCore

/// The address of a printer: its own, or that of its queue on the server of CUPS.
struct PrinterPlace: Sendable {
  /// The name that people call the printer by.
  let name: String
  let uri: String
  let host: String
  let port: Int32
  let resource: String
  let encryption: http_encryption_t
  /// Indicates whether the address is that of a queue on the server of CUPS.
  let isQueue: Bool

  /// Creates the place of an address such as `ipp://192.168.1.9/ipp/print`, or of a queue by its name.
  /// - Throws: ``PrinterError`` for what is neither.
  init(_ destination: String, _ cups: LibCUPS) throws(PrinterError) {
    let parts = destination.contains("://") ? Self.split(destination, cups) : nil
    isQueue = parts == nil
    if let parts {
      (name, uri, host, port, resource) = (parts.host, destination, parts.host, parts.port, parts.resource)
      encryption =
        parts.scheme == "ipps" || parts.scheme == "https" ? HTTP_ENCRYPTION_ALWAYS : HTTP_ENCRYPTION_IF_REQUESTED
      return
    }
    // CUPS's own rule for names.
    guard (1...127).contains(destination.utf8.count),
      destination.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != 0x2f && $0 != 0x23 && $0 != 0x3a })
    else {
      throw PrinterError(
        .refused, context: destination,
        message: "this is no printer. Name an address such as ipp://192.168.1.9/ipp/print, or a queue that "
          + "'lpstat -p' lists.")
    }
    name = destination
    resource = "/printers/\(destination)"
    uri = "ipp://localhost" + resource
    host = cups.calls.cupsServer().map { String(cString: $0) } ?? "localhost"
    port = cups.calls.ippPort()
    encryption = cups.calls.cupsEncryption()
  }

  private static func split(
    _ uri: String, _ cups: LibCUPS
  ) -> (scheme: String, host: String, port: Int32, resource: String)? {
    // Scheme, user, host and resource, one after the other.
    let size = 1024
    var port: Int32 = 0
    var fields = [CChar](repeating: 0, count: 4 * size)
    let status = fields.withUnsafeMutableBufferPointer { fields in
      func field(_ index: Int) -> UnsafeMutablePointer<CChar>? { fields.baseAddress.map { $0 + index * size } }
      return cups.calls.httpSeparateURI(
        HTTP_URI_CODING_ALL, uri, field(0), Int32(size), field(1), Int32(size), field(2), Int32(size), &port, field(3),
        Int32(size))
    }
    func text(_ field: Int) -> String {
      String(decoding: fields[(field * size)...].prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    guard status.rawValue >= HTTP_URI_STATUS_OK.rawValue, ["ipp", "ipps", "http", "https"].contains(text(0)),
      !text(2).isEmpty
    else { return nil }
    return (text(0), text(2), port, text(3))
  }
}
