import ByteCoding
import Foundation
import StillCoding
import TestSupport

/// Stills of real phones, which are not part of the project; `LIVECAM_FIXTURES` names a folder that holds some.
enum PhoneStills {
  struct Still {
    let name: String
    let path: String
    let bytes: [UInt8]
  }

  /// All of them; none, with a word about it, when there is no folder.
  static func all() throws -> [Still] {
    guard let folder = ProcessInfo.processInfo.environment["LIVECAM_FIXTURES"] else {
      print("skipped: LIVECAM_FIXTURES names no folder with phone stills")
      return []
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter {
      $0.lowercased().hasSuffix(".jpg") || $0.lowercased().hasSuffix(".heic")
    }
    return try names.map {
      let path = folder + "/" + $0
      return Still(name: $0, path: path, bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    }
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
