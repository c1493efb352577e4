import ByteCoding
import FlyingSocks
import FoundationEssentials
import Glibc
import MediaCore
import Synchronization

/// A client's connection: reads requests one after the other and writes the answers, each within its time.
final class WebConnection: Sendable {
  private struct State {
    /// The instant at which the connection is cut off.
    var deadline: MediaTime
    var isClosed = false
  }

  let peer: ClientAddress
  private let socket: AsyncSocket
  private let limits: WebLimits
  private let clock: any MediaClock
  private let mostBodyBytes: @Sendable (WebRequest) -> Int?
  private let state: Mutex<State>

  init(
    _ socket: AsyncSocket, peer: ClientAddress, limits: WebLimits, clock: any MediaClock,
    _ mostBodyBytes: @escaping @Sendable (WebRequest) -> Int?
  ) {
    (self.socket, self.peer, self.limits, self.clock) = (socket, peer, limits, clock)
    self.mostBodyBytes = mostBodyBytes
    state = Mutex(State(deadline: clock.now + limits.requestTime))
    var isOn: Int32 = 1
    CloseOnExec.set(socket.socket)
    // Without it the end of a small answer waits for the client; a socket that refuses works all the same.
    setsockopt(socket.socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Cuts the connection off if its deadline has passed.
  func end(ifOverAt now: MediaTime) {
    state.withLock { state in if now > state.deadline { Self.shutDown(socket, state) } }
  }

  /// Closes the connection: pending reads return its end.
  func end() { state.withLock { Self.shutDown(socket, $0) } }

  private static func shutDown(_ socket: AsyncSocket, _ state: State) {
    if !state.isClosed { shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR)) }
  }

  private func allow(_ time: MediaTime) {
    let deadline = clock.now + time
    state.withLock { $0.deadline = deadline }
  }

  /// Answers requests until one side ends the connection. `admit` is called with the client of each request that a
  /// trusted proxy forwards, and may refuse the request; after the answer it is called with `nil`.
  func run(
    _ respond: @Sendable (WebRequest) async -> WebResponse, admitting admit: @Sendable (ClientAddress?) -> Bool
  ) async {
    do { try await answerAll(respond, admit) } catch {
      // The client has gone, or took too long: there is nobody to tell.
    }
    state.withLock { state in
      state.isClosed = true
      try? socket.close()  // it is given up in any case
    }
  }

  private func answerAll(
    _ respond: @Sendable (WebRequest) async -> WebResponse, _ admit: @Sendable (ClientAddress?) -> Bool
  ) async throws {
    var buffer: [UInt8] = []
    while true {
      let request: WebRequest
      do {
        guard let next = try await nextRequest(&buffer) else { return }
        request = next
      } catch let failure as WebFailure {
        // Where a request ends is not known: nothing of the rest is looked at.
        try await write(KioskAnswer.failure(failure), isHead: false, isLast: true)
        return try await linger()
      }
      let isForwarded = limits.trustedProxies.contains(peer.text)
      guard !isForwarded || admit(ClientAddress(request.peer)) else {
        let failure = WebFailure(503, "tooMany", "Too many are here now. Try again in a moment.", retryAfterSeconds: 5)
        return try await write(KioskAnswer.failure(failure), isHead: request.method == .head, isLast: true)
      }
      defer { if isForwarded { _ = admit(nil) } }
      allow(limits.answerTime)
      let response = await respond(request)
      if case .socket(let talk) = response.body {
        try await send(head(of: response, count: nil, isLast: false))
        return await converse(talk, buffer)
      }
      let isLast = !request.isPersistent || response.isUnbounded
      try await write(response, isHead: request.method == .head, isLast: isLast)
      if isLast { return }
    }
  }

  // MARK: Reading

  private static let readBytes = 4096

  private func nextRequest(_ buffer: inout [UInt8]) async throws -> WebRequest? {
    if !buffer.isEmpty { allow(limits.requestTime) }
    var scanned = 0
    while true {
      if let end = Self.endOfHead(in: buffer, from: scanned) {
        var request = try RequestHead(buffer[..<end]).request
        buffer.removeFirst(end + 4)
        request.peer = ClientAddress.client(of: request, from: peer, trusting: limits.trustedProxies).text
        if request.bodyCount > limits.bodyBytes {
          let most = mostBodyBytes(request) ?? limits.bodyBytes
          guard request.bodyCount <= most else {
            throw WebFailure(413, "tooLarge", "The body may have \(most) bytes.")
          }
          allow(limits.answerTime)
          buffer.reserveCapacity(request.bodyCount)
        }
        if buffer.count < request.bodyCount, request.headers["expect"]?.lowercased() == "100-continue" {
          try await send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
          allow(limits.requestTime)
        }
        while buffer.count < request.bodyCount { buffer += try await socket.read(atMost: Self.readBytes) }
        request.body = Array(buffer[..<request.bodyCount])
        buffer.removeFirst(request.bodyCount)
        return request
      }
      guard buffer.count < RequestHead.mostBytes else {
        guard buffer.contains(0x0a) else { throw WebFailure(414, "tooLarge", "The address is too long.") }
        throw WebFailure(431, "tooLarge", "The head of the request is too long.")
      }
      scanned = max(0, buffer.count - 3)
      let isFirst = buffer.isEmpty
      do { buffer += try await socket.read(atMost: Self.readBytes) } catch SocketError.disconnected where isFirst {
        return nil
      }
      if isFirst { allow(limits.requestTime) }
    }
  }

  private static func endOfHead(in buffer: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + 3 < buffer.count {
      if buffer[index] == 0x0d, buffer[index + 1] == 0x0a, buffer[index + 2] == 0x0d, buffer[index + 3] == 0x0a {
        return index
      }
      index += 1
    }
    return nil
  }

  // MARK: Writing

  private func head(of response: WebResponse, count: Int?, isLast: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(response.status) \(WebResponse.phrase(response.status))\r\n"
    for header in response.headers { text += "\(header.name): \(header.value)\r\n" }
    // Of what a client has already, nothing is sent.
    if let count, response.status != 304 { text += "Content-Length: \(count)\r\n" }
    if isLast { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }

  private static let pieceBytes = 65_536

  private func write(_ response: WebResponse, isHead: Bool, isLast: Bool) async throws {
    switch response.body {
    case .bytes(let bytes):
      try await send(head(of: response, count: bytes.count, isLast: isLast) + (isHead ? [] : bytes))
    case .source(let source, let range):
      try await send(head(of: response, count: range.count, isLast: isLast))
      guard !isHead else { break }
      for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceBytes) {
        try await send(source.bytes(start..<min(range.upperBound, start + Self.pieceBytes)))
      }
    case .stream(let next):
      try await send(head(of: response, count: nil, isLast: true))
      if !isHead { await stream(next) }
    case .socket: break
    }
    allow(limits.idleTime)
  }

  private func send(_ bytes: [UInt8]) async throws { try await send(Data(bytes)) }

  private func send(_ data: Data) async throws {
    allow(limits.writeTime)
    try await socket.write(data)
    allow(limits.idleTime)
  }

  /// Sends what the client's side takes without waiting; returns the number of bytes, 0 also of a closed connection.
  private func sendAtOnce(_ data: Data) -> Int {
    let deadline = clock.now + limits.idleTime
    return state.withLock { state in
      // Under the lock: the number of a closed socket may be another's already.
      guard !state.isClosed, let count = try? socket.socket.write(data) else { return 0 }  // sending the rest tells why
      if count == data.count { state.deadline = deadline }
      return count
    }
  }

  /// Sends all elements, until the last or until the client has closed the connection, which ends it at once.
  private func stream(_ next: @escaping @Sendable () async -> [UInt8]?) async {
    await either {
      // A client has nothing more to say: what it says is thrown away, until it has gone.
      while true { _ = try await self.socket.read(atMost: Self.readBytes) }
    } or: {
      while let bytes = await next() { try await self.send(bytes) }
    }
  }

  /// Waits for the client to take an answer before the connection is closed: what it still sends would have the answer
  /// thrown away.
  private func linger() async throws {
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    allow(limits.lingerTime)
    var count = 0
    while count < 1 << 16 { count += try await socket.read(atMost: Self.readBytes).count }
  }

  /// Does two things at once until one of them has ended; then the connection has, too.
  private func either(
    _ hear: @escaping @Sendable () async throws -> Void, or talk: @escaping @Sendable () async throws -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for body in [hear, talk] {
        group.addTask {
          do { try await body() } catch {
            // The client has gone, took too long, or speaks something else.
          }
        }
      }
      await group.next()
      // Whoever still waits for the client finds it gone.
      end()
      group.cancelAll()
    }
  }

  // MARK: WebSockets

  private func converse(_ talk: @escaping @Sendable (WebSocket) async -> Void, _ buffer: [UInt8]) async {
    let webSocket = WebSocket { [self] data in
      try await send(data)
    } atOnce: { [self] data in
      sendAtOnce(data)
    }
    await either {
      defer { webSocket.close() }
      try await self.receive(webSocket, buffer)
    } or: {
      await talk(webSocket)
      webSocket.close()
    }
  }

  private func receive(_ webSocket: WebSocket, _ buffer: [UInt8]) async throws {
    var buffer = buffer
    while true {
      while let message = try WebSocketCoding.message(in: buffer) {
        buffer.removeFirst(message.count)
        switch message.opcode {
        case .text: webSocket.receive(String(decoding: message.payload, as: UTF8.self))
        case .ping:
          _ = await webSocket.send(Data(WebSocketCoding.head(.pong, count: message.payload.count) + message.payload))
        case .close: return
        case .binary, .pong: break
        }
      }
      buffer += try await socket.read(atMost: Self.readBytes)
    }
  }
}

extension WebResponse {
  /// Indicates whether only the end of the connection marks the end of the body.
  fileprivate var isUnbounded: Bool {
    switch body {
    case .stream, .socket: true
    case .bytes, .source: false
    }
  }
}
