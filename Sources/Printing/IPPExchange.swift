import CCUPS
import MediaCore

/// A connection to a printer, for one call of ``IPPPrinter`` and by one thread.
final class IPPExchange {
  private let cups: LibCUPS
  private let place: PrinterPlace
  private let http: OpaquePointer

  // A printer that does not answer holds up nobody but its own thread, and that not for long.
  private static let connectMilliseconds: Int32 = 5000
  private static let answerSeconds = 15.0

  /// - Throws: ``PrinterError`` with `.away`.
  init(_ cups: LibCUPS, _ place: PrinterPlace) throws(PrinterError) {
    (self.cups, self.place) = (cups, place)
    // It would ask the terminal. What is set is set for this thread.
    cups.calls.cupsSetPasswordCB2({ _, _, _, _, _ in nil }, nil)
    guard
      let http = cups.calls.httpConnect2(
        place.host, place.port, nil, AF_UNSPEC, place.encryption, 1, Self.connectMilliseconds, nil)
    else {
      let advice =
        place.isQueue
        ? "The server of CUPS cannot be reached (\(Self.complaint(cups))). Install and start it, or name the printer's address."
        : "The printer cannot be reached (\(Self.complaint(cups))). See that it is on and in the network."
      let escape =
        place.encryption == HTTP_ENCRYPTION_ALWAYS && !place.isQueue
        ? " If it takes no encrypted connections, name its address with ipp:// in place of ipps://." : ""
      throw PrinterError(.away, context: place.name, message: advice + escape)
    }
    self.http = http
    cups.calls.httpSetTimeout(http, Self.answerSeconds, { _, _ in 0 }, nil)
  }

  deinit { cups.calls.httpClose(http) }

  private static func complaint(_ cups: LibCUPS) -> String {
    cups.calls.cupsLastErrorString().map { String(cString: $0) } ?? "no reason given"
  }

  /// A request of the printer, to be given to ``ask(_:sending:)``.
  func request(_ operation: ipp_op_t, job: Int? = nil) throws(PrinterError) -> IPPGroup {
    guard let request = cups.calls.ippNew() else {
      throw PrinterError(.busy, context: place.name, message: "there is no memory for a request.")
    }
    let group = IPPGroup(cups, request)
    _ = cups.calls.ippSetOperation(request, operation)
    _ = cups.calls.ippSetRequestId(request, 1)
    group.add(IPP_TAG_OPERATION, IPP_TAG_CHARSET, "attributes-charset", "utf-8")
    // CUPS answers, and words the messages of jobs, in the language of the request: IPPPrinter knows some of them.
    group.add(IPP_TAG_OPERATION, IPP_TAG_LANGUAGE, "attributes-natural-language", "en")
    group.add(IPP_TAG_OPERATION, IPP_TAG_URI, "printer-uri", place.uri)
    if let job { group.add(IPP_TAG_OPERATION, IPP_TAG_INTEGER, "job-id", job) }
    group.add(
      IPP_TAG_OPERATION, IPP_TAG_NAME, "requesting-user-name",
      cups.calls.cupsUser().map { String(cString: $0) } ?? "livecam")
    return group
  }

  /// Sends a request, and a document if there is one; returns the answer. The request is used up.
  /// - Throws: ``PrinterError``.
  func ask(_ request: IPPGroup, sending document: [UInt8]? = nil) throws(PrinterError) -> IPPGroup {
    let answer: OpaquePointer?
    if let document {
      answer = send(request, document)
    } else {
      answer = cups.calls.cupsDoRequest(http, request.letGo(), place.resource)
    }
    guard let answer else {
      throw PrinterError(.away, context: place.name, message: "the printer does not answer (\(Self.complaint(cups))).")
    }
    let group = IPPGroup(cups, answer)
    let status = cups.calls.ippGetStatusCode(answer)
    // What is below 0x100 has been done.
    if status.rawValue < 0x100 { return group }
    let reason = Self.complaint(cups)
    switch status {
    case IPP_STATUS_ERROR_NOT_FOUND, IPP_STATUS_ERROR_GONE:
      throw PrinterError(
        .unknownJob, context: place.name, message: "there is no such job, or no such printer (\(reason)).")
    case _
    where status.rawValue >= 0x500 && status != IPP_STATUS_ERROR_OPERATION_NOT_SUPPORTED
      && status != IPP_STATUS_ERROR_VERSION_NOT_SUPPORTED:
      throw PrinterError(.busy, context: place.name, message: "the printer cannot do it now (\(reason)).")
    default: throw PrinterError(.refused, context: place.name, message: "the printer refuses it (\(reason)).")
    }
  }

  private func send(_ request: IPPGroup, _ document: [UInt8]) -> OpaquePointer? {
    let length = cups.calls.ippLength(request.pointer) + document.count
    var status = cups.calls.cupsSendRequest(http, request.pointer, place.resource, length)
    if status == HTTP_STATUS_CONTINUE {
      status = document.withUnsafeBytes {
        cups.calls.cupsWriteRequestData(http, $0.bindMemory(to: CChar.self).baseAddress, $0.count)
      }
    }
    // Asked for in any case: a printer that breaks off says why.
    return cups.calls.cupsGetResponse(http, place.resource)
  }
}
