import ByteCoding
import CCurl
import FileStorage
import Glibc
import Hashing
import MediaCore
import PhotoLibrary

/// A connection to a store, on which one request after the other is made.
///
/// Unchecked because only one thread at a time has it: the store lends it.
final class S3Connection: @unchecked Sendable {
  private let library: LibCurl
  private let handle: UnsafeMutableRawPointer
  private var calls: ccurl_functions { library.calls }

  /// The SHA-256 of nothing.
  private static let emptyHash: String = {
    var hash = SHA256()
    return hash.finish()
  }()

  init?(_ library: LibCurl) {
    guard let handle = library.calls.curl_easy_init() else { return nil }
    (self.library, self.handle) = (library, handle)
  }

  deinit { calls.curl_easy_cleanup(handle) }

  /// Makes a request. The bytes of an object go to `receive`, and `onAnswer` is told of an answer that was cut off,
  /// too. A server from which nothing comes for as long as `silence`, in whole seconds, is given up.
  /// - Throws: `FileStoreError` with `.unreachable` when no answer comes, or what `receive` throws.
  func perform(
    _ request: S3Request, to address: S3Address, as credentials: S3Credentials, silence: MediaTime,
    receive: (UnsafeRawBufferPointer) throws -> Void, onAnswer: (S3Answer) -> Void
  ) throws -> S3Answer {
    calls.curl_easy_reset(handle)
    let transfer = S3Transfer(request, address)
    // The transfer is used while curl_easy_perform runs, and not after it.
    let context = Unmanaged.passUnretained(transfer).toOpaque()
    var headers: UnsafeMutablePointer<curl_slist>?
    defer { calls.curl_slist_free_all(headers) }
    for line in lines(of: request, credentials) { headers = calls.curl_slist_append(headers, line) }
    set(CURLOPT_URL, request.url(address))
    set(CURLOPT_AWS_SIGV4, "aws:amz:\(address.region):s3")
    set(CURLOPT_USERPWD, credentials.accessKey + ":" + credentials.secretKey)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, 5000)
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    set(CURLOPT_LOW_SPEED_TIME, Int(silence.seconds))
    ccurl_set_pointer(calls, handle, CURLOPT_HTTPHEADER, headers)
    ccurl_set_transfer(calls, handle, CURLOPT_HEADERFUNCTION, S3Transfer.takeHeader)
    ccurl_set_pointer(calls, handle, CURLOPT_HEADERDATA, context)
    ccurl_set_transfer(calls, handle, CURLOPT_WRITEFUNCTION, S3Transfer.take)
    ccurl_set_pointer(calls, handle, CURLOPT_WRITEDATA, context)
    choose(request, context)
    let code = withoutActuallyEscaping(receive) { receive in
      transfer.receive = receive
      defer { transfer.receive = nil }
      return calls.curl_easy_perform(handle)
    }
    onAnswer(transfer.answer)
    if let failure = transfer.failure { throw failure }
    guard code == CURLE_OK else {
      let reason = calls.curl_easy_strerror(code).map { String(cString: $0) } ?? "curl's error \(code.rawValue)"
      throw FileStoreError(
        .unreachable, path: address.name, operation: request.method.rawValue,
        message: "the server does not answer (\(reason))")
    }
    return transfer.answer
  }

  private func lines(of request: S3Request, _ credentials: S3Credentials) -> [String] {
    var headers = request.headers
    headers.append(("x-amz-content-sha256", request.body?.sha256 ?? Self.emptyHash))
    if let token = credentials.sessionToken { headers.append(("x-amz-security-token", token)) }
    return headers.map { $0.name + ": " + $0.value }
  }

  private func choose(_ request: S3Request, _ context: UnsafeMutableRawPointer) {
    switch request.method {
    case .get: break
    case .head: set(CURLOPT_NOBODY, 1)
    case .delete: set(CURLOPT_CUSTOMREQUEST, "DELETE")
    case .put, .post:
      set(CURLOPT_UPLOAD, 1)
      if request.method == .post { set(CURLOPT_CUSTOMREQUEST, "POST") }
      ccurl_set_size(calls, handle, CURLOPT_INFILESIZE_LARGE, request.body?.range.count ?? 0)
      ccurl_set_transfer(calls, handle, CURLOPT_READFUNCTION, S3Transfer.give)
      ccurl_set_pointer(calls, handle, CURLOPT_READDATA, context)
      ccurl_set_seek(calls, handle, S3Transfer.seek)
      ccurl_set_pointer(calls, handle, CURLOPT_SEEKDATA, context)
    }
  }

  private func set(_ option: CURLoption, _ text: String) { ccurl_set_text(calls, handle, option, text) }
  private func set(_ option: CURLoption, _ number: Int) { ccurl_set_number(calls, handle, option, number) }
}

/// A request while curl carries it out.
private final class S3Transfer {
  let request: S3Request
  let address: S3Address
  var answer = S3Answer()
  var receive: ((UnsafeRawBufferPointer) throws -> Void)?
  /// The error that has ended the request on this side.
  var failure: (any Error)?
  private var position = 0

  init(_ request: S3Request, _ address: S3Address) { (self.request, self.address) = (request, address) }

  static let takeHeader: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    with(context, bytes, size * count) { $0.takeHeader($1) }
  }

  static let take: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    with(context, bytes, size * count) { try $0.take($1) }
  }

  static let give: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    guard let bytes, let transfer = transfer(context) else { return Int(CCURL_READ_ABORT) }
    return transfer.give(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
  }

  static let seek: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, Int32) -> Int32 = { context, offset, origin in
    guard origin == SEEK_SET, let transfer = transfer(context) else { return Int32(CURL_SEEKFUNC_CANTSEEK) }
    transfer.position = Int(offset)
    return Int32(CURL_SEEKFUNC_OK)
  }

  private static func transfer(_ context: UnsafeMutableRawPointer?) -> S3Transfer? {
    // curl gives back what it was given, while its caller holds it.
    context.map { Unmanaged<S3Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func with(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int,
    _ body: (S3Transfer, UnsafeRawBufferPointer) throws -> Void
  ) -> Int {
    guard let transfer = transfer(context) else { return 0 }
    do { try body(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) } catch {
      transfer.failure = error
      // Another number than that of the bytes ends the transfer.
      return count + 1
    }
    return count
  }

  private func takeHeader(_ bytes: UnsafeRawBufferPointer) {
    let line = String(decoding: bytes, as: UTF8.self).filter { $0 != "\r\n" && $0 != "\n" && $0 != "\r" }
    if line.hasPrefix("HTTP/") {
      // One of several answers, of a proxy perhaps: the last one counts.
      let words = line.split(separator: " ")
      answer = S3Answer()
      answer.status = words.count > 1 ? Int(words[1]) ?? 0 : 0
      return
    }
    let halves = line.split(separator: ":", maxSplits: 1)
    guard halves.count == 2, answer.headers.count < 100 else { return }
    answer.headers[halves[0].lowercased()] = String(halves[1].drop { $0 == " " })
  }

  private func take(_ bytes: UnsafeRawBufferPointer) throws {
    if request.isForObject, (200..<300).contains(answer.status) { return try receive?(bytes) ?? () }
    guard answer.text.count + bytes.count <= S3Answer.longest else {
      throw FileStoreError(
        .system, path: address.name, operation: request.method.rawValue,
        message: "the answer is too long for one of a store; check the endpoint")
    }
    answer.text += bytes
  }

  private func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let body = request.body else { return 0 }
    let count = min(buffer.count, body.range.count - position)
    guard count > 0 else { return 0 }
    do {
      try body.source.read(
        at: body.range.lowerBound + position, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    } catch {
      failure = error
      return Int(CCURL_READ_ABORT)
    }
    position += count
    return count
  }
}
