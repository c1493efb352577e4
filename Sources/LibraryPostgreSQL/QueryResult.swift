import CPQ
import PhotoLibrary

/// A server's answer to a statement.
struct QueryResult: ~Copyable {
  private let calls: cpq_functions
  private let result: OpaquePointer

  init(_ result: OpaquePointer, _ library: LibPQ) { (self.result, calls) = (result, library.calls) }

  deinit { calls.PQclear(result) }

  var isFailure: Bool {
    switch calls.PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: false
    default: true
    }
  }

  /// The command that the statement was, such as `COMMIT`.
  var command: String { calls.PQcmdStatus(result).map { String(cString: $0) } ?? "" }

  /// The number of rows that the statement changed.
  var changedRows: Int { calls.PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

  func field(_ code: Int) -> String? { calls.PQresultErrorField(result, Int32(code)).map { String(cString: $0) } }

  /// Passes on the rows.
  func forEachRow(_ body: (SQLRow) throws -> Void) throws {
    let types = (0..<calls.PQnfields(result)).map { Int(calls.PQftype(result, $0)) }
    for row in 0..<calls.PQntuples(result) {
      try body(SQLRow(types.indices.map { value(row, Int32($0), types[$0]) }))
    }
  }

  private func value(_ row: Int32, _ column: Int32, _ type: Int) -> SQLValue {
    guard calls.PQgetisnull(result, row, column) == 0, let start = calls.PQgetvalue(result, row, column) else {
      return .null
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(calls.PQgetlength(result, row, column)))
    let text = { String(decoding: bytes, as: UTF8.self) }
    switch type {
    case CPQ_BOOL: return .integer(bytes.first == UInt8(ascii: "t") ? 1 : 0)
    case CPQ_INT8, CPQ_INT4, CPQ_INT2: return Self.integer(bytes).map { .integer($0) } ?? .text(text())
    case CPQ_FLOAT4, CPQ_FLOAT8, CPQ_NUMERIC: return Double(text()).map { .real($0) } ?? .text(text())
    default: return .text(text())
    }
  }

  /// An integer from its digits, without a string of each.
  private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    var number: Int64 = 0
    for byte in bytes.dropFirst(isNegative ? 1 : 0) {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (difference, isTooSmall) = product.subtractingReportingOverflow(Int64(byte - 0x30))
      guard !isTooLarge, !isTooSmall else { return nil }
      number = difference
    }
    // Counted downwards, for the least number has no opposite.
    return isNegative ? number : number == .min ? nil : 0 - number
  }
}
