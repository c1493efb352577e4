import ByteCoding
import FileStorage
import Glibc

/// The keys that sign requests: from the variables that all programs for S3 use, or from the file that they share.
struct S3Credentials: Sendable {
  let accessKey: String
  let secretKey: String
  /// The token of credentials that were lent for a time; `nil` for others.
  let sessionToken: String?

  /// - Throws: `FileStoreError` when there are none.
  init(_ environment: [String: String], _ files: any FileSource) throws(FileStoreError) {
    var values = environment
    if (values["AWS_ACCESS_KEY_ID"] ?? "").isEmpty {
      let path = environment["AWS_SHARED_CREDENTIALS_FILE"] ?? (environment["HOME"] ?? "") + "/.aws/credentials"
      values = Self.profile(environment["AWS_PROFILE"] ?? "default", in: path, files)
    }
    guard let key = values["AWS_ACCESS_KEY_ID"], let secret = values["AWS_SECRET_ACCESS_KEY"], !key.isEmpty else {
      throw FileStoreError(
        .accessDenied, path: "AWS_ACCESS_KEY_ID", operation: "getenv",
        message: "nothing says how to sign in to the store; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, "
          + "or write them into ~/.aws/credentials")
    }
    (accessKey, secretKey, sessionToken) = (key, secret, values["AWS_SESSION_TOKEN"])
  }

  /// The values of a part of an INI file, under the names that the environment has for them.
  private static func profile(_ name: String, in path: String, _ files: any FileSource) -> [String: String] {
    // Without the file, or one of this size, there are none.
    guard let file = try? files.open(path), file.count < 1 << 20, let bytes = try? file.allBytes() else { return [:] }
    var values: [String: String] = [:]
    var part = ""
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = trimmed(line)
      if text.hasPrefix("["), text.hasSuffix("]") { part = trimmed(text.dropFirst().dropLast()) }
      let halves = text.split(separator: "=", maxSplits: 1)
      guard part == name, halves.count == 2, !text.hasPrefix("#") else { continue }
      values[trimmed(halves[0]).uppercased()] = trimmed(halves[1])
    }
    return values
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let front = text.drop { $0 == " " || $0 == "\t" }
    return String(String(front).reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
