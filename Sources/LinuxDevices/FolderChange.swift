import Glibc

struct FolderChange: Equatable, Sendable {
  /// The watch that has seen the change; -1 for none.
  let watch: Int32
  /// The kinds of change that were seen, `IN_…`.
  let mask: UInt32
  /// The file's name; empty if it is about the folder itself.
  let name: String

  // watch, mask, cookie and length, 32 bits each; then the name, filled up with zeros.
  private static let headerBytes = 16

  /// The changes of one read; an unfinished one at the end is left out.
  static func changes(in bytes: UnsafeRawBufferPointer) -> [FolderChange] {
    var changes: [FolderChange] = []
    var rest = bytes[...]
    while rest.count >= headerBytes {
      let start = rest.startIndex
      let length = Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
      guard rest.count - headerBytes >= length else { break }
      let name = bytes[(start + headerBytes)..<(start + headerBytes + length)].prefix { $0 != 0 }
      changes.append(
        FolderChange(
          watch: bytes.loadUnaligned(fromByteOffset: start, as: Int32.self),
          mask: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
          name: String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(headerBytes + length)
    }
    return changes
  }
}
