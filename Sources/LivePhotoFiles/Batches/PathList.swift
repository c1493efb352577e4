import MediaCore
import SystemCalls

/// Paths one behind the other, as `find` prints them: each with a line end behind it, or with a NUL byte.
package struct PathList {
  /// No system takes paths of so many bytes.
  private static let longestPath = 1 << 16

  private let name: String
  private let end: UInt8
  private let read: (UnsafeMutableRawBufferPointer) throws -> Int
  private var bytes: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var number = 0

  /// A list named `name` whose bytes `read` puts into a buffer; it returns how many, 0 at the end.
  package init(_ name: String, nullTerminated: Bool, read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
    self.name = name
    end = nullTerminated ? 0 : UInt8(ascii: "\n")
    self.read = read
  }

  /// The next path, empty ones left out; `nil` at the end.
  /// - Throws: ``LivePhotoError`` with `.malformed` for what is no path; what reading throws.
  package mutating func next() throws -> String? {
    var searched = position
    while true {
      if let stop = bytes[searched...].firstIndex(of: end) {
        defer { position = stop + 1 }
        if let path = try path(bytes[position..<stop]) { return path }
        searched = stop + 1
        continue
      }
      if isAtEnd {
        defer { position = bytes.count }
        return try path(bytes[position...])
      }
      bytes.removeFirst(position)
      (position, searched) = (0, bytes.count)
      guard bytes.count <= Self.longestPath else { throw malformed("is longer than any path") }
      try readMore()
    }
  }

  private mutating func readMore() throws {
    let portion = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in  // as many as were read
      count = try read(UnsafeMutableRawBufferPointer(buffer))
    }
    isAtEnd = portion.isEmpty
    bytes += portion
  }

  private mutating func path(_ bytes: ArraySlice<UInt8>) throws(LivePhotoError) -> String? {
    number += 1
    guard !bytes.isEmpty else { return nil }
    guard !bytes.contains(0) else { throw malformed("holds a NUL byte; if those end the paths, say so by --null") }
    return String(systemPath: bytes)
  }

  private func malformed(_ what: String) -> LivePhotoError {
    LivePhotoError(.malformed, context: name, message: "Entry \(number) of this list of paths \(what).")
  }
}
