import Foundation
import Synchronization
import TestSupport
import Testing

/// What other programs say of Live Photos as files.
enum PairProbe {
  private static let originals = Set(LivePhotoFixtures.pairs.flatMap { [$0.still, $0.movie] })
  private static let told = Mutex<[[String]: [String]]>([:])

  /// What a program says of a file. Originals stay as they are: it is asked for each of them once.
  private static func lines(_ tool: ForeignTool, _ arguments: [String], _ path: String) throws -> [String] {
    guard originals.contains(path) else { return try tool.run(arguments + [path]).lines }
    if let known = told.withLock({ $0[arguments + [path]] }) { return known }
    let lines = try tool.run(arguments + [path]).lines
    told.withLock { $0[arguments + [path]] = lines }
    return lines
  }

  /// What a movie's packets are, for streams of a kind: times from the first one on, sizes, hashes.
  static func packets(_ path: String, _ kind: String) throws -> [String] {
    try lines(
      .ffprobe,
      [
        "-v", "error", "-select_streams", kind, "-show_packets", "-show_data_hash", "md5", "-of", "csv",
        "-show_entries", "packet=duration,size,flags,data_hash",
      ], path)
  }

  /// One value of a movie or a stream.
  static func probe(_ path: String, _ entries: String, stream: String? = nil) throws -> String {
    let choice = stream.map { ["-select_streams", $0] } ?? []
    return try lines(.ffprobe, ["-v", "error"] + choice + ["-show_entries", entries, "-of", "csv=p=0"], path).first
      ?? ""
  }

  /// What exiftool says of a file, by group and tag.
  static func tags(_ path: String) throws -> [String: String] {
    var tags: [String: String] = [:]
    for line in try lines(.exiftool, ["-ee", "-G1", "-a", "-u", "-s", "-n"], path) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let key = line[..<colon].split(separator: " ").joined(separator: " ")
      tags[key] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return tags
  }

  /// The rules of the independent checker that a pair breaks.
  static func brokenRules(_ still: String, _ movie: String) throws -> [String] {
    let checker = Project.path("Tests/Tools/check_pair.py")
    let output = try ForeignTool.python.attempt([checker, "--phone", still, movie])
    return output.status == 0 ? [] : output.lines.filter { !$0.lowercased().contains("pass") } + [output.errors]
  }
}
