import ByteCoding
import Foundation
import StillCoding
import TestSupport

/// Stills as files, the project's own and those of phones where there are some.
enum StillFixtures {
  struct Still {
    let name: String
    let path: String
    let bytes: [UInt8]
  }

  static func all() throws -> [Still] {
    try LivePhotoFixtures.paths(".jpg", ".heic").map {
      let url = URL(fileURLWithPath: $0)
      return Still(name: url.lastPathComponent, path: $0, bytes: [UInt8](try Data(contentsOf: url)))
    }
  }

  /// A file in memory.
  static func bytes(_ path: String) throws -> ArrayBytes {
    ArrayBytes([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), name: path)
  }

  /// What exiftool reads: `Group:Tag` to value, numbers as they are.
  static func tags(of path: String) throws -> [String: String] {
    let output = try ForeignTool.exiftool.attempt(["-a", "-u", "-G1", "-s", "-n", "-api", "RequestAll=0", path])
    return output.lines.reduce(into: [:]) { values, line in
      let group = line.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
      let rest = line.drop { $0 != "]" }.dropFirst().drop { $0 == " " }
      let tag = rest.prefix { $0 != " " && $0 != ":" }
      values["\(group):\(tag)"] = String(rest.drop { $0 != ":" }.dropFirst(2))
    }
  }

  /// Tags of a file in memory, without those that speak of the file itself or of places in it.
  static func tags(of bytes: [UInt8]) throws -> [String: String] {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, as: "still")
    return try tags(of: path).filter {
      !$0.key.hasPrefix("System:") && !$0.key.hasPrefix("ExifTool:") && !$0.key.hasPrefix("Composite:")
        && !$0.key.hasSuffix("Offset") && !$0.key.hasSuffix(":PreviewImageStart")
    }
  }
}
