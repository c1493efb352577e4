public import ByteCoding
public import FileStorage
import Glibc
import Hashing
public import MediaCore
public import PhotoLibrary
import Synchronization

/// A bucket of Amazon S3, or of a server that speaks as it does, for the originals of a photo library.
///
/// Files up to 16 MB are sent in one request; longer ones in parts of 8 MB, which a cut does not lose. The server holds
/// each request against the SHA-256 in its signature, so what it keeps is what was sent.
///
/// Reading waits for a server that is away: half a minute if it has answered before, and five seconds otherwise, for it
/// may have been away for days, or its name be mistyped. Sending does not wait, because who sends has the file and
/// tries again later. Keys and libcurl are looked for when the first request is made.
public final class S3Store: ObjectStore {
  private let address: S3Address
  private let environment: [String: String]
  private let files: any FileSource
  private let patience: Patience
  /// Hears that the server is waited for, and how long at most.
  private let whenWaiting: @Sendable (MediaTime) -> Void
  /// The library and the credentials that requests are made with; `nil` before the first one.
  private let tools = Mutex<Tools?>(nil)
  /// Indicates whether the server has answered, and no wait for it has ended in vain since.
  private let isThere = Mutex(false)
  /// Connections that nobody uses now.
  private let idle = Mutex<[S3Connection]>([])

  /// The size in bytes of the longest file that is sent in one request.
  private static let wholeCount = 16 << 20
  /// The size in bytes of the parts in which a longer file is sent, at least; the number of parts of a file is limited
  /// to 10,000.
  private static let partCount = 8 << 20
  private static let hashHeader = "x-amz-meta-sha256"

  /// Opens the store that a URL names: `s3://BUCKET/PREFIX`, followed by `?endpoint=https://HOST:PORT` for a server
  /// that is not Amazon's, and by `region=NAME`.
  ///
  /// Keys and region come from the environment's variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
  /// `AWS_SESSION_TOKEN`, `AWS_REGION` and `AWS_ENDPOINT_URL_S3`, or from the file `~/.aws/credentials`. This sends no
  /// request yet, and does not look for keys: a program that needs nothing from the store needs no keys. `whenWaiting`
  /// is called when the server does not answer, with the longest time for which the store waits for it.
  /// - Throws: `FileStoreError` when the URL is invalid.
  public convenience init(
    _ url: String, environment: [String: String], clock: any MediaClock, files: any FileSource = DiskFiles(),
    whenWaiting: @escaping @Sendable (MediaTime) -> Void = { _ in }
  ) throws(FileStoreError) {
    try self.init(url, environment: environment, files: files, patience: Patience(clock), whenWaiting: whenWaiting)
  }

  package init(
    _ url: String, environment: [String: String], files: any FileSource, patience: Patience,
    whenWaiting: @escaping @Sendable (MediaTime) -> Void = { _ in }
  ) throws(FileStoreError) {
    address = try S3Address(url, environment)
    (self.environment, self.files, self.patience, self.whenWaiting) = (environment, files, patience, whenWaiting)
  }

  /// Returns a function for `LibraryEnvironment.openStore` that takes keys and region from an environment's variables.
  ///
  /// `whenWaiting` is called with the store's name when its server does not answer and is waited for, and with the time
  /// that this takes at most.
  public static func opening(
    _ environment: [String: String], clock: any MediaClock,
    whenWaiting: @escaping @Sendable (_ store: String, MediaTime) -> Void = { _, _ in }
  ) -> @Sendable (_ url: String) throws -> any ObjectStore {
    { url in
      let name = try S3Address(url, environment).name
      return try S3Store(url, environment: environment, clock: clock) { whenWaiting(name, $0) }
    }
  }

  /// Makes sure that a URL is that of a store, `s3://BUCKET/PREFIX`; nothing is sent.
  /// - Throws: `FileStoreError` that says what is wrong, and which form is expected.
  public static func check(_ url: String, _ environment: [String: String]) throws(FileStoreError) {
    _ = try S3Address(url, environment)
  }

  /// The address of the store, `s3://BUCKET/PREFIX`.
  public var name: String { address.name }

  // MARK: Sending

  /// Sends a file. See `ObjectStore`.
  /// - Throws: `FileStoreError` with `.unreachable` when the server is away, or when it refuses; what `source` and
  ///   `remember` throw.
  public func put(
    _ source: any ByteSource, as key: String, sha256: String, resuming note: String?, remember: (String) throws -> Void
  ) throws {
    guard source.count > Self.wholeCount else {
      if note == nil { try remember("") }
      var request = S3Request(.put, key)
      request.headers = [(Self.hashHeader, sha256)]
      request.body = S3Body(source: source, range: 0..<source.count, sha256: sha256)
      _ = try checked(request)
      return
    }
    var upload = note ?? ""
    var sent: [Int: String] = [:]
    if !upload.isEmpty {
      guard let parts = try parts(of: upload, key) else {
        // Whole already, or given up by the server.
        if try size(of: key) == Int64(source.count) { return }
        upload = ""
        return try put(source, as: key, sha256: sha256, resuming: "", remember: remember)
      }
      sent = parts
    } else {
      upload = try begin(key, sha256)
      try remember(upload)
    }
    let size = max(Self.partCount, (source.count + 9_999) / 10_000)
    let ranges = stride(from: 0, to: source.count, by: size).map { $0..<min($0 + size, source.count) }
    for (index, range) in ranges.enumerated() where sent[index + 1] == nil {
      sent[index + 1] = try sendPart(index + 1, of: upload, key, source, range)
    }
    try complete(upload, key, (1...ranges.count).map { sent[$0] ?? "" })
  }

  private func begin(_ key: String, _ sha256: String) throws -> String {
    var request = S3Request(.post, key)
    request.query = [("uploads", "")]
    request.headers = [(Self.hashHeader, sha256)]
    let answer = try checked(request)
    guard let upload = answer.texts(of: ["UploadId"]).first?.text, !upload.isEmpty else {
      throw refusal(request, answer)
    }
    return upload
  }

  private func sendPart(
    _ number: Int, of upload: String, _ key: String, _ source: any ByteSource, _ range: Range<Int>
  ) throws -> String {
    var hash = SHA256()
    var rope = ByteRope()
    try rope.append(source, range)
    try rope.write { hash.update($0) }
    var request = S3Request(.put, key)
    request.query = [("partNumber", "\(number)"), ("uploadId", upload)]
    request.body = S3Body(source: source, range: range, sha256: hash.finish())
    let answer = try checked(request)
    guard let tag = answer.headers["etag"] else { throw refusal(request, answer) }
    return tag
  }

  /// The tags of parts that have arrived, by their numbers; `nil` if the server knows no such upload.
  private func parts(of upload: String, _ key: String) throws -> [Int: String]? {
    var parts: [Int: String] = [:]
    var last = "0"
    while true {
      var request = S3Request(.get, key)
      request.query = [("part-number-marker", last), ("uploadId", upload)]
      let answer = try performed(request)
      if answer.status == 404 { return nil }
      try check(answer, of: request)
      var number: Int?
      let found = answer.texts(of: ["PartNumber", "ETag", "IsTruncated", "NextPartNumberMarker"])
      for (name, text) in found {
        if name == "PartNumber" { number = Int(text) }
        if name == "ETag", let known = number { parts[known] = text }
      }
      guard found.contains(where: { $0 == ("IsTruncated", "true") }),
        let next = found.last(where: { $0.name == "NextPartNumberMarker" })?.text, next != last
      else { return parts }
      last = next
    }
  }

  private func complete(_ upload: String, _ key: String, _ tags: [String]) throws {
    let parts = tags.enumerated().map { index, tag in
      let escaped = tag.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "&quot;")
      return "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(escaped)</ETag></Part>"
    }
    let text = Array(("<CompleteMultipartUpload>" + parts.joined() + "</CompleteMultipartUpload>").utf8)
    var hash = SHA256()
    text.withUnsafeBytes { hash.update($0) }
    var request = S3Request(.post, key)
    request.query = [("uploadId", upload)]
    request.body = S3Body(
      source: ArrayBytes(text, name: name), range: 0..<text.count, sha256: hash.finish())
    let answer = try checked(request)
    // The server may have begun to answer before it knew.
    guard answer.texts(of: ["ETag"]).first != nil else { throw refusal(request, answer) }
  }

  // MARK: Reading

  /// Passes on an object's bytes: see `ObjectStore`. After a cut the rest is asked for.
  /// - Throws: `FileStoreError` with `.notFound`, with `.unreachable` when the server stays away, or when it refuses;
  ///   what `body` throws.
  public func get(_ key: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> String? {
    var position = 0
    var tag: String?
    return try waiting(progress: { position }) {
      var request = S3Request(.get, key)
      request.isForObject = true
      if position > 0, let tag { request.headers = [("if-match", tag), ("range", "bytes=\(position)-")] }
      let answer = try perform(request) { piece in
        try body(piece)
        position += piece.count
      } onAnswer: {
        tag = tag ?? $0.headers["etag"]
      }
      // Nothing was left to ask for.
      if answer.status != 416 { try check(answer, of: request) }
      return answer.headers[Self.hashHeader]
    }
  }

  /// Returns the number of an object's bytes: see `ObjectStore`.
  /// - Throws: `FileStoreError` with `.unreachable` when the server stays away, or when it refuses.
  public func size(of key: String) throws(FileStoreError) -> Int64? {
    try typed {
      let request = S3Request(.head, key)
      let answer = try self.waiting { try self.performed(request) }
      if answer.status == 404 { return nil }
      try self.check(answer, of: request)
      return answer.headers["content-length"].flatMap { Int64($0) }
    }
  }

  /// Returns the names of objects: see `ObjectStore`.
  /// - Throws: `FileStoreError` with `.unreachable` when the server stays away, or when it refuses.
  public func keys(beginningWith prefix: String) throws(FileStoreError) -> [String] {
    try typed {
      var keys: [String] = []
      var token: String?
      repeat {
        var request = S3Request(.get, "")
        request.query = [("list-type", "2"), ("prefix", self.address.prefix + prefix)]
        if let token { request.query.insert(("continuation-token", token), at: 0) }
        let answer = try self.waiting { try self.checked(request) }
        let found = answer.texts(of: ["Key", "NextContinuationToken"])
        keys += found.filter { $0.name == "Key" }.map { String($0.text.dropFirst(self.address.prefix.count)) }
        let next = found.first { $0.name == "NextContinuationToken" }?.text
        token = next == token ? nil : next
      } while token != nil
      return keys
    }
  }

  // MARK: Removing

  /// Removes an object: see `ObjectStore`.
  /// - Throws: `FileStoreError` with `.unreachable` when the server stays away, or when it refuses.
  public func remove(_ key: String, abandoning note: String?) throws(FileStoreError) {
    try typed {
      if let note, !note.isEmpty {
        var request = S3Request(.delete, key)
        request.query = [("uploadId", note)]
        let answer = try self.performed(request)
        if answer.status != 404 { try self.check(answer, of: request) }
      }
      let request = S3Request(.delete, key)
      let answer = try self.performed(request)
      if answer.status != 404 { try self.check(answer, of: request) }
    }
  }

  // MARK: Requests

  private struct Tools {
    let credentials: S3Credentials
    let library: LibCurl
  }

  /// - Throws: `FileStoreError` when there are no keys, or libcurl is not installed.
  private func openedTools() throws(FileStoreError) -> Tools {
    if let known = tools.withLock({ $0 }) { return known }
    let opened = Tools(credentials: try S3Credentials(environment, files), library: try LibCurl())
    tools.withLock { $0 = opened }
    return opened
  }

  private func perform(
    _ request: S3Request, _ receive: (UnsafeRawBufferPointer) throws -> Void = { _ in },
    onAnswer: (S3Answer) -> Void = { _ in }
  ) throws -> S3Answer {
    let tools = try openedTools()
    guard let connection = idle.withLock({ $0.popLast() }) ?? S3Connection(tools.library) else {
      throw FileStoreError(.system, path: name, operation: "curl_easy_init", message: "there is no memory left")
    }
    // A server that is gone without a word is missed after this time.
    let silence = isThere.withLock { $0 } ? Self.longestSilence : patience.attempt
    let answer = try connection.perform(
      request, to: address, as: tools.credentials, silence: silence, receive: receive, onAnswer: onAnswer)
    idle.withLock { $0.append(connection) }
    if answer.status < 500 { isThere.withLock { $0 = true } }
    return answer
  }

  private static let longestSilence = MediaTime.seconds(20)

  private func performed(_ request: S3Request) throws -> S3Answer { try perform(request) }

  private func checked(_ request: S3Request) throws -> S3Answer {
    let answer = try performed(request)
    try check(answer, of: request)
    return answer
  }

  private func check(_ answer: S3Answer, of request: S3Request) throws(FileStoreError) {
    guard !(200..<300).contains(answer.status) else { return }
    throw refusal(request, answer)
  }

  private func refusal(_ request: S3Request, _ answer: S3Answer) -> FileStoreError {
    let (code, message) = answer.complaint
    let said = [code, message].filter { !$0.isEmpty }.joined(separator: ": ")
    let (kind, advice): (FileStoreError.Code, String) =
      switch answer.status {
      case 404 where code == "NoSuchBucket" || request.key.isEmpty:
        (.accessDenied, "there is no such bucket; make it, or check its name")
      case 404: (.notFound, "there is no such object")
      case 401, 403: (.accessDenied, "the server refuses; check the keys, and what they may do with this bucket")
      case 500...599, 429: (.unreachable, "the server cannot answer now")
      case 507: (.full, "the server has no room left")
      default: (.system, "the server refuses; check the endpoint and the region")
      }
    return FileStoreError(
      kind, path: name + (request.key.isEmpty ? "" : "/" + request.key), operation: request.method.rawValue,
      message: advice + " (\(answer.status)" + (said.isEmpty ? "" : " " + said) + ")")
  }

  /// Does something again while the server is away, until it has been for too long without progress.
  private func waiting<Value>(progress: () -> Int = { 0 }, _ body: () throws -> Value) throws -> Value {
    let limit = isThere.withLock { $0 } ? patience.reconnecting : patience.opening
    var end = patience.now() + limit
    var pause = MediaTime(value: 50, timescale: 1000)
    var reached = 0
    var isTold = false
    while true {
      do { return try body() } catch let error as FileStoreError where error.code == .unreachable {
        if progress() > reached {
          reached = progress()
          end = patience.now() + limit
          pause = MediaTime(value: 50, timescale: 1000)
        }
        guard patience.now() + pause < end else {
          isThere.withLock { $0 = false }
          throw error
        }
        if !isTold { whenWaiting(limit) }
        isTold = true
        patience.pause(pause)
        pause = min(pause * 2, .seconds(2))
      }
    }
  }

  private func typed<Value>(_ body: () throws -> Value) throws(FileStoreError) -> Value {
    do { return try body() } catch {
      throw error as? FileStoreError
        ?? FileStoreError(.system, path: name, operation: "read", message: "\(error)", underlying: error)
    }
  }
}
