/// A resource whose file lies in the library's folder under a temporary name and has been looked at.
struct StagedResource: Sendable {
  let type: ResourceType
  let facts: ResourceFacts
  let temporaryPath: String
  let fileName: String
  var originalFilename: String
  /// Indicates whether the client or the file's URL gave that name.
  let isNamed: Bool
  let byteCount: Int64
  /// The SHA-256 hash of the file, in hexadecimal digits.
  let sha256: String
  /// The file's old path, if it is to go once the change has been made.
  let movedFrom: String?
}
