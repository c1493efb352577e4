import CMosquitto
import MediaCore
import SystemCalls

/// The library of MQTT clients, opened when there is a broker: a booth without one starts as fast without it.
///
/// Unchecked because functions of C do not say that any thread may call them; one thread alone makes the calls of a
/// connection. The table is never changed.
struct LibMosquitto: @unchecked Sendable {
  private(set) var calls = cmosquitto_functions()

  /// - Throws: ``BrokerError`` that names the package to install.
  init() throws(BrokerError) {
    do throws(CodingError) {
      try DynamicLibrary("libmosquitto.so.1", package: "libmosquitto1", purpose: "MQTT")
        .fill(&calls, with: cmosquitto_names)
    } catch {
      throw BrokerError(.missingLibrary, context: "MQTT", message: error.message, underlying: error)
    }
    // It counts how often it was called, and does its work once.
    _ = calls.mosquitto_lib_init()
  }

  func words(for code: Int32) -> String {
    calls.mosquitto_strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
