import Foundation
import ISOBoxes
import MovieCoding
import TestSupport
import Testing

/// One packet as ffprobe lists it.
struct ProbedPacket: Hashable {
  let time: Int64
  let offset: UInt64
  let size: Int
  let isSync: Bool

  /// The packets of a file by stream, in the order of the file, with the media's own times.
  static func all(_ path: String) throws -> [Int: [ProbedPacket]] {
    let output = try ForeignTool.ffprobe.run([
      "-v", "fatal", "-ignore_editlist", "1", "-show_packets", "-of", "csv=p=0", "-show_entries",
      "packet=stream_index,pts,size,pos,flags", path,
    ])
    var packets: [Int: [ProbedPacket]] = [:]
    for line in output.lines {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let (stream, time) = (try #require(Int(fields[0])), try #require(Int64(fields[1])))
      let (size, offset) = (try #require(Int(fields[2])), try #require(UInt64(fields[3])))
      packets[stream, default: []].append(
        ProbedPacket(time: time, offset: offset, size: size, isSync: fields[4].hasPrefix("K")))
    }
    return packets
  }

  /// Expects a movie's samples to be ffprobe's packets. Plain sound, of which ffprobe makes larger packets of many
  /// samples, has to begin and end where they do.
  static func compare(_ file: MovieFile, with path: String) throws {
    let packets = try all(path)
    #expect(!packets.isEmpty)
    for (index, track) in file.tracks.enumerated() {
      let expected = (packets[index] ?? []).sorted { $0.offset < $1.offset }
      let samples = try track.samples().sorted { $0.offset < $1.offset }
      guard track.codec != "lpcm", track.codec != "sowt" else {
        #expect(samples.first?.offset == expected.first?.offset)
        #expect(samples.reduce(0) { $0 + $1.size } == expected.reduce(0) { $0 + $1.size })
        continue
      }
      let found = samples.map {
        ProbedPacket(time: $0.presentationTime, offset: $0.offset, size: $0.size, isSync: $0.isSync)
      }
      #expect(found.map(\.offset) == expected.map(\.offset), "track \(track.id)")
      #expect(found.map(\.size) == expected.map(\.size), "track \(track.id)")
      #expect(found.map(\.time) == expected.map(\.time), "track \(track.id)")
      if track.handler == "vide" {
        #expect(found.map(\.isSync) == expected.map(\.isSync), "track \(track.id)")
      }
    }
  }
}
