import FileStorage

/// A bucket, or a part of one, as a URL names it: `s3://BUCKET/PREFIX?endpoint=https://HOST:PORT&region=NAME`.
struct S3Address: Sendable {
  let bucket: String
  /// The prefix of all names of objects; empty, or ending in a slash.
  let prefix: String
  let region: String
  /// The URL of a server that is not Amazon's, without a slash at its end.
  let endpoint: String?

  /// The name of the store in messages.
  var name: String { "s3://" + bucket + (prefix.isEmpty ? "" : "/" + prefix.dropLast()) }

  /// - Throws: `FileStoreError` when it is no such URL.
  init(_ url: String, _ environment: [String: String]) throws(FileStoreError) {
    func wrong(_ what: String) -> FileStoreError {
      FileStoreError(
        .system, path: url, operation: "parse",
        message: what + "; write s3://BUCKET/PREFIX, and for a server that is not Amazon's "
          + "?endpoint=https://HOST:PORT behind it")
    }
    guard url.hasPrefix("s3://") else { throw wrong("this is no URL of a store") }
    let halves = url.dropFirst(5).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves[0].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let first = path.first, path.allSatisfy({ Self.isPart($0) && $0 != "." && $0 != ".." }) else {
      throw wrong("bucket and prefix are made of letters, digits, dots, hyphens and underscores")
    }
    (bucket, prefix) = (first, path.dropFirst().map { $0 + "/" }.joined())
    var values: [Substring: String] = [:]
    for pair in halves.count > 1 ? halves[1].split(separator: "&") : [] {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, ["endpoint", "region"].contains(parts[0]) else { throw wrong("\(pair) is no parameter") }
      values[parts[0]] = String(parts[1])
    }
    region = values["region"] ?? environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] ?? "us-east-1"
    guard Self.isPart(region) else { throw wrong("\(region) is no region") }
    let named = values["endpoint"] ?? environment["AWS_ENDPOINT_URL_S3"] ?? environment["AWS_ENDPOINT_URL"]
    endpoint = named.map { String($0.reversed().drop { $0 == "/" }.reversed()) }
    if let endpoint, !Self.isServer(endpoint) { throw wrong("the endpoint \(endpoint) is no URL of a server") }
  }

  private static func isServer(_ url: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else { return false }
    let host = url.dropFirst(scheme.count).prefix { $0 != "/" }
    let port = host.split(separator: "]").last?.split(separator: ":", omittingEmptySubsequences: false).dropFirst()
    return host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "@") }
      && host.utf8.first.map { $0 != UInt8(ascii: ":") } == true && port?.allSatisfy { UInt16($0) != nil } == true
  }

  /// The URL of an object, or, for an empty key, of the bucket.
  func url(_ key: String) -> String {
    let object = key.isEmpty ? "" : "/" + prefix + key
    if let endpoint { return endpoint + "/" + bucket + object }
    return "https://\(bucket).s3.\(region).amazonaws.com" + (object.isEmpty ? "/" : object)
  }

  private static func isPart(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 256 && text.utf8.allSatisfy(isPlain)
  }

  /// Tells whether a byte stands for itself in a URL.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & 0xdf) || [0x2d, 0x2e, 0x5f, 0x7e].contains(byte)
  }

  /// A value of a query, as signatures want it.
  static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      bytes += isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
