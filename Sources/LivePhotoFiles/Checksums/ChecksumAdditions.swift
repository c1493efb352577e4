import ByteCoding
import SystemCalls

/// Lines that a list of checksums gets.
package struct ChecksumAdditions: Sendable {
  /// The lines.
  package private(set) var bytes: [UInt8] = []

  /// No lines.
  package init() {}

  /// Adds the lines that comparisons have led to.
  package mutating func add(_ checksums: [FileChecksum]) {
    for checksum in checksums where checksum.state == .added {
      guard let sum = checksum.sha256 else { continue }
      bytes += ChecksumLine(name: checksum.path.systemBytes, sum: Array(sum.utf8)).bytes
    }
  }

  /// Returns the lines without those about files that a list has.
  /// - Throws: ``LivePhotoError`` if the list can no longer be read.
  package func without(_ list: ChecksumList) throws(LivePhotoError) -> ChecksumAdditions {
    var result = ChecksumAdditions()
    var lines = ChecksumList.lines(of: ArrayBytes(bytes))
    while let (line, _) = try ChecksumList.next(in: &lines) {
      if try list.sums(of: String(systemPath: line.name)).isEmpty { result.bytes += line.bytes }
    }
    return result
  }
}
