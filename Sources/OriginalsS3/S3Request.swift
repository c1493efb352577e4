/// A request to a store.
struct S3Request {
  enum Method: String { case get = "GET", head = "HEAD", put = "PUT", post = "POST", delete = "DELETE" }

  var method: Method
  /// The object's name in the store; empty for the bucket.
  var key: String
  /// Parameters in the order of their names, which signatures want.
  var query: [(name: String, value: String)] = []
  var headers: [(name: String, value: String)] = []
  /// Indicates whether the answer is an object's bytes, and not a text.
  var isForObject = false
  /// The bytes that are sent; `nil` for none.
  var body: S3Body?

  init(_ method: Method, _ key: String) { (self.method, self.key) = (method, key) }

  func url(_ address: S3Address) -> String {
    let query = query.map { $0.name + "=" + S3Address.escaped($0.value) }.joined(separator: "&")
    return address.url(key) + (query.isEmpty ? "" : "?" + query)
  }
}
