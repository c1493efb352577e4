import CMosquitto
import Glibc
import MediaCore
import SystemCalls

/// One connection with a broker, from its beginning to its end. One thread uses it.
///
/// Each connection has a handle of the library of its own: nothing of an earlier one is sent again by itself.
final class BrokerConnection {
  /// An event of a connection.
  enum Happening: Sendable {
    /// The broker takes messages.
    case connected
    /// The broker has got a message; the value is the message's number.
    case acknowledged(Int32)
    case received(BrokerMessage)
    /// The broker has refused the subscription to a topic.
    case topicRefused
  }

  private let library: LibMosquitto
  private let handle: OpaquePointer
  private let configuration: BrokerClient.Configuration
  private let hear: (Happening) -> Void
  /// The reason why the broker has refused the connection.
  private var refusal: String?
  private var isOpen = false

  // After twice this time without a word from the broker the connection is over.
  private static let keepAliveSeconds: Int32 = 15

  /// Does not connect yet. `hear` is called by calls of this object alone.
  /// - Throws: ``BrokerError``.
  init(
    _ library: LibMosquitto, _ configuration: BrokerClient.Configuration, _ hear: @escaping (Happening) -> Void
  ) throws(BrokerError) {
    guard let handle = library.calls.mosquitto_new(configuration.name, true, nil) else {
      throw BrokerError(
        .system, context: configuration.address.description, message: "there is no memory for a connection")
    }
    (self.library, self.handle, self.configuration, self.hear) = (library, handle, configuration, hear)
    let calls = library.calls
    // It lives as long as the handle does.
    calls.mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    try prepare(configuration.address, calls)
    listen(calls)
  }

  deinit { library.calls.mosquitto_destroy(handle) }

  private func prepare(_ address: BrokerAddress, _ calls: cmosquitto_functions) throws(BrokerError) {
    let last = configuration.will
    var results = [
      calls.mosquitto_will_set(handle, last.topic, Int32(last.payload.count), last.payload, 1, last.isRetained),
      calls.mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1),
    ]
    if let user = address.user {
      results.append(calls.mosquitto_username_pw_set(handle, user, address.password))
    }
    if address.isEncrypted {
      if let file = configuration.certificates {
        guard access(file, R_OK) == 0 else {
          let error = SystemError("access")
          throw BrokerError(
            .invalidSetting, context: file, operation: error.operation, status: Int(error.number),
            message: "the file of certificates cannot be read: \(SystemError.text(error.number))", underlying: error)
        }
        results.append(calls.mosquitto_tls_set(handle, file, nil, nil, nil, nil))
      } else {
        results.append(calls.mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
      }
    }
    if let failed = results.first(where: { $0 != 0 }) {
      throw failure(.system, "the connection cannot be set up: \(library.words(for: failed))", failed)
    }
  }

  private func listen(_ calls: cmosquitto_functions) {
    calls.mosquitto_connect_callback_set(handle) { _, object, code in BrokerConnection.of(object)?.answered(code) }
    calls.mosquitto_publish_callback_set(handle) { _, object, number in
      BrokerConnection.of(object)?.hear(.acknowledged(number))
    }
    calls.mosquitto_subscribe_callback_set(handle) { _, object, _, count, granted in
      // 128 and more are refusals.
      let isRefused = UnsafeBufferPointer(start: granted, count: Int(count)).contains { $0 >= 128 }
      if isRefused { BrokerConnection.of(object)?.hear(.topicRefused) }
    }
    calls.mosquitto_message_callback_set(handle) { _, object, message in
      guard let message = message?.pointee, let topic = message.topic else { return }
      let bytes = UnsafeRawBufferPointer(start: message.payload, count: Int(max(0, message.payloadlen)))
      // One byte more than allowed tells that it is too long.
      let payload = Array(bytes.prefix(BrokerMessage.mostBytes + 1))
      let received = BrokerMessage(String(cString: topic), payload, isRetained: message.retain)
      BrokerConnection.of(object)?.hear(.received(received))
    }
  }

  /// The connection that a callback of the library belongs to.
  private static func of(_ object: UnsafeMutableRawPointer?) -> BrokerConnection? {
    // The pointer is the handle's own connection, which lives as long as the handle: callbacks come by its calls alone.
    object.map { Unmanaged<BrokerConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The broker has answered to the wish for a connection.
  private func answered(_ code: Int32) {
    guard code == 0 else {
      refusal = library.calls.mosquitto_connack_string(code).map { String(cString: $0) } ?? "code \(code)"
      return
    }
    isOpen = true
    for topic in configuration.topics {
      // Without memory for it the broker is not asked, and nothing comes.
      _ = library.calls.mosquitto_subscribe(handle, nil, topic, 1)
    }
    hear(.connected)
  }

  // MARK: At work

  /// Begins to connect. It waits for the host's address alone.
  /// - Throws: ``BrokerError``.
  func open() throws(BrokerError) {
    try check(
      library.calls.mosquitto_connect_async(
        handle, configuration.address.host, Int32(configuration.address.port), Self.keepAliveSeconds))
  }

  /// Gives the broker a message; returns its number, or `nil` if it cannot be sent.
  func publish(_ message: BrokerMessage) -> Int32? {
    var number: Int32 = 0
    let result = library.calls.mosquitto_publish(
      handle, &number, message.topic, Int32(message.payload.count), message.payload, 1, message.isRetained)
    return result == 0 ? number : nil
  }

  /// Tells the broker that the connection ends as it should: the will is not carried out.
  func close() {
    guard isOpen else { return }
    // What cannot be sent any more is lost with the connection.
    _ = library.calls.mosquitto_disconnect(handle)
    _ = library.calls.mosquitto_loop_write(handle, 1)
  }

  /// Waits until there is something to be read or written, or the signal is raised, and does what is to be done.
  /// - Throws: ``BrokerError`` when the connection has ended.
  func work(until signal: WakeSignal) throws(BrokerError) {
    let socket = library.calls.mosquitto_socket(handle)
    // Closed by a message that could not be sent.
    guard socket >= 0 else { throw failure(.lost, "the connection is lost") }
    let events = POLLIN | (library.calls.mosquitto_want_write(handle) ? POLLOUT : 0)
    var waits = [
      pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(events), revents: 0),
    ]
    // A signal of the system's wakes it, too: the next turn waits anew.
    _ = poll(&waits, nfds_t(waits.count), -1)
    signal.lower()
    let found = Int32(waits[1].revents)
    if found & (POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0 {
      try check(library.calls.mosquitto_loop_read(handle, 1))
    }
    if found & POLLOUT != 0 { try check(library.calls.mosquitto_loop_write(handle, 1)) }
    // Asks the broker, when it is time to, whether it is there.
    try check(library.calls.mosquitto_loop_misc(handle))
  }

  private func check(_ result: Int32) throws(BrokerError) {
    let error = SystemError("mosquitto")
    guard result != 0 else { return }
    if let refusal { throw failure(.refused, "it refuses the connection: \(refusal)") }
    // Of the system's errors the library knows that they are some.
    let isSystems = result == Int32(MOSQ_ERR_ERRNO.rawValue)
    let reason = isSystems ? SystemError.text(error.number) : library.words(for: result)
    throw failure(
      isOpen ? .lost : .unreachable, (isOpen ? "the connection is lost: " : "it cannot be reached: ") + reason, result,
      isSystems ? error : nil)
  }

  private func failure(
    _ code: BrokerError.Code, _ message: String, _ status: Int32? = nil, _ cause: SystemError? = nil
  ) -> BrokerError {
    BrokerError(
      code, context: configuration.address.description, status: status.map(Int.init), message: message,
      underlying: cause)
  }
}
