import ByteCoding
import ISOBoxes
import MovieCoding

/// A check that samples of plain sound of 16 bits are what their description says: any bytes are some sound, but the
/// wrong order of bytes, or a sign that is not read as one, make noise of it.
struct PlainSoundCheck {
  /// The number of bytes that are read at each place; these tell enough.
  private static let portion = 8192
  private static let places = 6
  /// Neighbours that differ by less than so many times the mean distance from the middle are those of sound; of noise
  /// it is 1.1 and more.
  private static let noisy = 0.8
  /// The factor by which sound that is read wrongly is rougher.
  private static let rougher = 3.0

  private let track: MovieTrack
  private let channels: Int
  private let isBigEndian: Bool
  private let isSigned: Bool

  /// A check of a track of whole numbers of 16 bits; `nil` for others.
  init?(_ track: MovieTrack) {
    guard track.handler == "soun", let entry = track.sampleEntry as? SoundSampleEntry else { return nil }
    let bytes: Int
    switch entry.type {
    case "lpcm" where entry.version == 2 && entry.linear.bitsPerSample == 16 && entry.linear.formatFlags & 1 == 0:
      let flags = entry.linear.formatFlags
      (isBigEndian, isSigned) = (flags & 2 != 0, flags & 4 != 0)
      (channels, bytes) = (Int(entry.linear.channelCount), Int(entry.linear.bytesPerPacket))
    case "sowt" where entry.sampleSize == 16, "twos" where entry.sampleSize == 16:
      (isBigEndian, isSigned) = (entry.type == "twos", true)
      (channels, bytes) = (Int(entry.channelCount), 2 * Int(entry.channelCount))
    default: return nil
    }
    guard (1...64).contains(channels), bytes == 2 * channels else { return nil }
    self.track = track
  }

  /// Returns what contradicts the description, as a clause; `nil` if nothing does.
  func problem(in source: any ByteSource) -> String? {
    // What cannot be read is told by other rules.
    guard let chunks = try? track.chunks(), !chunks.isEmpty else { return nil }
    var (own, swapped, unsigned) = (Reading(), Reading(), Reading())
    for index in stride(from: 0, to: chunks.count, by: max(1, chunks.count / Self.places)) {
      guard let start = Int(exactly: chunks[index].offset),
        // A file that can no longer be read is told of elsewhere.
        let bytes = try? source.bytes(start..<start + min(Int(chunks[index].byteCount), Self.portion))
      else { continue }
      own.add(bytes, channels: channels, isBigEndian: isBigEndian)
      swapped.add(bytes, channels: channels, isBigEndian: !isBigEndian)
      if !isSigned { unsigned.add(bytes, channels: channels, isBigEndian: isBigEndian, isSigned: false) }
    }
    let isRougher = own.roughness > Self.noisy && own.roughness > Self.rougher * swapped.roughness
    // Of soft sound the high bytes are signs alone.
    let isFarLouder = own.peak > 8192 && swapped.peak < 512 && swapped.lowest < 0
    if isRougher || isFarLouder {
      return
        "its sound is said to have the \(isBigEndian ? "highest" : "lowest") byte of each number first, which makes "
        + "noise of it: read the other way it is sound"
    }
    if unsigned.step > Self.rougher * own.step {
      return "the numbers of its sound are said to have no sign, which makes noise of it: with signs it is sound"
    }
    return nil
  }

  /// The statistics of samples that are read in one way.
  private struct Reading {
    private var count = 0
    private var steps = 0
    private var distances = 0
    private var highest = 0
    private(set) var lowest = 0
    var peak: Int { max(highest, -lowest) }

    /// The mean difference of neighbours.
    var step: Double { count == 0 ? 0 : Double(steps) / Double(count) }
    /// The same in mean distances from the middle.
    var roughness: Double { distances == 0 ? 0 : Double(steps) / Double(distances) }

    mutating func add(_ bytes: [UInt8], channels: Int, isBigEndian: Bool, isSigned: Bool = true) {
      let values = (0..<bytes.count / 2).map { index in
        let (one, other) = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
        let number = isBigEndian ? one << 8 | other : other << 8 | one
        return isSigned ? Int(Int16(bitPattern: number)) : Int(number)
      }
      guard values.count > channels else { return }
      let mean = values.reduce(0, +) / values.count
      for index in channels..<values.count {
        steps += abs(values[index] - values[index - channels])
        distances += abs(values[index] - mean)
      }
      lowest = values.reduce(lowest, min)
      highest = values.reduce(highest, max)
      count += values.count - channels
    }
  }
}
