import SystemCalls

/// What the kernel says of devices in small files and in folders, of which any may be gone at any time.
enum DeviceFiles {
  /// The names in a folder, in no order; none if it cannot be read, as where there are no devices of a kind.
  static func names(in folder: String) -> [String] { (try? Folder.names(in: folder)) ?? [] }

  /// The number that a file begins with; `nil` if it has none or cannot be read.
  static func number(in path: String) -> UInt64? {
    let digits = Descriptor.bytes(of: path, limit: 32)?.prefix { (0x30...0x39).contains($0) }
    return digits.flatMap { UInt64(String(decoding: $0, as: UTF8.self)) }
  }
}
