import ByteCoding
import LivePhotoFiles

/// Archives: the directory, and the members as long as they stay small.
enum FuzzedArchive {
  static func run(_ bytes: [UInt8]) -> FuzzedOutcome {
    var outcome = FuzzedOutcome()
    guard let archive = outcome.attempt({ try ZipArchive(ArrayBytes(bytes, name: "archive")) }) else { return outcome }
    outcome.accept { archive.members.map { "\($0.name) of \($0.size) bytes" }.joined(separator: ", ") }
    // Members may share their bytes: what an archive unpacks to has no bound but the caller's own.
    var rest = 1 << 22
    for member in archive.members {
      _ = outcome.attempt { try archive.firstBytes(of: member, count: 64) }
      _ = outcome.attempt { try archive.plainBytes(of: member)?.count }
      guard member.size <= rest else { continue }
      rest -= member.size
      var count = 0
      guard outcome.attempt({ try archive.unpack(member) { count += $0.count } }) != nil else { continue }
      precondition(count == member.size, "a member of other size than the directory's")
    }
    return outcome
  }
}
