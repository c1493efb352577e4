import ByteCoding
import LivePhotoFiles

/// Archives: the directory, and the members as long as they stay small.
enum FuzzedArchive {
  static func run(_ bytes: [UInt8]) {
    guard let archive = try? ZipArchive(ArrayBytes(bytes, name: "archive")) else { return }
    // Members may share their bytes: what an archive unpacks to has no bound but the caller's own.
    var rest = 1 << 22
    for member in archive.members {
      _ = try? archive.firstBytes(of: member, count: 64)
      _ = (try? archive.plainBytes(of: member))?.count
      guard member.size <= rest else { continue }
      rest -= member.size
      var count = 0
      guard (try? archive.unpack(member) { count += $0.count }) != nil else { continue }
      precondition(count == member.size, "a member of other size than the directory's")
    }
  }
}
