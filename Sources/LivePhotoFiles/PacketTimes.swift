import ForeignMedia
import MediaCore
import MovieCoding

/// The times of carried pictures, made such that a movie can have them: decoding rises, and nothing is shown before it
/// is decoded. What the file says of showing is kept to the tick.
struct PacketTimes {
  /// Units in a second of the times given out.
  let timescale: Int32
  private let factor: Int64
  private var shown: [Int64?] = []
  private var durations: [Int64] = []
  private var places: [Int]?

  /// Times in multiples of a stream's unit.
  init(unit: MediaTime) {
    timescale = max(1, unit.timescale)
    factor = max(1, unit.value)
  }

  mutating func append(_ packet: ForeignPacket) {
    shown.append((packet.presentationTicks ?? packet.decodingTicks).map { $0 &* factor })
    durations.append(packet.durationTicks &* factor)
  }

  /// Says in which order the packets are shown, for files that have times of decoding only, or none.
  mutating func setOrder(_ places: [Int]) { self.places = places }

  /// Puts the times in, so that the first picture is shown at 0; gives back when that was.
  func apply(to packets: inout [PacketTrack.Packet]) -> Int64 {
    var times: [Int64] = []
    for (index, time) in shown.enumerated() {
      // A packet without any time comes as much later as the one before lasts.
      times.append(time ?? (index > 0 ? times[index - 1] &+ max(1, durations[index - 1]) : 0))
    }
    var sorted = times.sorted()
    for index in sorted.indices.dropFirst() where sorted[index] <= sorted[index - 1] {
      sorted[index] = sorted[index - 1] &+ 1
    }
    if let places { times = places.map { sorted[$0] } }
    // Two pictures of one instant take their turns.
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    for (place, index) in order.enumerated() { times[index] = sorted[place] }
    let origin = sorted.first ?? 0
    // Decoding goes through the same instants, so much earlier that no picture is late.
    let delay = zip(sorted, times).map { $0 &- $1 }.max() ?? 0
    for index in packets.indices {
      packets[index].presentationTime = times[index] &- origin
      packets[index].decodeTime = sorted[index] &- delay &- origin
      packets[index].duration = durations[index]
    }
    if let last = packets.indices.last, packets[last].duration <= 0 {
      packets[last].duration = packets.count > 1 ? sorted[last] &- sorted[last - 1] : Int64(timescale) / 30
    }
    return origin
  }
}
