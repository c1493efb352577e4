import Foundation
import ISOBoxes
import MovieCoding

/// What another parser found in a movie: its listing, as text, box for box.
struct AtomDump {
  struct Track {
    var id: UInt32 = 0
    var matrix = ""
    var edits: [EditListBox.Entry] = []
    var timescale: UInt32 = 0
    var mediaDuration: UInt64 = 0
    var handler = ""
    var codec = ""
    var sampleCount = 0
    var syncSamples: [Int]?
    var timedKeys: [String] = []
  }

  struct Place: Hashable {
    let type: String
    let offset: Int
    let size: Int
  }

  private(set) var places: [Place] = []
  private(set) var tracks: [Track] = []
  private(set) var timescale: UInt32 = 0
  private(set) var duration: UInt64 = 0
  private(set) var creationTime: UInt64 = 0
  private(set) var keys: [String] = []
  private(set) var texts: [String: String] = [:]

  init(_ path: String) throws {
    let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    for line in text.split(separator: "\n").map(String.init) where !line.hasPrefix("##") { take(line) }
  }

  private mutating func take(_ line: String) {
    if let match = line.wholeMatch(of: /( *)'(....)' @(\d+) size=(\d+)(.*)/), let offset = Int(match.3) {
      let type = String(match.2)
      places.append(Place(type: type, offset: offset, size: Int(match.4) ?? -1))
      if type == "trak" { tracks.append(Track()) }
      box(type, String(match.5), depth: match.1.count / 2)
    } else if let match = line.firstMatch(of: /entry '(....)' size/), !tracks.isEmpty {
      if tracks[tracks.count - 1].codec.isEmpty { tracks[tracks.count - 1].codec = String(match.1) }
    } else if let match = line.firstMatch(of: /'keyd' size=\d+ ns=mdta value=(\S+)/) {
      tracks[tracks.count - 1].timedKeys.append(String(match.1))
    } else if let match = line.wholeMatch(
      of: /[ ]{6}item idx=\d+ size=\d+ data size=\d+ type=(\d+) locale=\S+ (\S+) = (.*)/)
    {
      keys.append(String(match.2))
      if match.1 == "1" { texts[String(match.2)] = String(match.3.dropFirst().dropLast()) }
    }
  }

  private mutating func box(_ type: String, _ rest: String, depth: Int) {
    func number<Number: FixedWidthInteger>(_ name: String) -> Number {
      guard let place = rest.range(of: " \(name)=") else { return 0 }
      return Number(rest[place.upperBound...].prefix { $0.isNumber }) ?? 0
    }
    if type == "mvhd" { (timescale, duration, creationTime) = (number("timescale"), number("dur"), number("create")) }
    guard var track = tracks.popLast() else { return }
    switch type {
    case "tkhd":
      track.id = number("id")
      track.matrix = rest.firstMatch(of: /matrix=\[([^\]]*)\]/).map { String($0.1) } ?? ""
    case "elst":
      track.edits = rest.matches(of: /\((\d+), (-?\d+), (\d+)\.0\)/).map {
        .init(segmentDuration: UInt64($0.1)!, mediaTime: Int64($0.2)!, rate: Fixed16(Int($0.3)!))
      }
    case "mdhd": (track.timescale, track.mediaDuration) = (number("timescale"), number("dur"))
    // The media's handler; that of the data comes deeper, that of metadata behind it.
    case "hdlr" where depth == 3 && track.handler.isEmpty:
      track.handler = rest.firstMatch(of: /subtype=b'(....)'/).map { String($0.1) } ?? ""
    case "stsz": track.sampleCount = number("n")
    case "stss":
      let list = rest.firstMatch(of: /n=(\d+) \[([^\]]*)\]$/)
      track.syncSamples = list.map { $0.2.split(separator: ", ").compactMap { Int($0) } }
    default: break
    }
    tracks.append(track)
  }

  /// The place of the still in units of the movie's timescale.
  var stillTick: UInt64? {
    tracks.first { $0.timedKeys.contains(MovieKey.stillImageTime) }?.edits.prefix { $0.mediaTime == -1 }
      .reduce(0) { $0 + $1.segmentDuration }
  }
}
