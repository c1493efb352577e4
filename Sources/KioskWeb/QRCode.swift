import CQREncode

/// A QR code of a text, of which 15 % may be dirty (level M), by libqrencode.
struct QRCode {
  /// The modules in a row.
  let side: Int
  private let modules: [UInt8]

  // What a telephone still reads from a screen across a table: version 10.
  private static let mostBytes = 213

  /// Creates a code of a text.
  /// - Throws: ``WebFailure`` for texts of more than 213 bytes.
  init(_ text: String) throws(WebFailure) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.mostBytes,
      let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
    else { throw WebFailure(500, "tooLong", "The address is too long for a QR code.") }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    modules = Array(UnsafeBufferPointer(start: code.pointee.data, count: side * side))
  }

  /// Tells whether the module at a place is dark.
  func isDark(_ column: Int, _ row: Int) -> Bool { modules[row * side + column] & 1 == 1 }

  /// A picture, with the margin that readers want.
  var svg: String {
    let margin = 4
    var path = ""
    for row in 0..<side {
      for column in 0..<side where isDark(column, row) { path += "M\(column + margin),\(row + margin)h1v1h-1z" }
    }
    let size = side + 2 * margin
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" shape-rendering="crispEdges">\
      <path fill="#fff" d="M0,0h\(size)v\(size)h-\(size)z"/><path d="\(path)"/></svg>
      """
  }
}
