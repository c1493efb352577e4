import CPQ
import Glibc
import MediaCore
import PhotoLibrary

/// A connection to the server.
///
/// Unchecked because only one thread at a time has it: the pool lends it, and whoever listens uses it on one queue.
final class PostgreSQLSession: CatalogConnection, @unchecked Sendable {
  private let address: ServerAddress
  private let connection: OpaquePointer
  private var calls: cpq_functions { address.library.calls }
  /// Indicates whether nothing more can be asked on this connection.
  private(set) var isLost = false
  /// The number of rows that statements have changed since ``takeChangedRows()`` was called last.
  private var changedRows = 0

  /// Connects, which takes no longer than `limit`, apart from what looking up a name takes.
  /// - Throws: ``ServerFailure``.
  init(_ address: ServerAddress, limit: MediaTime, patience: Patience) throws(ServerFailure) {
    self.address = address
    connection = try Self.connect(address, until: patience.now() + limit, patience)
    // A server that misses its client's end for hours would keep the writers' lock for it. What fails here ends the
    // connection with its owner.
    _ = try run(
      """
      SET client_min_messages = error; SET lock_timeout = '120s'; SET idle_in_transaction_session_timeout = '10min';
      SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
      SET tcp_user_timeout = '20s'
      """)
  }

  deinit { calls.PQfinish(connection) }

  /// The socket, to be watched for what the server tells by itself.
  var socket: Int32 { calls.PQsocket(connection) }

  // MARK: Connecting

  private static func connect(
    _ address: ServerAddress, until deadline: MediaTime, _ patience: Patience
  ) throws(ServerFailure) -> OpaquePointer {
    let calls = address.library.calls
    let parameters = address.parameters
    let started = withCStrings(parameters.map(\.keyword) + [nil]) { keywords in
      withCStrings(parameters.map(\.value) + [nil]) { calls.PQconnectStartParams(keywords, $0, 1) }
    }
    guard let started else { throw ServerFailure(state: "", message: "out of memory") }
    do throws(ServerFailure) {
      // The number of an error tells whether trying again makes sense.
      _ = calls.PQsetErrorVerbosity(started, PQERRORS_VERBOSE)
      // Notices would go to standard error, which belongs to the program.
      _ = calls.PQsetNoticeProcessor(started, { _, _ in }, nil)
      guard calls.PQstatus(started) != CONNECTION_BAD else { throw complaint(started, address) }
      var state = PGRES_POLLING_WRITING
      while state != PGRES_POLLING_OK {
        let left = deadline - patience.now()
        guard left > .zero else { throw ServerFailure(state: "", message: "the server does not answer in time") }
        var waiting = pollfd(
          fd: calls.PQsocket(started), events: Int16(state == PGRES_POLLING_READING ? POLLIN : POLLOUT), revents: 0)
        let count = poll(&waiting, 1, Int32(clamping: left.nanoseconds / 1_000_000 + 1))
        guard count > 0 else { continue }
        state = calls.PQconnectPoll(started)
        if state == PGRES_POLLING_FAILED { throw complaint(started, address) }
      }
      _ = calls.PQsetErrorVerbosity(started, PQERRORS_DEFAULT)
    } catch {
      calls.PQfinish(started)
      throw error
    }
    return started
  }

  /// Returns the failure that libpq tells of a connection that was not made. SQLSTATE is in the words of the last
  /// server that was asked: `FATAL:  28P01: password authentication failed`.
  private static func complaint(_ connection: OpaquePointer, _ address: ServerAddress) -> ServerFailure {
    let message = lastMessage(connection, address)
    let words = message.split(separator: " ")
    let state = words.last { word in word.utf8.count == 6 && word.hasSuffix(":") && isState(word.utf8.dropLast()) }
    return ServerFailure(state: state.map { String($0.dropLast()) } ?? "", message: message)
  }

  /// Tells whether a word can be an SQLSTATE: capital letters and digits.
  private static func isState(_ word: Substring.UTF8View.SubSequence) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return word.contains { digits.contains($0) } && word.allSatisfy { digits.contains($0) || letters.contains($0) }
  }

  private static func lastMessage(_ connection: OpaquePointer, _ address: ServerAddress) -> String {
    address.harmless(address.library.calls.PQerrorMessage(connection).map { String(cString: $0) } ?? "")
  }

  // MARK: Statements

  /// Runs a statement, or several without parameters, on the server.
  func run(_ text: String, _ parameters: [String?] = []) throws(ServerFailure) -> QueryResult {
    guard !isLost else { throw ServerFailure(state: "", message: "the connection is lost") }
    let answer =
      parameters.isEmpty
      ? calls.PQexec(connection, text)
      : withCStrings(parameters) { values in
        calls.PQexecParams(connection, text, Int32(parameters.count), nil, values, nil, nil, 0)
      }
    guard let answer else {
      isLost = true
      throw ServerFailure(state: "", message: Self.lastMessage(connection, address))
    }
    let result = QueryResult(answer, address.library)
    guard result.isFailure else { return result }
    let said = [CPQ_MESSAGE, CPQ_DETAIL].compactMap { result.field($0) }.joined(separator: " ")
    let failure = ServerFailure(
      state: result.field(CPQ_SQLSTATE) ?? "",
      message: said.isEmpty ? Self.lastMessage(connection, address) : address.harmless(said))
    if failure.isLoss || calls.PQstatus(connection) == CONNECTION_BAD { isLost = true }
    throw failure
  }

  private func result(of statement: SQL) throws(CatalogError) -> QueryResult {
    let (text, parameters) = statement.postgreSQL
    do throws(ServerFailure) { return try run(text, parameters) } catch { throw error.error(from: address.name) }
  }

  func forEachRow(of statement: SQL, _ body: (SQLRow) throws -> Void) throws {
    try result(of: statement).forEachRow(body)
  }

  func execute(_ statement: SQL) throws -> Int {
    let count = try result(of: statement).changedRows
    changedRows += count
    return count
  }

  /// Returns the number of rows that statements have changed since this function was called last.
  func takeChangedRows() -> Int {
    defer { changedRows = 0 }
    return changedRows
  }

  func hasTable(_ name: String) throws -> Bool {
    // Names that are not quoted are kept in small letters. Not by `to_regclass`: it answers from what the connection
    // remembers, and does not know what others have made while this transaction waited for the writers' lock.
    try integer(
      """
      SELECT count(*) FROM pg_catalog.pg_class WHERE relname = \(name.lowercased()) AND relnamespace =
        (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = current_schema())
      """) == 1
  }

  // MARK: Notifications

  /// Takes all that the server has told by itself; returns how many notifications, `nil` when the connection is lost.
  func takeNotifications() -> Int? {
    var count = 0
    repeat {
      guard !isLost, calls.PQconsumeInput(connection) == 1, calls.PQstatus(connection) == CONNECTION_OK else {
        isLost = true
        return nil
      }
      while let notification = calls.PQnotifies(connection) {
        calls.PQfreemem(notification)
        count += 1
      }
      // A server's last words and the end of its connection are one event for who watches the socket.
    } while hasInput
    return count
  }

  private var hasInput: Bool {
    var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }
}

/// Calls `body` with texts as C has them, and `nil` as a null pointer.
private func withCStrings<Value>(
  _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
) -> Value {
  var bytes: [CChar] = []
  let starts = texts.map { text -> Int? in
    guard let text else { return nil }
    defer {
      bytes.append(contentsOf: text.utf8.lazy.map { CChar(bitPattern: $0) })
      bytes.append(0)
    }
    return bytes.count
  }
  return bytes.withUnsafeBufferPointer { buffer in
    let pointers = starts.map { start in start.flatMap { offset in buffer.baseAddress.map { $0 + offset } } }
    return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
