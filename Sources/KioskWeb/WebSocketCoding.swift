import FoundationEssentials
import Hashing

/// Opening, frames and closing of a WebSocket (RFC 6455), as far as they are used here: whole messages, small ones from
/// clients.
enum WebSocketCoding {
  enum Opcode: UInt8 {
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  /// The most bytes of a client's message.
  static let mostBytes = 1024

  /// The answer to an opening.
  static func accept(_ request: WebRequest) throws(WebFailure) -> [(name: String, value: String)] {
    let tokens = (request.headers["connection"] ?? "").lowercased().split(separator: ",").map {
      $0.filter { $0 != " " }
    }
    guard request.method == .get, request.headers["upgrade"]?.lowercased() == "websocket", tokens.contains("upgrade"),
      request.headers["sec-websocket-version"] == "13", let key = request.headers["sec-websocket-key"],
      Data(base64Encoded: key)?.count == 16
    else { throw WebFailure(426, "upgrade", "A WebSocket is spoken here.").with("Upgrade", "websocket") }
    let digest = SHA1.digest(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
    return [
      ("Connection", "Upgrade"), ("Upgrade", "websocket"),
      ("Sec-WebSocket-Accept", Data(digest).base64EncodedString()),
    ]
  }

  /// The head of a message of a server's.
  static func head(_ opcode: Opcode, count: Int) -> [UInt8] {
    let first = 0x80 | opcode.rawValue
    switch count {
    case ..<126: return [first, UInt8(count)]
    case ..<65_536: return [first, 126, UInt8(count >> 8), UInt8(count & 0xff)]
    default: return [first, 127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    }
  }

  /// The next message of a client in `bytes`, and how many of them it took; `nil` while it is not all there.
  static func message(in bytes: [UInt8]) throws(WebFailure) -> (opcode: Opcode, payload: [UInt8], count: Int)? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] & 0xf0 == 0x80, let opcode = Opcode(rawValue: bytes[0] & 0x0f), bytes[1] & 0x80 != 0 else {
      throw .invalid("This is no whole message of a client.")
    }
    var (length, start) = (Int(bytes[1] & 0x7f), 2)
    if length == 126 {
      guard bytes.count >= 4 else { return nil }
      (length, start) = (Int(bytes[2]) << 8 | Int(bytes[3]), 4)
    }
    // Of the two longer forms one begins where the other has all that is allowed.
    guard length <= mostBytes, bytes[1] & 0x7f != 127 else {
      throw WebFailure(413, "tooLarge", "The message is too long.")
    }
    guard bytes.count >= start + 4 + length else { return nil }
    let mask = bytes[start..<start + 4]
    let payload = (0..<length).map { bytes[start + 4 + $0] ^ mask[start + ($0 & 3)] }
    return (opcode, payload, start + 4 + length)
  }
}
